import { instantOf, type WallTime } from '../../kernel/time.ts';
import { type Meeting, meetingStates } from '../meeting.ts';
import type { SplitRecurrence } from '../recurrence/index.ts';
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
  cut: SplitRecurrence['tail'],
  change: MeetingChange,
  { now, timeZones: rules }: SchedulingContext,
): ScheduleInput {
  const { timeZone = before.timeZone, durationMinutes = before.durationMinutes, scheduledStartAt } = change;
  if (change.timeZone !== undefined) checkZone(timeZone, rules);
  // The bounds of a start are the same everywhere (MTG-3).
  if (scheduledStartAt !== undefined) checkStart(scheduledStartAt, now, '/scheduledStartAt');
  const asked = scheduledStartAt ?? rules.resolve(cut.recurrenceId, timeZone).instant;
  // A rule that comes with the change starts at the occurrence that was chosen.
  if (change.recurrence !== undefined)
    return { scheduledStartAt: asked, timeZone, durationMinutes, recurrence: change.recurrence };

  const isExtra = cut.localStart !== cut.recurrenceId;
  const wall = scheduledStartAt === undefined ? cut.recurrenceId : rules.wall(scheduledStartAt, timeZone);
  // The date of an extra date says nothing of the rule: only the time of day moves the others with it.
  const ruleStart = isExtra ? laterInTheDay(cut.localStart, cut.recurrenceId, wall) : wall;
  const startsAt = isExtra ? rules.resolve(ruleStart, timeZone).instant : asked;
  const schedule = { scheduledStartAt: startsAt, timeZone, durationMinutes };
  // A start in a gap has another wall time than the rule gives; only a start that was asked for moves the rule.
  if (scheduledStartAt === undefined && change.timeZone === undefined)
    return { ...schedule, recurrence: cut.recurrence };
  const others = cut.recurrence.rdates.filter((date) => !isExtra || date !== cut.recurrenceId);
  const carried = carriedOver(
    { ...cut.recurrence, rdates: others },
    { localStart: cut.localStart, timeZone: before.timeZone },
    { localStart: rules.wall(startsAt, timeZone), timeZone, durationMinutes },
    rules,
  );
  return { ...schedule, recurrence: isExtra ? { ...carried, rdates: [wall, ...carried.rdates] } : carried };
}

/** A wall time, moved by as much as the time of day of another one. */
function laterInTheDay(wall: WallTime, from: WallTime, to: WallTime): WallTime {
  const timeOf = (one: WallTime) => Date.parse(`1970-01-01${one.slice(10)}Z`);
  return instantOf(Date.parse(`${wall}Z`) + timeOf(to) - timeOf(from)).slice(0, 19);
}
