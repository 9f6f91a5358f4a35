import { type Rule, weekdays } from './rule.ts';

/** Days are counted from 1970-01-01, a Thursday; nothing here depends on a zone. */
const DAY = 86_400_000;
/** A wall time has four digits for its year. */
const lastYear = 9999;

export const dayOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY;
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

const utcDay = (year: number, monthIndex: number, dayOfMonth: number) =>
  Date.UTC(year, monthIndex, dayOfMonth) / DAY;
/** 0 for Monday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7;

function partsOf(day: number) {
  const date = new Date(day * DAY);
  return { year: date.getUTCFullYear(), monthIndex: date.getUTCMonth(), dayOfMonth: date.getUTCDate() };
}

/** The rule with its start, prepared for testing one day after another. */
interface Pattern extends Pick<Rule, 'frequency' | 'interval' | 'months' | 'monthDays' | 'positions'> {
  readonly startDay: number;
  readonly start: ReturnType<typeof partsOf>;
  readonly days: readonly { readonly weekday: number; readonly ordinal: number | null }[];
  readonly weekStart: number;
}

const patternOf = (rule: Rule, startDay: number): Pattern => ({
  ...rule,
  startDay,
  start: partsOf(startDay),
  days: rule.days.map(({ weekday, ordinal }) => ({ weekday: weekdays.indexOf(weekday), ordinal })),
  weekStart: weekdays.indexOf(rule.weekStart),
});

const hasMonth = ({ months }: Pattern, monthIndex: number) =>
  months.length === 0 || months.includes(monthIndex + 1);
const hasMonthDay = ({ monthDays }: Pattern, dayOfMonth: number, length: number) =>
  monthDays.length === 0 || monthDays.includes(dayOfMonth) || monthDays.includes(dayOfMonth - length - 1);

function hasWeekday({ days }: Pattern, weekday: number, dayOfMonth: number, length: number): boolean {
  if (days.length === 0) return true;
  const fromStart = Math.ceil(dayOfMonth / 7);
  const fromEnd = -Math.ceil((length - dayOfMonth + 1) / 7);
  return days.some(
    (day) =>
      day.weekday === weekday &&
      (day.ordinal === null || day.ordinal === fromStart || day.ordinal === fromEnd),
  );
}

const monthLength = (year: number, monthIndex: number) =>
  utcDay(year, monthIndex + 1, 1) - utcDay(year, monthIndex, 1);

/** The days of one month that BYMONTHDAY and BYDAY leave. */
function givenDays(pattern: Pattern, year: number, monthIndex: number): number[] {
  const first = utcDay(year, monthIndex, 1);
  const length = monthLength(year, monthIndex);
  const found: number[] = [];
  for (let day = 1; day <= length; day += 1) {
    if (!hasMonthDay(pattern, day, length)) continue;
    if (hasWeekday(pattern, weekdayOf(first + day - 1), day, length)) found.push(first + day - 1);
  }
  return found;
}

/** The days of one month that a monthly or yearly rule gives; without BY parts the day of the start, if the month has it. */
function daysInMonth(pattern: Pattern, year: number, monthIndex: number): number[] {
  const { monthDays, days, start } = pattern;
  if (monthDays.length > 0 || days.length > 0) return givenDays(pattern, year, monthIndex);
  const isShort = start.dayOfMonth > monthLength(year, monthIndex);
  return isShort ? [] : [utcDay(year, monthIndex, start.dayOfMonth)];
}

/** The days of a period that BYSETPOS selects, oldest first. */
function atPositions(days: readonly number[], positions: readonly number[]): readonly number[] {
  if (positions.length === 0) return days;
  return days.filter((_, index) => positions.includes(index + 1) || positions.includes(index - days.length));
}

/** The days of one period of the rule, `index` intervals after the first period; null after the last year. */
const periods: Record<Rule['frequency'], (pattern: Pattern, index: number) => readonly number[] | null> = {
  // Daily rules go month by month too, so that months that BYMONTH leaves out cost nothing.
  DAILY(pattern, index) {
    const month = pattern.start.monthIndex + index;
    const [year, monthIndex] = [pattern.start.year + Math.floor(month / 12), month % 12];
    if (year > lastYear) return null;
    if (!hasMonth(pattern, monthIndex)) return [];
    return givenDays(pattern, year, monthIndex).filter(
      (day) => (day - pattern.startDay) % pattern.interval === 0,
    );
  },
  WEEKLY(pattern, index) {
    const { startDay, interval, weekStart, days } = pattern;
    const week = startDay - ((weekdayOf(startDay) - weekStart + 7) % 7) + 7 * interval * index;
    if (partsOf(week + 6).year > lastYear) return null;
    const named = days.length === 0 ? [weekdayOf(startDay)] : days.map(({ weekday }) => weekday);
    return named
      .map((weekday) => week + ((weekday - weekStart + 7) % 7))
      .sort((left, right) => left - right)
      .filter((day) => pattern.months.length === 0 || hasMonth(pattern, partsOf(day).monthIndex));
  },
  MONTHLY(pattern, index) {
    const month = pattern.start.monthIndex + index * pattern.interval;
    const [year, monthIndex] = [pattern.start.year + Math.floor(month / 12), month % 12];
    if (year > lastYear) return null;
    if (!hasMonth(pattern, monthIndex)) return [];
    return atPositions(daysInMonth(pattern, year, monthIndex), pattern.positions);
  },
  YEARLY(pattern, index) {
    const year = pattern.start.year + index * pattern.interval;
    if (year > lastYear) return null;
    const isPlain = pattern.monthDays.length === 0 && pattern.days.length === 0;
    const all = isPlain ? [pattern.start.monthIndex] : Array.from({ length: 12 }, (_, month) => month);
    const months = pattern.months.length > 0 ? pattern.months.map((month) => month - 1) : all;
    return atPositions(
      months.flatMap((month) => daysInMonth(pattern, year, month)),
      pattern.positions,
    );
  },
};

/** The least and the greatest length of a period in days. */
function periodDays({ frequency, interval }: Rule): { readonly least: number; readonly most: number } {
  if (frequency === 'WEEKLY') return { least: 7 * interval, most: 7 * interval };
  if (frequency === 'YEARLY') return { least: 365 * interval, most: 366 * interval };
  const months = frequency === 'DAILY' ? 1 : interval;
  return { least: 28 * months, most: 31 * months };
}

export interface DayBounds {
  /** Days long before it are skipped, unless COUNT needs them. */
  readonly from?: number;
  /** The search ends soon after it. */
  readonly to?: number;
}

/**
 * The days that a rule gives from `startDay` to the year 9999, oldest first. COUNT is applied, UNTIL is not, and some days
 * may lie outside the bounds.
 */
export function* daysOf(
  rule: Rule,
  startDay: number,
  { from = startDay, to = Number.POSITIVE_INFINITY }: DayBounds = {},
): Generator<number> {
  const pattern = patternOf(rule, startDay);
  const period = periods[rule.frequency];
  const { least, most } = periodDays(rule);
  // One more period on either side, since the first and the last may be cut off.
  const first = rule.count === null ? Math.max(0, Math.floor((from - startDay) / most) - 1) : 0;
  const last = Math.ceil((to - startDay) / least) + 1;
  let given = 0;
  for (let index = first; index <= last; index += 1) {
    const days = period(pattern, index);
    if (days === null) return;
    for (const day of days) {
      if (day < startDay) continue;
      yield day;
      given += 1;
      if (given === rule.count) return;
    }
  }
}
