import type { Instant } from '../../kernel/time.ts';
import { meetingInvalidState } from '../errors.ts';
import { meetingUpdated } from '../events.ts';
import { changedForInvitees, type Meeting, meetingStates } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import type { Warning } from '../warnings.ts';
import { promoteWaitlist } from '../webinars/index.ts';
import { nothingChanges } from './change-failures.ts';
import { requireChangeable } from './changeable-state.ts';
import { changedDetails } from './changed-details.ts';
import { changedFields, scheduleBefore, shownInCalendars } from './changed-fields.ts';
import { changedSchedule } from './changed-schedule.ts';
import { requireFree } from './conflict-policy.ts';
import type { MeetingChange } from './meeting-change-input.ts';
import { openSessions, requireNotBegun } from './open-sessions.ts';
import { rearranged, saveRearrangement } from './rearrangement.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { type ScheduleInput, timetable, typeUnder } from './timetable.ts';

export interface ChangedMeeting {
  readonly meeting: Meeting;
  readonly warnings: readonly Warning[];
}

/** Applies a change to the whole meeting, which the caller has locked. */
export async function applyMeetingChange(
  before: Meeting,
  change: MeetingChange,
  context: SchedulingContext,
): Promise<ChangedMeeting> {
  requireChangeable(before, change);
  const rows = await context.occurrences.ofMeeting(before.id);
  const schedule = changedSchedule(before, change, rows, context);
  const described = changedDetails(before, change, context);
  if (schedule !== null) return rescheduled(before, described, schedule, rows, change, context);

  const changed = changedFields(before, described);
  if (changed.length === 0) throw nothingChanges();
  const meeting = await saved(before, described, changed, { timeChanged: false, change }, context);
  return { meeting, warnings: [] };
}

async function rescheduled(
  before: Meeting,
  described: Meeting,
  schedule: ScheduleInput,
  all: readonly Occurrence[],
  change: MeetingChange,
  context: SchedulingContext,
): Promise<ChangedMeeting> {
  const { now, timeZones, newId } = context;
  const isOver = before.status === 'ended';
  const rows = openSessions(before, all, now);
  requireNotBegun(before, rows, now);
  const plan = timetable(schedule, now, timeZones);
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
  await saveRearrangement(timed.id, arrangement, context);
  const changed = changedFields(before, timed);
  const meeting = await saved(before, timed, changed, { timeChanged: true, change }, context);
  return { meeting, warnings: [...plan.warnings, ...(isOver ? [] : arrangement.warnings), ...conflicts] };
}

/** Only a time to come opens a meeting again. */
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

async function saved(
  before: Meeting,
  after: Meeting,
  changed: readonly string[],
  { timeChanged, change }: { readonly timeChanged: boolean; readonly change: MeetingChange },
  context: SchedulingContext,
): Promise<Meeting> {
  const { meetings, meetingInvitations, meetingReminders, now, emit, newId } = context;
  const isShown = changed.some((field) => shownInCalendars.has(field));
  const shown = isShown ? changedForInvitees(after, { timeChanged }) : after;
  const meeting = await meetings.save({ ...shown, updatedAt: now });
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
  // Reminders of the old times and offsets are removed; new ones are queued when they are due.
  await meetingReminders.plan(meeting.id, now, now, newId);
  if (changed.includes('webinar')) await promoteWaitlist(meeting.chainId, context);
  return meeting;
}
