import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusDays, plusMinutes, type WallTime } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import {
  checkedRecurrence,
  horizonDays,
  placed,
  portabilityOf,
  type RecurrenceInput,
  seriesSpan,
  slotsToWrite,
  timeWarnings,
} from '../recurrence/index.ts';
import type { Warning } from '../warnings.ts';

/** When a meeting is to take place, as it is asked for. */
export interface ScheduleWish {
  readonly scheduledStartAt: Instant;
  readonly timeZone: string;
  readonly durationMinutes: number;
  readonly recurrence: RecurrenceInput | null;
}

/** One time of a meeting, before it is a session. */
export type TimetableSlot = Pick<
  Occurrence,
  | 'recurrenceId'
  | 'recurrenceIdAt'
  | 'startsAt'
  | 'endsAt'
  | 'durationMinutes'
  | 'localStart'
  | 'startReading'
  | 'adjustment'
>;

/** What of a meeting follows from its schedule. */
export type ScheduledPart = Pick<
  Meeting,
  | 'scheduledStartAt'
  | 'localStart'
  | 'startReading'
  | 'timeZone'
  | 'durationMinutes'
  | 'recurrence'
  | 'occurrenceCount'
  | 'seriesEndsAt'
  | 'portability'
  | 'writtenUntil'
  | 'tzdataVersion'
>;

export interface Timetable {
  readonly meeting: ScheduledPart;
  /** Those that are to be rows now, by start. */
  readonly slots: readonly TimetableSlot[];
  readonly warnings: readonly Warning[];
}

/**
 * The times of a meeting. Throws `request.invalid` for a rule that does not hold; the start and the zone have been
 * checked by then.
 */
export function timetable(wish: ScheduleWish, now: Instant, rules: TimeZoneRules): Timetable {
  return wish.recurrence === null
    ? singleTimetable(wish, rules)
    : seriesTimetable({ ...wish, recurrence: wish.recurrence }, now, rules);
}

/** What a meeting is once it has these times: a webinar stays one. */
export function typeUnder(
  { meeting }: Pick<Timetable, 'meeting'>,
  { meetingType }: Pick<Meeting, 'meetingType'>,
): Meeting['meetingType'] {
  if (meetingType === 'webinar') return 'webinar';
  return meeting.recurrence === null ? 'scheduled' : 'recurring';
}

function singleTimetable(wish: ScheduleWish, rules: TimeZoneRules): Timetable {
  const { scheduledStartAt: startsAt, timeZone, durationMinutes } = wish;
  const { localStart, reading, adjustment } = placed(startsAt, timeZone, rules);
  return {
    meeting: {
      scheduledStartAt: startsAt,
      localStart,
      startReading: reading,
      timeZone,
      durationMinutes,
      recurrence: null,
      occurrenceCount: null,
      seriesEndsAt: null,
      portability: null,
      writtenUntil: null,
      tzdataVersion: rules.version(),
    },
    slots: [
      {
        recurrenceId: null,
        recurrenceIdAt: null,
        startsAt,
        endsAt: plusMinutes(startsAt, durationMinutes),
        durationMinutes,
        localStart,
        startReading: reading,
        adjustment,
      },
    ],
    // Whoever gives an instant has chosen a reading.
    warnings: [],
  };
}

function seriesTimetable(
  wish: ScheduleWish & { readonly recurrence: RecurrenceInput },
  now: Instant,
  rules: TimeZoneRules,
): Timetable {
  const { scheduledStartAt, timeZone, durationMinutes } = wish;
  const recurrence = checkedRecurrence(wish.recurrence, wish, rules);
  const localStart: WallTime = rules.wall(scheduledStartAt, timeZone);
  const series = { localStart, timeZone, durationMinutes };
  const { occurrenceCount, endsAt } = seriesSpan(recurrence, series, rules);
  const slots = slotsToWrite(recurrence, series, now, rules);
  const gaps = slots.filter(({ adjustment }) => adjustment === 'gap').map(({ startsAt }) => startsAt);
  const { portability, warnings } = portabilityOf(recurrence, series, rules, gaps);
  return {
    meeting: {
      scheduledStartAt,
      localStart,
      startReading: 'first',
      timeZone,
      durationMinutes,
      recurrence,
      occurrenceCount,
      seriesEndsAt: endsAt,
      portability,
      writtenUntil: slots.length === occurrenceCount ? null : plusDays(now, horizonDays),
      tzdataVersion: rules.version(),
    },
    slots: slots.map(({ recurrenceId, startsAt, endsAt, adjustment }) => ({
      recurrenceId,
      recurrenceIdAt: startsAt,
      startsAt,
      endsAt,
      durationMinutes,
      localStart: rules.wall(startsAt, timeZone),
      startReading: 'first',
      adjustment,
    })),
    warnings: [...timeWarnings(slots), ...warnings],
  };
}
