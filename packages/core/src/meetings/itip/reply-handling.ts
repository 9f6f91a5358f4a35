import type { WritingContext } from '../../kernel/handler-context.ts';
import { foldEmail } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { plusMinutes } from '../../kernel/time.ts';
import type { CalendarMoment, CalendarReply } from '../calendar/calendar-reader.ts';
import { responseDigestDue } from '../invitations/events.ts';
import type { Answer } from '../invitations/invitation.ts';
import type { LinkedOccurrence } from '../invitations/ports.ts';
import { recordResponse } from '../invitations/respond-to-meeting-invitation.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type IgnoredReason, itipIgnored, meetingInvitationCountered } from './events.ts';

interface Envelope {
  /** Whether the mail gateway is sure of the sender. */
  readonly authenticated: boolean;
  readonly sender: string;
}

type FollowingContext = WritingContext & MeetingsPorts;

const answers: Readonly<Record<string, Answer>> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
};

/** Records an answer by mail (meetings 7.6). Null if it was recorded, else the reason why it was ignored. */
export async function applyReply(
  reply: CalendarReply,
  envelope: Envelope,
  context: FollowingContext,
): Promise<IgnoredReason | null> {
  const place = await context.correspondence.meetingOfUid(reply.uid);
  if (place === null) return 'unknown';
  context.enter(place.workspaceId);
  const invitation = await context.correspondence.inviteeAt(place.id, reply.attendee.address);
  if (invitation === null) return 'unknown';
  // Locked before the invitation is written, as by whoever changes the meeting.
  const meeting = await context.meetings.get(place.id, 'for update');

  const reason =
    distrust(reply, envelope) ??
    (await outdated(reply, invitation, meeting, context)) ??
    (await followed(reply, invitation, meeting, context));
  if (reason !== null)
    context.emit(itipIgnored, { invitationId: invitation.id, meetingId: meeting.id, reason });
  return reason;
}

function distrust({ attendee }: CalendarReply, { authenticated, sender }: Envelope): IgnoredReason | null {
  if (!authenticated) return 'not_authenticated';
  return foldEmail(sender) === foldEmail(attendee.address) ? null : 'not_the_attendee';
}

async function outdated(
  { sequence, dtstamp }: CalendarReply,
  { id }: MeetingInvitation,
  { timeSequence }: Meeting,
  { correspondence }: FollowingContext,
): Promise<IgnoredReason | null> {
  if (sequence < timeSequence) return 'outdated';
  return (await correspondence.take(id, dtstamp)) ? null : 'stale';
}

async function followed(
  reply: CalendarReply,
  { id: invitationId }: MeetingInvitation,
  meeting: Meeting,
  context: FollowingContext,
): Promise<IgnoredReason | null> {
  const { settings, organizerUserId, recurrence, id: meetingId } = meeting;
  // Read again: `take` has locked it, so that nobody else changes it before this transaction ends.
  const { invitation } = await context.invitees.get(meetingId, invitationId);
  const session = await sessionOf(reply.recurrenceId, meeting, context);
  const isOneSession = reply.recurrenceId !== null;
  const isOpen = meeting.status === 'scheduled' || meeting.status === 'live' || meeting.status === 'idle';
  if (!isOpen || invitation.userId === organizerUserId || (isOneSession && session === null))
    return 'not_answerable';

  if (reply.method === 'COUNTER') return countered(reply, invitation, session, meeting, context);
  const answer = answers[reply.attendee.partstat];
  if (answer === undefined || (answer === 'tentative' && !settings.allowTentative)) return 'not_answerable';
  const response = { answer, comment: reply.comment, proposedStartAt: null, via: 'itip' as const };
  await recordResponse(invitation, recurrence === null ? null : session, response, context);
  return null;
}

/** The session that a RECURRENCE-ID names and that can still be answered. */
async function sessionOf(
  recurrenceId: CalendarMoment | null,
  { id, timeZone }: Meeting,
  { correspondence, timeZones, now }: FollowingContext,
): Promise<LinkedOccurrence | null> {
  if (recurrenceId === null) return null;
  const isLocal = 'wall' in recurrenceId && (recurrenceId.timeZone ?? timeZone) === timeZone;
  const session = await correspondence.sessionAt(
    id,
    isLocal ? recurrenceId : { at: momentIn(recurrenceId, timeZone, timeZones) },
  );
  const isOpen = session?.status === 'live' || (session?.status === 'scheduled' && session.endsAt > now);
  return isOpen ? session : null;
}

function momentIn(moment: CalendarMoment, usual: string, rules: FollowingContext['timeZones']): Instant {
  if ('at' in moment) return moment.at;
  const zone = moment.timeZone !== null && rules.has(moment.timeZone) ? moment.timeZone : usual;
  return rules.resolve(moment.wall, zone).instant;
}

const digestMinutes = 15;

/** Records the proposed time and has the organizer notified; nothing else changes. */
async function countered(
  { startsAt }: CalendarReply,
  invitation: MeetingInvitation,
  session: LinkedOccurrence | null,
  { id: meetingId, timeZone }: Meeting,
  { invitees, timeZones, now, emit }: FollowingContext,
): Promise<IgnoredReason | null> {
  if (startsAt === null) return 'not_answerable';
  const proposedStartAt = momentIn(startsAt, timeZone, timeZones);
  const isFirst = await invitees.noteResponses(meetingId, now);
  const after = await invitees.save({ ...invitation, proposedStartAt, updatedAt: now });
  emit(meetingInvitationCountered, {
    invitationId: invitation.id,
    meetingId,
    version: after.version,
    sessionId: session?.sessionId ?? null,
    proposedStartAt,
  });
  if (isFirst) emit(responseDigestDue, { meetingId, since: now, dueAt: plusMinutes(now, digestMinutes) });
  return null;
}
