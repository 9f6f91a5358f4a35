import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Rule, type RuleDay, readRule, type Weekday, weekdays } from './rule.ts';
import { type Recurrence, type SeriesStart, untilInstant } from './series.ts';

const dayNames: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

const listed = (words: readonly string[], joint = 'and') =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`;

function nth(number: number): string {
  const position = Math.abs(number);
  const endings: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' };
  const ending = position % 100 > 10 && position % 100 < 14 ? undefined : endings[position % 10];
  const counted = ordinals[position - 1] ?? `${position}${ending ?? 'th'}`;
  if (number > 0) return counted;
  return number === -1 ? 'last' : `${counted} to last`;
}

const isWorkweek = (days: readonly RuleDay[]) =>
  days.map(({ ordinal, weekday }) => `${ordinal ?? ''}${weekday}`).join() === weekdays.slice(0, 5).join();

function dayWords(days: readonly RuleDay[], joint = 'and'): string {
  if (isWorkweek(days)) return joint === 'and' ? 'weekdays' : 'weekday';
  return listed(
    days.map(({ ordinal, weekday }) =>
      ordinal === null ? dayNames[weekday] : `the ${nth(ordinal)} ${dayNames[weekday]}`,
    ),
    joint,
  );
}

const monthDayWords = (monthDays: readonly number[]) =>
  listed(monthDays.map((day) => (day > 0 ? `day ${day}` : `the ${nth(day)} day`)));

/** Names the weekdays and days of the month that the rule gives; without BY parts those of its start. */
function daysInWords(rule: Rule, localStart: string): string {
  const { frequency, days, monthDays, positions, months } = rule;
  const start = new Date(`${localStart}Z`);
  if (positions.length > 0) {
    const which = listed(positions.map(nth));
    const among = monthDays.length > 0 ? ` among ${monthDayWords(monthDays)}` : '';
    const what = days.length > 0 ? dayWords(days, 'or') : 'day';
    return ` on the ${which} ${what}${among}`;
  }
  if (days.length > 0) {
    const among = monthDays.length > 0 ? `, only where that is ${monthDayWords(monthDays)}` : '';
    return ` on ${dayWords(days)}${among}`;
  }
  if (monthDays.length > 0) return ` on ${monthDayWords(monthDays)}`;
  const dayOfMonth = start.getUTCDate();
  if (frequency === 'WEEKLY') return ` on ${dayNames[weekdays[(start.getUTCDay() + 6) % 7] ?? 'MO']}`;
  if (frequency === 'MONTHLY') return ` on day ${dayOfMonth}`;
  if (frequency === 'DAILY') return '';
  return months.length > 0 ? ` on day ${dayOfMonth}` : ` on ${dayOfMonth} ${monthNames[start.getUTCMonth()]}`;
}

function endInWords({ count, until }: Rule, timeZone: string, rules: TimeZoneRules): string {
  if (count !== null) return count === 1 ? ', once' : `, ${count} times`;
  if (until === null) return '';
  const [year, month, day] = rules.wall(untilInstant(until), timeZone).slice(0, 10).split('-').map(Number);
  return `, until ${day} ${monthNames[(month ?? 1) - 1]} ${year}`;
}

/** One English sentence without a full stop: `Every 2 weeks on Monday and Wednesday, until 30 March 2026`. */
export function recurrenceText(
  { rrule, exdates, rdates }: Recurrence,
  { localStart, timeZone }: Pick<SeriesStart, 'localStart' | 'timeZone'>,
  rules: TimeZoneRules,
): string {
  const rule = readRule(rrule);
  const unit = units[rule.frequency];
  const every = rule.interval === 1 ? `Every ${unit}` : `Every ${rule.interval} ${unit}s`;
  const months =
    rule.months.length > 0 ? ` in ${listed(rule.months.map((month) => monthNames[month - 1] ?? ''))}` : '';
  const weeks = rule.weekStart === 'MO' ? '' : `, weeks beginning on ${dayNames[rule.weekStart]}`;
  const dates = (count: number, sign: string) =>
    count === 0 ? '' : `, ${sign} ${count} ${count === 1 ? 'date' : 'dates'}`;
  const words = `${every}${daysInWords(rule, localStart)}${months}${weeks}`;
  return `${words}${endInWords(rule, timeZone, rules)}${dates(exdates.length, 'without')}${dates(rdates.length, 'and')}`;
}
