import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusMinutes, plusSeconds, secondsBetween } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import {
  portabilityOf,
  type Recurrence,
  readRule,
  resolvedStart,
  ruleUntil,
  seriesSpan,
  untilInstant,
} from '../recurrence/index.ts';

export interface MovedOccurrence {
  readonly before: Occurrence;
  readonly after: Occurrence;
}

/** A meeting by other rules of its zone. */
export interface RezonedMeeting {
  readonly meeting: Meeting;
  /** Sessions to come whose instant is another; oldest first. */
  readonly moved: readonly MovedOccurrence[];
  /** Cancelled ones that would come back at another instant. */
  readonly quietly: readonly Occurrence[];
}

/** When the occurrence is by these rules: by its own wall time where that was set by hand, else by its recurrence id. */
function rezonedOccurrence(occurrence: Occurrence, timeZone: string, rules: TimeZoneRules): Occurrence {
  const { recurrenceId, ownStart, localStart, startReading: reading, durationMinutes } = occurrence;
  const isOwn = recurrenceId === null || ownStart;
  const { startsAt, adjustment } = isOwn
    ? resolvedStart({ localStart, timeZone, reading }, rules)
    : resolvedStart({ localStart: recurrenceId, timeZone, reading: 'first' }, rules);
  return {
    ...occurrence,
    startsAt,
    endsAt: plusMinutes(startsAt, durationMinutes),
    adjustment,
    localStart: isOwn ? localStart : rules.wall(startsAt, timeZone),
    recurrenceIdAt: recurrenceId === null ? null : rules.resolve(recurrenceId, timeZone).instant,
  };
}

/** The rule ends with the same occurrence as before, whose instant may have moved. */
function rezonedRule(recurrence: Recurrence, moves: readonly MovedOccurrence[]): Recurrence {
  const { until } = readRule(recurrence.rrule);
  const [last] = [...moves].sort((left, right) =>
    (left.before.recurrenceId ?? '') > (right.before.recurrenceId ?? '') ? -1 : 1,
  );
  if (until === null || !last?.before.recurrenceIdAt || !last.after.recurrenceIdAt) return recurrence;
  const seconds = secondsBetween(last.before.recurrenceIdAt, last.after.recurrenceIdAt);
  if (seconds === 0) return recurrence;
  return { ...recurrence, rrule: ruleUntil(recurrence.rrule, plusSeconds(untilInstant(until), seconds)) };
}

/**
 * What another release of the tz data makes of a meeting (meetings 5.4): sessions to come keep their recurrence ids and
 * wall times; what has been or is now stays as it was.
 */
export function rezoned(
  meeting: Meeting,
  occurrences: readonly Occurrence[],
  now: Instant,
  rules: TimeZoneRules,
): RezonedMeeting {
  const { timeZone, localStart, startReading, scheduledStartAt, recurrence, durationMinutes } = meeting;
  const ahead = occurrences
    .filter(({ status, startsAt }) => (status === 'scheduled' || status === 'cancelled') && startsAt > now)
    .map((before) => ({ before, after: rezonedOccurrence(before, timeZone, rules) }));
  const isMoved = ({ before, after }: MovedOccurrence) =>
    before.startsAt !== after.startsAt || before.recurrenceIdAt !== after.recurrenceIdAt;
  const differing = ahead.filter(isMoved);

  const start =
    localStart === null || scheduledStartAt === null || scheduledStartAt <= now
      ? scheduledStartAt
      : resolvedStart({ localStart, timeZone, reading: startReading }, rules).startsAt;
  const rule = recurrence && rezonedRule(recurrence, ahead);
  const series = localStart === null ? null : { localStart, timeZone, durationMinutes };
  const span = rule && series ? seriesSpan(rule, series, rules) : null;
  const gaps = ahead.filter(({ after }) => after.adjustment === 'gap').map(({ after }) => after.startsAt);
  return {
    meeting: {
      ...meeting,
      scheduledStartAt: start,
      recurrence: rule,
      occurrenceCount: span?.occurrenceCount ?? meeting.occurrenceCount,
      seriesEndsAt: span?.endsAt ?? meeting.seriesEndsAt,
      portability:
        rule && series ? portabilityOf(rule, series, rules, gaps).portability : meeting.portability,
      tzdataVersion: rules.version(),
    },
    moved: differing.filter(
      ({ before, after }) => before.status === 'scheduled' && before.startsAt !== after.startsAt,
    ),
    quietly: differing
      .filter(({ before, after }) => before.status !== 'scheduled' || before.startsAt === after.startsAt)
      .map(({ after }) => after),
  };
}
