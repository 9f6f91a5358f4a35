import type { Instant } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import type { RecurrenceInput } from '../recurrence/index.ts';
import { carriedOver } from './carried-recurrence.ts';
import type { MeetingChange } from './meeting-change-input.ts';
import { openSessions, requireNotBegun } from './open-sessions.ts';
import { checkStart, checkZone } from './schedule-rules.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import type { ScheduleInput } from './timetable.ts';

/** The schedule that the change asks for, or null if it stays as it is. */
export function changedSchedule(
  before: Meeting,
  change: MeetingChange,
  rows: readonly Occurrence[],
  { now, timeZones }: SchedulingContext,
): ScheduleInput | null {
  const { scheduledStartAt: start, localStart } = before;
  if (start === null || localStart === null) return null;
  const timeZone = change.timeZone ?? before.timeZone;
  if (change.timeZone !== undefined) checkZone(timeZone, timeZones);
  // No new start is past (MTG-3). That of a series that has begun always is, so its caller learns first that it stays.
  if (change.scheduledStartAt !== undefined && change.scheduledStartAt !== start) {
    requireNotBegun(before, openSessions(before, rows, now), now);
    checkStart(change.scheduledStartAt, now, '/scheduledStartAt');
  }
  // In another zone the wall time stays the same, unless the change gives a start too.
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

/** The start of the first session to come. */
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
