import { organizerInactive } from '../errors.ts';
import { meetingCreated, meetingInvitationCreated } from '../events.ts';
import { type Invitee, namesOf, newInvitations } from '../invitations/new-invitations.ts';
import { newJoinCode } from '../join-code.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import { newOccurrence, type Occurrence } from '../occurrence.ts';
import type { Warning } from '../warnings.ts';
import { checkConflicts } from './conflict-policy.ts';
import { icalUidOf } from './ical-uid.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import type { TimetableSlot } from './timetable.ts';

/** The organizer's own invitation is not counted. */
export interface ScheduledMeeting {
  readonly meeting: Meeting;
  readonly occurrences: readonly Occurrence[];
  readonly invitations: readonly MeetingInvitation[];
  readonly invitationCount: number;
  readonly warnings: readonly Warning[];
}

/** There are 23^10 join codes: one draw is rarely taken, and so many in a row never are. */
const mostJoinCodes = 10;

/** What the caller decides about a meeting; the rest begins the same for all. */
export type MeetingDraft = Omit<
  Meeting,
  | 'id'
  | 'chainId'
  | 'joinCode'
  | 'madeByKeyId'
  | 'splitFromMeetingId'
  | 'conferenceProvider'
  | 'icalUid'
  | 'icalSequence'
  | 'timeSequence'
  | 'cancelledAt'
  | 'cancelReason'
  | 'createdAt'
  | 'updatedAt'
  | 'version'
>;

interface CreationOptions {
  readonly invitees: readonly Invitee[];
  readonly onConflict?: 'allow' | 'reject' | undefined;
  readonly notify?: boolean | undefined;
}

/** Adds a meeting under a join code of its own, with its sessions and invitations. */
export async function addMeeting(
  draft: MeetingDraft,
  plan: { readonly slots: readonly SlotOrSession[]; readonly warnings: readonly Warning[] },
  { invitees, onConflict = 'allow', notify = true }: CreationOptions,
  context: SchedulingContext,
): Promise<ScheduledMeeting> {
  const { now, entitlements, linkTokens, newId } = context;
  const { organizer, members } = await peopleOf(draft.organizerUserId, invitees, context);
  const meetingId = newId();
  const occasion = { meetingId, organizer, members, now, linkTokens, newId };
  const [own, ...drawnUp] = newInvitations(invitees, occasion);
  entitlements.requireWithin('meeting_invitees', drawnUp.length);
  const invited = notify
    ? drawnUp
    : drawnUp.map((invitation) => ({ ...invitation, deliveryStatus: 'none' as const }));
  // Applications get no warnings, so nothing is looked up for them (meetings 3.13).
  const isChecked = draft.source !== 'integration' || onConflict === 'reject';
  const conflicts = !isChecked
    ? []
    : await checkConflicts(
        {
          times: plan.slots,
          timeZone: draft.timeZone,
          organizerUserId: organizer.userId,
          userIds: [own, ...invited].flatMap(({ userId }) => userId ?? []),
          onConflict,
          exceptChainId: null,
        },
        context,
      );

  const occurrences = plan.slots.map((slot) =>
    newOccurrence({ ...slot, id: newId(), meetingId, chainId: meetingId, createdAt: now }),
  );
  const meeting = await underFreeCode(
    draftedMeeting(draft, meetingId, context),
    occurrences,
    [own, ...invited],
    context,
  );
  emitCreated(meeting, invited, notify, context);
  return {
    meeting,
    occurrences,
    invitations: [own, ...invited],
    invitationCount: invited.length,
    warnings: [...plan.warnings, ...conflicts],
  };
}

/** A time, or the standing session of a personal room. */
export type SlotOrSession = TimetableSlot & Partial<Occurrence>;

function draftedMeeting(
  draft: MeetingDraft,
  meetingId: string,
  { now, settings, conference, principal }: SchedulingContext,
): Omit<Meeting, 'joinCode'> {
  return {
    ...draft,
    id: meetingId,
    chainId: meetingId,
    madeByKeyId: principal.kind === 'api_key' ? principal.apiKeyId : null,
    splitFromMeetingId: null,
    conferenceProvider: conference.usual,
    icalUid: icalUidOf(meetingId, settings.baseUrl),
    icalSequence: 0,
    timeSequence: 0,
    cancelledAt: null,
    cancelReason: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

async function peopleOf(
  organizerUserId: string,
  invitees: readonly Invitee[],
  { memberDirectory }: SchedulingContext,
) {
  const { userIds, emails } = namesOf(invitees);
  const members = await memberDirectory.among([organizerUserId, ...userIds], emails);
  const organizer = members.find(({ userId }) => userId === organizerUserId);
  if (organizer?.status !== 'active' || organizer.role === 'guest') throw organizerInactive();
  return { organizer, members };
}

/** Adds the meeting under the first join code that is free. */
async function underFreeCode(
  meeting: Omit<Meeting, 'joinCode'>,
  occurrences: readonly Occurrence[],
  invitations: readonly MeetingInvitation[],
  { meetings, random }: SchedulingContext,
): Promise<Meeting> {
  for (let attempt = 0; attempt < mostJoinCodes; attempt += 1) {
    const coded = { ...meeting, joinCode: newJoinCode(random) };
    if (await meetings.add(coded, occurrences, invitations)) return coded;
  }
  throw new Error(`No free join code in ${mostJoinCodes} draws; the source of randomness repeats itself`);
}

function emitCreated(
  meeting: Meeting,
  invited: readonly MeetingInvitation[],
  notify: boolean,
  { emit }: SchedulingContext,
): void {
  emit(meetingCreated, {
    meetingId: meeting.id,
    meetingType: meeting.meetingType,
    source: meeting.source,
    organizerUserId: meeting.organizerUserId,
    scheduledStartAt: meeting.scheduledStartAt,
    durationMinutes: meeting.durationMinutes,
    invitationCount: invited.length,
    title: meeting.title,
    notify,
  });
  for (const { id: invitationId, meetingId, kind, role, userId, displayName, email } of invited)
    emit(meetingInvitationCreated, {
      invitationId,
      meetingId,
      kind,
      role,
      userId,
      displayName,
      email,
      notify,
    });
}
