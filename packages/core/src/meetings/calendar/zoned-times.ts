import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, WallTime } from '../../kernel/time.ts';
import type { CalendarProperty } from './calendar-writer.ts';

/** A file says so far ahead what the clocks do to a series without end (meetings 7.3). */
export const endlessDays = 12 * 366;

/** A time in UTC form, with seconds and a `Z`. */
export const utc = (name: string, at: Instant): CalendarProperty => [
  name,
  {},
  'date-time',
  `${at.slice(0, 19)}Z`,
];

/**
 * Whether every reader computes this instant from its wall time in the zone. In a repeated hour they do not: readers
 * differ in which of the two instants they take.
 */
export function isPlain(at: Instant, timeZone: string, rules: TimeZoneRules): boolean {
  const { instant, adjustment } = rules.resolve(rules.wall(at, timeZone), timeZone);
  return instant === at && adjustment === null;
}

/** A wall time with its zone, or in UTC form if the zone is UTC. */
export const zoned = (name: string, wall: WallTime, timeZone: string): CalendarProperty =>
  timeZone === 'UTC' ? [name, {}, 'date-time', `${wall}Z`] : [name, { tzid: timeZone }, 'date-time', wall];
