import type { Instant } from '../../kernel/time.ts';
import { type Meeting, meetingStates } from '../meeting.ts';
import type { RecurrenceInput, SplitRecurrence } from '../recurrence/index.ts';
import { carriedOver } from './carried-recurrence.ts';
import { changedDetails } from './changed-details.ts';
import { icalUidOf } from './ical-uid.ts';
import type { MeetingChange } from './meeting-change-input.ts';
import { checkStart, checkZone } from './schedule-rules.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { type ScheduleInput, type Timetable, timetable, typeUnder } from './timetable.ts';

/** The second half of a series that is split: a new meeting, not written yet. */
export interface SeriesTail {
  readonly plan: Timetable;
  readonly meeting: Meeting;
  /** Whether its sessions take place at other times than those of the undivided series. */
  readonly timeChanged: boolean;
}

/** The tail with the change applied. Throws if the change is at fault, or adds what the plan does not include. */
export function changedTail(
  before: Meeting,
  cut: SplitRecurrence['tail'],
  change: MeetingChange,
  context: SchedulingContext,
): SeriesTail {
  const { now, timeZones, newId, settings } = context;
  const plan = timetable(tailSchedule(before, cut, change, context), now, timeZones);
  const described = changedDetails(before, change, context);
  const id = newId();
  const meeting: Meeting = {
    ...described,
    ...plan.meeting,
    id,
    meetingType: typeUnder(plan, before),
    status: meetingStates.begin('scheduled'),
    splitFromMeetingId: before.id,
    icalUid: icalUidOf(id, settings.baseUrl),
    icalSequence: 0,
    timeSequence: 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const timeChanged =
    meeting.durationMinutes !== before.durationMinutes ||
    meeting.timeZone !== before.timeZone ||
    meeting.scheduledStartAt !== timeZones.resolve(cut.localStart, before.timeZone).instant ||
    (change.recurrence !== undefined && meeting.recurrence?.rrule !== cut.recurrence.rrule);
  return { plan, meeting, timeChanged };
}

function tailSchedule(
  before: Meeting,
  { recurrence, localStart }: SplitRecurrence['tail'],
  change: MeetingChange,
  { now, timeZones }: SchedulingContext,
): ScheduleInput {
  const timeZone = change.timeZone ?? before.timeZone;
  if (change.timeZone !== undefined) checkZone(timeZone, timeZones);
  if (change.scheduledStartAt !== undefined) checkStart(change.scheduledStartAt, now, '/scheduledStartAt');
  const scheduledStartAt: Instant =
    change.scheduledStartAt ?? timeZones.resolve(localStart, timeZone).instant;
  const durationMinutes = change.durationMinutes ?? before.durationMinutes;
  const after = { localStart: timeZones.wall(scheduledStartAt, timeZone), timeZone, durationMinutes };
  // A start in a gap has another wall time than the rule gives; only a start that was asked for moves the rule.
  const isMoved = change.scheduledStartAt !== undefined || change.timeZone !== undefined;
  const carried = isMoved
    ? carriedOver(recurrence, { localStart, timeZone: before.timeZone }, after, timeZones)
    : recurrence;
  const asked: RecurrenceInput | null = change.recurrence === undefined ? carried : change.recurrence;
  return { scheduledStartAt, timeZone, durationMinutes, recurrence: asked };
}
