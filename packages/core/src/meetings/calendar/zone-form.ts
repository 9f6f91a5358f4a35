import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { type OffsetChange, yearlyPair } from './yearly-pair.ts';

/** The time that a file covers: from its first start to its last end. */
export interface CalendarWindow {
  readonly from: Instant;
  readonly to: Instant;
}

/** The changes of a zone in the window, and the yearly pair that describes them; the pair is null if there is none. */
export function zoneChanges(timeZone: string, { from, to }: CalendarWindow, rules: TimeZoneRules) {
  const changes = rules.transitions(timeZone, from, to);
  if (changes.length === 0) return { changes, pair: null };
  // Both halves of a pair only show within a whole year.
  const year = rules.transitions(timeZone, from, plusDays(from, 366));
  const whole: readonly OffsetChange[] = changes.length > year.length ? changes : year;
  return { changes, pair: yearlyPair(whole, Number(rules.wall(from, timeZone).slice(0, 4)) - 1) };
}

/** How the clocks of a zone change in the window (meetings 7.3): never, by one yearly pair of changes, or otherwise. */
export function zoneForm(
  timeZone: string,
  window: CalendarWindow,
  rules: TimeZoneRules,
): 'fixed' | 'pair' | 'irregular' {
  const { changes, pair } = zoneChanges(timeZone, window, rules);
  if (changes.length === 0) return 'fixed';
  return pair === null ? 'irregular' : 'pair';
}
