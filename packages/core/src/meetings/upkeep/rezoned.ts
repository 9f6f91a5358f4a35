import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import { portabilityOf, resolvedStart, rezonedUntil, seriesSpan } from '../recurrence/index.ts';

export interface MovedOccurrence {
  readonly before: Occurrence;
  readonly after: Occurrence;
}

/** A meeting after the rules of its zone changed. */
export interface RezonedMeeting {
  readonly meeting: Meeting;
  /** The sessions to come whose instant changes, oldest first. */
  readonly moved: readonly MovedOccurrence[];
  /** The sessions that change without anybody being notified: cancelled ones, which would be restored at another instant. */
  readonly quietly: readonly Occurrence[];
}

/** The occurrence by these rules: resolved from its own wall time if that was set by hand, else from its recurrence id. */
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

/**
 * The meeting by another release of the tz data (meetings 5.4): sessions to come keep their recurrence ids and wall times;
 * past and live sessions stay as they were.
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
  const series = localStart === null ? null : { localStart, timeZone, durationMinutes };
  const { occurrenceCount, seriesEndsAt: endsAt } = meeting;
  const rule = recurrence && series && rezonedUntil(recurrence, series, { occurrenceCount, endsAt }, rules);
  const span = rule && series ? seriesSpan(rule, series, rules) : null;
  const gaps = ahead.filter(({ after }) => after.adjustment === 'gap').map(({ after }) => after.startsAt);
  return {
    meeting: {
      ...meeting,
      scheduledStartAt: start,
      recurrence: rule ?? recurrence,
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
