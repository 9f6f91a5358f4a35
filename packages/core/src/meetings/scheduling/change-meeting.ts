import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { meetingInvalidState, meetingSeriesStarted } from '../errors.ts';
import { meetingUpdated } from '../events.ts';
import { changedForInvitees, type Meeting, meetingStates } from '../meeting.ts';
import { isPast, type Occurrence } from '../occurrence.ts';
import type { RecurrenceInput } from '../recurrence/index.ts';
import type { Warning } from '../warnings.ts';
import { promoteWaitlist, webinarSettingsOf } from '../webinars/index.ts';
import { nothingChanges } from './change-faults.ts';
import { changedFields, shownInCalendars } from './changed-fields.ts';
import { meetConflicts } from './meet-conflicts.ts';
import type { MeetingChange } from './meeting-change.ts';
import { settingsWith } from './meeting-settings.ts';
import { carriedOver, hasBegun, type Rearrangement, rearranged } from './rearrange.ts';
import type { SchedulingContext } from './schedule-meeting.ts';
import { checkStart, checkZone } from './schedule-rules.ts';
import { type ScheduleWish, timetable, typeUnder } from './timetable.ts';

export interface ChangedMeeting {
  readonly meeting: Meeting;
  readonly warnings: readonly Warning[];
}

/** Applies a change to the whole meeting. Its row is locked. */
export async function changeMeeting(
  before: Meeting,
  change: MeetingChange,
  context: SchedulingContext,
): Promise<ChangedMeeting> {
  requireOpen(before, change);
  const rows = await context.occurrences.ofMeeting(before.id);
  const wish = scheduleOf(before, change, rows, context);
  const described = describedAnew(before, change, context);
  if (wish !== null) return rescheduled(before, described, wish, rows, change, context);

  const changed = changedFields(before, described);
  if (changed.length === 0) throw nothingChanges();
  const meeting = await saved(before, described, changed, { timeChanged: false, change }, context);
  return { meeting, warnings: [] };
}

/** What is open to change by type and state (meetings 9.2). */
export function requireOpen({ meetingType, status }: Meeting, change: MeetingChange): void {
  const { scheduledStartAt, timeZone, durationMinutes, recurrence } = change;
  const retimes = [scheduledStartAt, timeZone, durationMinutes, recurrence].some(
    (value) => value !== undefined,
  );
  const { webinar, visibility, title, settings, passcodeHash, externalReference } = change;
  if (status === 'cancelled' || status === 'archived') throw meetingInvalidState();
  if (meetingType === 'personal_room' || (meetingType === 'instant' && status === 'live')) {
    if (retimes || [webinar, visibility, externalReference].some((value) => value !== undefined))
      throw meetingInvalidState({
        message: 'Of such a meeting only title, description, settings and passcode change.',
      });
    return;
  }
  if (status !== 'ended') return;
  if (scheduledStartAt !== undefined && meetingType !== 'instant') return;
  if (retimes || [webinar, visibility, title, settings, passcodeHash].some((value) => value !== undefined))
    throw meetingInvalidState({
      message: 'The meeting is over: change its description and reference, or give it a new start.',
    });
}

/** The schedule that is wished, or null where it stays as it is. */
function scheduleOf(
  before: Meeting,
  change: MeetingChange,
  rows: readonly Occurrence[],
  { now, timeZones }: SchedulingContext,
): ScheduleWish | null {
  const { scheduledStartAt: start, localStart } = before;
  if (start === null || localStart === null) return null;
  const timeZone = change.timeZone ?? before.timeZone;
  if (change.timeZone !== undefined) checkZone(timeZone, timeZones);
  if (change.scheduledStartAt !== undefined && change.scheduledStartAt !== start) {
    // The first start of what has begun is past at every hour; what is wrong is that it moves.
    requireNotBegun(before, openRows(before, rows, now), now);
    checkStart(change.scheduledStartAt, now, '/scheduledStartAt');
  }
  // Another zone keeps the wall time, unless a start was given with it.
  const kept = timeZone === before.timeZone ? start : timeZones.resolve(localStart, timeZone).instant;
  const durationMinutes = change.durationMinutes ?? before.durationMinutes;
  const single = change.recurrence === null && before.recurrence !== null;
  const scheduledStartAt = change.scheduledStartAt ?? (single ? firstAhead(rows, now, kept) : kept);
  const after = { localStart: timeZones.wall(scheduledStartAt, timeZone), timeZone, durationMinutes };
  const carried =
    before.recurrence &&
    carriedOver(before.recurrence, { localStart, timeZone: before.timeZone }, after, timeZones);
  const recurrence: RecurrenceInput | null = change.recurrence === undefined ? carried : change.recurrence;
  const isSame =
    scheduledStartAt === start &&
    timeZone === before.timeZone &&
    durationMinutes === before.durationMinutes &&
    sameRule(recurrence, before.recurrence);
  return isSame ? null : { scheduledStartAt, timeZone, durationMinutes, recurrence };
}

function firstAhead(rows: readonly Occurrence[], now: Instant, otherwise: Instant): Instant {
  const ahead = rows.find(({ status, startsAt }) => status === 'scheduled' && startsAt > now);
  return ahead?.startsAt ?? otherwise;
}

const sameRule = (asked: RecurrenceInput | null, kept: Meeting['recurrence']): boolean =>
  asked === null || kept === null
    ? asked === kept
    : asked.rrule === kept.rrule &&
      sameList(asked.exdates, kept.exdates) &&
      sameList(asked.rdates, kept.rdates);
const sameList = (one: readonly string[] = [], other: readonly string[]): boolean =>
  one.length === other.length && [...one].sort().every((value, index) => value === other[index]);

/** Text, settings and the rest that is no time. Only what a change adds is asked of the plan (MTG-103). */
export function describedAnew(before: Meeting, change: MeetingChange, context: SchedulingContext): Meeting {
  const { entitlements, newId } = context;
  const { title, description, settings, webinar, visibility, externalReference, passcodeHash } = change;
  if (webinar !== undefined && before.meetingType !== 'webinar')
    throw invalidField(
      '/webinar',
      'webinar.not_allowed',
      'Only a meeting of type webinar has these settings.',
    );
  const offered =
    webinar === undefined ? before.webinar : webinarSettingsOf(webinar, before.webinar, { newId });
  if (offered?.capacity != null && offered.capacity > (before.webinar?.capacity ?? 0))
    entitlements.requireWithin('webinar_attendees', offered.capacity);
  if (change.recurrence && before.recurrence === null) entitlements.requireFeature('meetings_recurring');
  if (change.durationMinutes !== undefined && change.durationMinutes > before.durationMinutes)
    entitlements.requireWithin('meeting_duration_minutes', change.durationMinutes);
  return {
    ...before,
    title: title ?? before.title,
    description: description ?? before.description,
    settings:
      settings === undefined ? before.settings : settingsWith(settings, before.settings, entitlements),
    webinar: offered,
    visibility: visibility ?? before.visibility,
    externalReference: externalReference === undefined ? before.externalReference : externalReference,
    passcodeHash: passcodeHash === undefined ? before.passcodeHash : passcodeHash,
  };
}

async function rescheduled(
  before: Meeting,
  described: Meeting,
  wish: ScheduleWish,
  all: readonly Occurrence[],
  change: MeetingChange,
  context: SchedulingContext,
): Promise<ChangedMeeting> {
  const { now, timeZones, newId } = context;
  const isOver = before.status === 'ended';
  const rows = openRows(before, all, now);
  requireNotBegun(before, rows, now);
  const plan = timetable(wish, now, timeZones);
  const arrangement = rearranged(rows, plan, before, {
    keepExceptions: change.keepExceptions && !isOver,
    now,
    rules: timeZones,
    zoneBefore: before.timeZone,
    newId,
  });
  const timed: Meeting = {
    ...described,
    ...plan.meeting,
    meetingType: typeUnder(plan, before),
    status: isOver ? rescheduledStatus(before, plan.slots, now) : before.status,
  };
  const conflicts = await requireFree(timed, plan.slots, change, context);
  await arrange(timed.id, arrangement, context);
  const changed = changedFields(before, timed);
  const meeting = await saved(before, timed, changed, { timeChanged: true, change }, context);
  return { meeting, warnings: [...plan.warnings, ...(isOver ? [] : arrangement.warnings), ...conflicts] };
}

/** Only a time that is to come opens a meeting again. */
function rescheduledStatus(
  before: Meeting,
  slots: readonly { readonly endsAt: Instant }[],
  now: Instant,
): Meeting['status'] {
  if (!slots.some(({ endsAt }) => endsAt > now)) throw meetingInvalidState();
  const closesAt = before.webinar?.registrationClosesAt ?? null;
  if (closesAt !== null && closesAt <= now)
    throw meetingInvalidState({ message: 'Registration for this webinar is closed; schedule a new one.' });
  return meetingStates.next('ended', 'reschedule');
}

/** A meeting that is over keeps what it was; only what was called off of its times to come is written anew. */
const openRows = ({ status }: Meeting, all: readonly Occurrence[], now: Instant): readonly Occurrence[] =>
  status === 'ended' ? all.filter((row) => row.status === 'cancelled' && row.endsAt > now) : all;

function requireNotBegun(meeting: Meeting, rows: readonly Occurrence[], now: Instant): void {
  if (meeting.recurrence === null ? rows.some(isPast) : hasBegun(rows, now)) throw begun(meeting);
}

const begun = (meeting: Meeting) =>
  meeting.recurrence === null
    ? meetingInvalidState({ message: 'The meeting has begun, and its time stays as it is.' })
    : meetingSeriesStarted({
        details: [
          {
            path: '/scope',
            code: 'meeting.series_started',
            message: 'Send scope: this_and_following with the sessionId of the first occurrence to change.',
          },
        ],
      });

/** With `onConflict: reject`, nobody who is to come is busy at the new times. */
export async function requireFree(
  meeting: Meeting,
  times: readonly { readonly startsAt: Instant; readonly endsAt: Instant }[],
  { onConflict }: Pick<MeetingChange, 'onConflict'>,
  context: SchedulingContext,
): Promise<readonly Warning[]> {
  if (onConflict !== 'reject') return [];
  const invitations = await context.meetingInvitations.ofMeeting(meeting.id);
  return meetConflicts(
    {
      times,
      timeZone: meeting.timeZone,
      organizerUserId: meeting.organizerUserId,
      userIds: invitations.flatMap(({ userId, status }) => (status === 'declined' ? [] : (userId ?? []))),
      onConflict,
      exceptChainId: meeting.chainId,
    },
    context,
  );
}

/** Writes the sessions as they are to be; those that fall away first, so that no recurrence id is there twice. */
export async function arrange(
  meetingId: string,
  { save, add, remove }: Rearrangement,
  { occurrences }: Pick<SchedulingContext, 'occurrences'>,
): Promise<void> {
  await occurrences.remove(remove);
  await occurrences.save(save);
  await occurrences.add(add);
  await occurrences.refreshPeople(meetingId);
}

async function saved(
  before: Meeting,
  after: Meeting,
  changed: readonly string[],
  { timeChanged, change }: { readonly timeChanged: boolean; readonly change: MeetingChange },
  context: SchedulingContext,
): Promise<Meeting> {
  const { meetings, meetingInvitations, meetingReminders, now, emit, newId } = context;
  const isShown = changed.some((field) => shownInCalendars.has(field));
  const told = isShown ? changedForInvitees(after, { timeChanged }) : after;
  const meeting = await meetings.save({ ...told, updatedAt: now });
  if (timeChanged) await meetingInvitations.resetAnswers(meeting.id, null, now);
  emit(meetingUpdated, {
    meetingId: meeting.id,
    version: meeting.version,
    changed: [...changed],
    timeChanged,
    before: scheduleBefore(before),
    icalSequence: meeting.icalSequence,
    notify: change.notify && isShown,
  });
  // Reminders of times and offsets that no longer are; new ones are queued in time.
  await meetingReminders.plan(meeting.id, now, now, newId);
  if (changed.includes('webinar')) await promoteWaitlist(meeting.chainId, context);
  return meeting;
}

export const scheduleBefore = ({ scheduledStartAt, durationMinutes, timeZone }: Meeting) => ({
  startsAt: scheduledStartAt,
  durationMinutes,
  timeZone,
});
