import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusMinutes, plusSeconds, secondsBetween } from '../../kernel/time.ts';
import { ruleUntil } from './recurrence-split.ts';
import { readRule, ruleText } from './rule.ts';
import { expandSeries, type Recurrence, type SeriesStart, untilInstant } from './series.ts';

/** A series by the zone data before: how many occurrences it has, and when the last of them ends. */
export interface SpanBefore {
  readonly occurrenceCount: number | null;
  readonly endsAt: Instant | null;
}

/**
 * The rule after its zone got other data (MTG-110). UNTIL moves as its last occurrence does, written or not, and always
 * stays between that one and what would follow, so no occurrence is lost and none is added.
 */
export function rezonedUntil(
  recurrence: Recurrence,
  series: SeriesStart,
  { occurrenceCount, endsAt }: SpanBefore,
  rules: TimeZoneRules,
): Recurrence {
  const { until, ...rule } = readRule(recurrence.rrule);
  if (until === null || occurrenceCount === null || occurrenceCount === 0 || endsAt === null)
    return recurrence;
  const unbounded = { ...recurrence, rrule: ruleText({ ...rule, until: null }) };
  // Wall times say which occurrences there were; by start, those near a gap may come in another order.
  const slots = expandSeries(unbounded, series, rules, { limit: occurrenceCount + 2 }).sort((left, right) =>
    left.recurrenceId < right.recurrenceId ? -1 : 1,
  );
  const [kept, rest] = [slots.slice(0, occurrenceCount), slots.slice(occurrenceCount)];
  const starts = kept.map(({ startsAt }) => startsAt).sort();
  const last = starts.at(-1);
  if (last === undefined) return recurrence;

  const before = untilInstant(until);
  const moved = plusSeconds(before, secondsBetween(plusMinutes(endsAt, -series.durationMinutes), last));
  const tooLate = rest.map(({ startsAt }) => plusSeconds(startsAt, -1)).sort()[0];
  const bounded = tooLate !== undefined && moved > tooLate ? tooLate : moved;
  const after = bounded < last ? last : bounded;
  return after === before ? recurrence : { ...recurrence, rrule: ruleUntil(recurrence.rrule, after) };
}
