import type { TimeZoneRules } from './ports.ts';
import { type Instant, instantOf, type PlainDate, plusDays } from './time.ts';

/** A length of time as a person says it: two years and one day. */
export interface Period {
  readonly years: number;
  readonly months: number;
  readonly days: number;
}

const DAY = 86_400_000;
const midnightOf = (date: PlainDate): number => Date.parse(`${date}T00:00:00Z`);
const dateAt = (milliseconds: number): PlainDate => instantOf(milliseconds).slice(0, -14);

/** The date so many days later, or earlier if they are fewer than none. */
export const daysLater = (date: PlainDate, days: number): PlainDate => dateAt(midnightOf(date) + days * DAY);

/** How many days lie between two dates. */
export const daysBetween = (earlier: PlainDate, later: PlainDate): number =>
  (midnightOf(later) - midnightOf(earlier)) / DAY;

/** The day of the week of a date: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (date: PlainDate): number => new Date(midnightOf(date)).getUTCDay() || 7;

export interface PeriodEnd {
  readonly date: PlainDate;
  /** The month of arrival lacks the day, so its last day was taken. */
  readonly isClamped: boolean;
}

/** The date a period later: years and months first, and then days. A day that the month lacks becomes its last one. */
export function periodLater(date: PlainDate, { years, months, days }: Period): PeriodEnd {
  const at = new Date(midnightOf(date));
  const [year, month, day] = [at.getUTCFullYear() + years, at.getUTCMonth() + months, at.getUTCDate()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const arrived = Date.UTC(year, month, Math.min(day, lastDay));
  return { date: dateAt(arrived + days * DAY), isClamped: day > lastDay };
}

/** The date on the calendar of a zone at an instant. */
export const localDate = (
  instant: Instant,
  timeZone: string,
  zones: Pick<TimeZoneRules, 'wall'>,
): PlainDate => zones.wall(instant, timeZone).slice(0, 10);

/** The first instant of a date in a zone: where the clock skips midnight, the instant at which it skips. */
export function startOfDate(
  date: PlainDate,
  timeZone: string,
  zones: Pick<TimeZoneRules, 'resolve' | 'transitions'>,
): Instant {
  const { instant, adjustment } = zones.resolve(`${date}T00:00:00`, timeZone);
  if (adjustment !== 'gap') return instant;
  return zones.transitions(timeZone, plusDays(instant, -2), instant).at(-1)?.at ?? instant;
}
