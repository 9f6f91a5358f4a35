import { hexOf, sha256 } from '../../kernel/crypto.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { foldEmail } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import type {
  CalendarAnswer,
  CalendarAnswerer,
  CalendarReplies,
  CalendarReply,
} from '../calendar/calendar-reader.ts';
import type { Answer } from '../invitations/invitation.ts';
import type { LinkedOccurrence } from '../invitations/ports.ts';
import { settleResponses, writeResponse } from '../invitations/recorded-response.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { canStartAt } from '../scheduling/schedule-rules.ts';
import { withdrawRegistration } from '../webinars/registration-withdrawal.ts';
import { commentOf } from './comment.ts';
import { type IgnoredReason, itipIgnored, meetingInvitationCountered } from './events.ts';
import { sessionsOf } from './named-sessions.ts';

/** Whoever answers, as the meeting knows them; at least one of the two is given. */
export interface Correspondent {
  readonly meetingId: string;
  readonly address: string;
  readonly invitation: MeetingInvitation | null;
  readonly registration: { readonly id: string; readonly chainId: string } | null;
}

export const idsOf = ({ invitation, registration }: Correspondent) => ({
  invitationId: invitation?.id ?? null,
  registrationId: registration?.id ?? null,
});

type AnsweringContext = WritingContext & MeetingsPorts;

interface Heard {
  readonly answer: CalendarAnswer;
  readonly attendee: CalendarAnswerer;
}

/** What one VEVENT asks for, once it is known what it is about. */
interface Asked {
  readonly reply: CalendarReply;
  readonly method: CalendarReplies['method'];
  /** Null for the meeting itself. */
  readonly sessions: readonly LinkedOccurrence[] | null;
  readonly answer: Answer | undefined;
  readonly proposedStartAt: Instant | null;
  readonly writtenAt: Instant;
}

const answers: Readonly<Record<string, Answer>> = {
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
};

/** Records what one person answered; the outcome is that of `applyReplies`. */
export async function recordAnswers(
  file: CalendarReplies,
  heard: readonly Heard[],
  from: Correspondent,
  context: AnsweringContext,
): Promise<IgnoredReason | null> {
  const { meetingId } = from;
  // Locked before anything is written, and in this order, as by whoever changes the meeting or its places.
  if (from.registration !== null) await context.registrations.holdMeetings(from.registration.chainId);
  const meeting = await context.meetings.get(meetingId, 'for update');
  const isOver = await hasEnded(meeting, context);
  const found = from.invitation === null ? null : await context.invitees.get(meetingId, from.invitation.id);
  let person: Correspondent = { ...from, invitation: found?.invitation ?? null };

  const reasons: (IgnoredReason | null)[] = [];
  for (const { answer, attendee } of heard) {
    const asked = isOver ? 'not_answerable' : await whatIsAsked(file, answer, attendee, meeting, context);
    const outcome = typeof asked === 'string' ? asked : await followed(asked, person, meeting, context);
    if (typeof outcome === 'string')
      context.emit(itipIgnored, { ...idsOf(from), meetingId, reason: outcome });
    else person = outcome;
    reasons.push(typeof outcome === 'string' ? outcome : null);
  }
  if (person.invitation !== null && reasons.includes(null)) await settleResponses(meetingId, context);
  return reasons.includes(null) ? null : (reasons[0] ?? 'not_answerable');
}

/** Answers may change until the last session has ended (MTG-44). */
async function hasEnded(
  { id, status }: Meeting,
  { correspondence, now }: AnsweringContext,
): Promise<boolean> {
  if (status !== 'scheduled' && status !== 'live' && status !== 'idle') return true;
  const overAt = await correspondence.overAt(id);
  return status !== 'live' && overAt !== null && overAt <= now;
}

async function whatIsAsked(
  file: CalendarReplies,
  { reply }: CalendarAnswer,
  { partstat }: CalendarAnswerer,
  meeting: Meeting,
  context: AnsweringContext,
): Promise<Asked | IgnoredReason> {
  const { timeZones, now } = context;
  const writtenAt = reply === null ? null : file.instantOf(reply.dtstamp, timeZones);
  if (reply === null || writtenAt === null) return 'not_answerable';
  if (reply.sequence < meeting.timeSequence) return 'outdated';
  const sessions = await sessionsOf(reply, file, meeting, context);
  if (sessions !== null && sessions.length === 0) return 'not_answerable';

  const asked = { reply, method: file.method, sessions, writtenAt };
  if (file.method === 'COUNTER') {
    const at = reply.startsAt === null ? null : file.instantOf(reply.startsAt, timeZones);
    const isStart = at !== null && canStartAt(at, now);
    return isStart ? { ...asked, answer: undefined, proposedStartAt: at } : 'not_answerable';
  }
  const answer = answers[partstat];
  const isOffered = answer !== undefined && (answer !== 'tentative' || meeting.settings.allowTentative);
  return isOffered ? { ...asked, answer, proposedStartAt: null } : 'not_answerable';
}

/** The person after what they asked for, or why nothing came of it. */
async function followed(
  asked: Asked,
  person: Correspondent,
  meeting: Meeting,
  context: AnsweringContext,
): Promise<Correspondent | IgnoredReason> {
  const { invitation } = person;
  const isOrganizer = invitation !== null && invitation.userId === meeting.organizerUserId;
  const isWithdrawal = person.registration !== null && asked.answer === 'declined' && asked.sessions === null;
  if (isOrganizer || (invitation === null && !isWithdrawal)) return 'not_answerable';
  const taken = await newerThanBefore(asked, person, context);
  if (taken === null) return 'stale';

  const comment = commentOf(asked.reply.comment);
  if (isWithdrawal) await withdraw(person, comment, context);
  const left = isWithdrawal ? { ...person, registration: null } : person;
  if (invitation === null) return left;
  if (asked.proposedStartAt !== null)
    return { ...left, invitation: await countered(asked, invitation, asked.proposedStartAt, context) };
  if (asked.answer === undefined) return left;
  const sessions = meeting.recurrence === null ? null : taken.sessions;
  const response = { answer: asked.answer, comment, proposedStartAt: null, via: 'itip' as const };
  if (sessions !== null) await answerLater(asked, invitation, asked.answer, context);
  return { ...left, invitation: await writeResponse(invitation, sessions, response, context) };
}

/** Sessions of an endless series are written as they come nearer, and an answer for all later ones holds for them too. */
async function answerLater(
  { reply, sessions, writtenAt }: Asked,
  { id: invitationId, meetingId }: MeetingInvitation,
  status: Answer,
  { correspondence, now }: AnsweringContext,
): Promise<void> {
  const fromRecurrenceId = sessions?.[0]?.recurrenceId;
  if (!reply.isRange || fromRecurrenceId == null) return;
  const countedAt = writtenAt > now ? now : writtenAt;
  await correspondence.answerLater(meetingId, {
    invitationId,
    fromRecurrenceId,
    status,
    countedAt,
    writtenAt,
    respondedAt: now,
  });
}

/** What of it is newer than the answers that came before (MTG-109); null if nothing is. */
async function newerThanBefore(
  { sessions, writtenAt }: Asked,
  { meetingId, address, invitation }: Correspondent,
  { correspondence, now }: AnsweringContext,
): Promise<Pick<Asked, 'sessions'> | null> {
  // A member may answer from more than one address; a guest invited anew is the same person.
  const person = hexOf(sha256(`${meetingId}:${invitation?.userId ?? foldEmail(address)}`));
  const countedAt = writtenAt > now ? now : writtenAt;
  const ids = sessions === null ? [null] : sessions.map(({ recurrenceId }) => recurrenceId);
  const taken = await correspondence.take(meetingId, { person, invitationId: invitation?.id ?? null }, ids, {
    countedAt,
    writtenAt,
    now,
  });
  if (taken.length === 0) return null;
  return { sessions: sessions?.filter(({ recurrenceId }) => taken.includes(recurrenceId)) ?? null };
}

/** Records the proposed time; nothing else changes. */
async function countered(
  { sessions }: Asked,
  invitation: MeetingInvitation,
  proposedStartAt: Instant,
  { invitees, now, emit }: AnsweringContext,
): Promise<MeetingInvitation> {
  const after = await invitees.save({ ...invitation, proposedStartAt, updatedAt: now });
  emit(meetingInvitationCountered, {
    invitationId: invitation.id,
    meetingId: invitation.meetingId,
    version: after.version,
    sessionId: sessions?.[0]?.sessionId ?? null,
    proposedStartAt,
  });
  return after;
}

/** A registration holds for every session, so only declining all of them gives the place back. */
async function withdraw(
  { registration }: Correspondent,
  comment: string | null,
  context: AnsweringContext,
): Promise<void> {
  if (registration === null) return;
  await context.registrations.holdPlaces(registration.chainId);
  const found = await context.registrations.get(registration.id);
  await withdrawRegistration(found, comment?.replaceAll('\n', ' ') ?? null, context);
}
