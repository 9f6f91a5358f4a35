import type { Instant } from '../../kernel/time.ts';
import type { WritingContext } from '../../kernel/use-case.ts';
import { invalidField } from '../../kernel/validation.ts';
import { organizerInactive } from '../errors.ts';
import { meetingCreated, meetingInvitationCreated } from '../events.ts';
import { type Invitee, namesOf, newInvitations } from '../invitations/new-invitations.ts';
import { newJoinCode } from '../join-code.ts';
import { type Meeting, type MeetingInvitation, meetingStates } from '../meeting.ts';
import { newOccurrence, type Occurrence } from '../occurrence.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { RecurrenceInput } from '../recurrence/index.ts';
import type { Warning } from '../warnings.ts';
import { type WebinarInput, webinarSettingsOf } from '../webinars/webinar-settings.ts';
import { meetConflicts } from './meet-conflicts.ts';
import {
  initialMeetingSettings,
  longestMinutes,
  type SettingsWish,
  settingsWith,
} from './meeting-settings.ts';
import { checkSchedule } from './schedule-rules.ts';
import { type TimetableSlot, timetable } from './timetable.ts';

/** What a meeting is to be; everything that is left out has the default of `POST M` (meetings 9.2). */
export interface MeetingWish {
  readonly title: string;
  readonly description: string;
  readonly meetingType?: 'scheduled' | 'recurring' | 'webinar' | undefined;
  readonly scheduledStartAt: Instant;
  readonly timeZone: string;
  /** By default an hour, or what the plan allows where that is less. */
  readonly durationMinutes?: number | undefined;
  readonly recurrence?: RecurrenceInput | null | undefined;
  readonly settings?: SettingsWish | undefined;
  readonly webinar?: WebinarInput | undefined;
  readonly passcodeHash?: string | null | undefined;
  readonly invitees: readonly Invitee[];
  readonly visibility?: Meeting['visibility'] | undefined;
  readonly templateId?: string | null | undefined;
  readonly externalReference: string | null;
  readonly onConflict?: 'allow' | 'reject' | undefined;
  readonly notify?: boolean | undefined;
  readonly organizerUserId: string;
  readonly source: Meeting['source'];
}

/** The organizer's own invitation is not counted. */
export interface ScheduledMeeting {
  readonly meeting: Meeting;
  readonly occurrences: readonly Occurrence[];
  readonly invitations: readonly MeetingInvitation[];
  readonly invitationCount: number;
  readonly warnings: readonly Warning[];
}

export type SchedulingContext = WritingContext & MeetingsPorts;

/** Of 23^10 codes one is taken once in a great while; this many in a row never. */
const mostJoinCodes = 10;

/** The one way in which a meeting with a start comes to be: checks, writes, and tells those who are invited. */
export async function scheduleMeeting(
  wish: MeetingWish,
  context: SchedulingContext,
): Promise<ScheduledMeeting> {
  const { now, timeZones, entitlements } = context;
  const meetingType = typeOf(wish);
  if (meetingType === 'webinar') entitlements.requireFeature('webinars');
  checkSchedule(wish.scheduledStartAt, wish.timeZone, now, timeZones);
  const { recurrence = null } = wish;
  if (recurrence !== null) entitlements.requireFeature('meetings_recurring');
  const durationMinutes = wish.durationMinutes ?? Math.min(60, longestMinutes(entitlements));
  entitlements.requireWithin('meeting_duration_minutes', durationMinutes);
  const plan = timetable({ ...wish, durationMinutes, recurrence }, now, timeZones);

  const draft: MeetingDraft = {
    ...plan.meeting,
    meetingType,
    status: meetingStates.begin('scheduled'),
    title: wish.title,
    description: wish.description,
    settings: settingsWith(
      wish.settings ?? {},
      initialMeetingSettings(entitlements, { webinar: meetingType === 'webinar' }),
      entitlements,
    ),
    webinar: meetingType === 'webinar' ? webinarOf(wish.webinar ?? {}, context) : null,
    organizerUserId: wish.organizerUserId,
    visibility: wish.visibility ?? 'private',
    passcodeHash: wish.passcodeHash ?? null,
    source: wish.source,
    externalReference: wish.externalReference,
    templateId: wish.templateId ?? null,
  };
  return added(draft, plan, wish, context);
}

/** What of a meeting its maker decides; the rest is the same for all. */
export type MeetingDraft = Omit<
  Meeting,
  | 'id'
  | 'chainId'
  | 'joinCode'
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

interface InvitationOptions {
  readonly invitees: readonly Invitee[];
  readonly onConflict?: 'allow' | 'reject' | undefined;
  readonly notify?: boolean | undefined;
}

/** A new meeting under a join code of its own, with its sessions and invitations. */
export async function added(
  draft: MeetingDraft,
  plan: { readonly slots: readonly SlotOrSession[]; readonly warnings: readonly Warning[] },
  { invitees, onConflict = 'allow', notify = true }: InvitationOptions,
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
  // An application is told of no warnings, so nothing is looked up for it (meetings 3.13).
  const isTold = draft.source !== 'integration' || onConflict === 'reject';
  const conflicts = !isTold
    ? []
    : await meetConflicts(
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

/** A time, or a session that has begun with it. */
export type SlotOrSession = TimetableSlot & Partial<Occurrence>;

function draftedMeeting(
  draft: MeetingDraft,
  meetingId: string,
  { now, settings, conference }: SchedulingContext,
): Omit<Meeting, 'joinCode'> {
  return {
    ...draft,
    id: meetingId,
    chainId: meetingId,
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

/** Never changes, and no two meetings share one (MTG-69). */
export const icalUidOf = (meetingId: string, baseUrl: string): string =>
  `${meetingId}@${new URL(baseUrl).hostname}`;

/** `recurring` where there is a rule, else `scheduled`; a webinar may have one. */
function typeOf({ meetingType, recurrence, webinar }: MeetingWish): Meeting['meetingType'] {
  const hasRule = (recurrence ?? null) !== null;
  if ((meetingType === 'scheduled' && hasRule) || (meetingType === 'recurring' && !hasRule))
    throw invalidField(
      '/meetingType',
      'meeting_type.mismatch',
      'A recurring meeting has a recurrence, and a scheduled one has none.',
    );
  if (webinar !== undefined && meetingType !== 'webinar')
    throw invalidField(
      '/webinar',
      'webinar.not_allowed',
      'Only a meeting of type webinar has these settings.',
    );
  return meetingType ?? (hasRule ? 'recurring' : 'scheduled');
}

function webinarOf(wish: WebinarInput, { newId, entitlements }: SchedulingContext): Meeting['webinar'] {
  const settings = webinarSettingsOf(wish, null, { newId });
  if (settings.capacity !== null) entitlements.requireWithin('webinar_attendees', settings.capacity);
  return settings;
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

/** The meeting under the first join code that nobody has. */
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
