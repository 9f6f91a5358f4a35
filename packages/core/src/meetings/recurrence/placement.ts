import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusDays, type WallTime } from '../../kernel/time.ts';

/** A wall time in a repeated hour has two readings; this names one of them. */
export type Reading = 'first' | 'second';

/** A start as it is stored (meetings 5.4), so that it can follow its zone when the rules of the zone change. */
export interface StoredStart {
  readonly localStart: WallTime;
  readonly timeZone: string;
  readonly reading: Reading;
}

/** The stored form of a start that was given as an instant. */
export function placed(
  startsAt: Instant,
  timeZone: string,
  rules: TimeZoneRules,
): { readonly localStart: WallTime; readonly reading: Reading; readonly adjustment: 'overlap' | null } {
  const localStart = rules.wall(startsAt, timeZone);
  const { instant, adjustment } = rules.resolve(localStart, timeZone);
  // The wall time of an instant is never in a gap.
  return {
    localStart,
    reading: instant === startsAt ? 'first' : 'second',
    adjustment: adjustment === 'overlap' ? 'overlap' : null,
  };
}

/** The instant of a stored start by the loaded rules. If the hour is no longer repeated, only one reading is left. */
export function resolvedStart(
  { localStart, timeZone, reading }: StoredStart,
  rules: TimeZoneRules,
): { readonly startsAt: Instant; readonly adjustment: 'gap' | 'overlap' | null } {
  const { instant, adjustment } = rules.resolve(localStart, timeZone);
  if (reading === 'first' || adjustment !== 'overlap') return { startsAt: instant, adjustment };
  return { startsAt: secondReading(instant, localStart, timeZone, rules) ?? instant, adjustment };
}

/** The later instant with the same wall time: it comes after the change that repeats the hour. */
function secondReading(
  first: Instant,
  wall: WallTime,
  timeZone: string,
  rules: TimeZoneRules,
): Instant | undefined {
  return rules
    .transitions(timeZone, first, plusDays(first, 1))
    .map(({ offsetAfter }) => new Date(Date.parse(`${wall}Z`) - offsetAfter * 60_000).toISOString())
    .find((candidate) => candidate > first && rules.wall(candidate, timeZone) === wall);
}
