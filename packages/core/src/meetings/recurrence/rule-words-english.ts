import type { RuleDay, Weekday } from './rule.ts';
import { isWorkweek, listedWords, type RuleWords } from './rule-words.ts';

/** The words of mails about a series (MTG-111). */
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
const monthName = (month: number) => monthNames[month - 1] ?? '';
const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

function nth(number: number): string {
  const position = Math.abs(number);
  const endings: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' };
  const ending = position % 100 > 10 && position % 100 < 14 ? undefined : endings[position % 10];
  const counted = ordinals[position - 1] ?? `${position}${ending ?? 'th'}`;
  if (number > 0) return counted;
  return number === -1 ? 'last' : `${counted} to last`;
}

function dayWords(days: readonly RuleDay[], joint = 'and'): string {
  if (isWorkweek(days)) return joint === 'and' ? 'weekdays' : 'weekday';
  return listedWords(
    days.map(({ ordinal, weekday }) =>
      ordinal === null ? dayNames[weekday] : `the ${nth(ordinal)} ${dayNames[weekday]}`,
    ),
    joint,
  );
}

const monthDayWords = (monthDays: readonly number[]) =>
  listedWords(
    monthDays.map((day) => (day > 0 ? `day ${day}` : `the ${nth(day)} day`)),
    'and',
  );
const dates = (count: number) => `${count} ${count === 1 ? 'date' : 'dates'}`;

export const englishRuleWords: RuleWords = {
  every: (frequency, interval) =>
    interval === 1 ? `Every ${units[frequency]}` : `Every ${interval} ${units[frequency]}s`,
  onPositions: (positions, days, monthDays) => {
    const among = monthDays.length > 0 ? ` among ${monthDayWords(monthDays)}` : '';
    const what = days.length > 0 ? dayWords(days, 'or') : 'day';
    return ` on the ${listedWords(positions.map(nth), 'and')} ${what}${among}`;
  },
  onDays: (days, monthDays) =>
    ` on ${dayWords(days)}${monthDays.length > 0 ? `, only where that is ${monthDayWords(monthDays)}` : ''}`,
  onMonthDays: (monthDays) => ` on ${monthDayWords(monthDays)}`,
  onDate: (day, month) => (month === null ? ` on day ${day}` : ` on ${day} ${monthName(month)}`),
  inMonths: (months) => ` in ${listedWords(months.map(monthName), 'and')}`,
  weeksBegin: (weekday) => `, weeks beginning on ${dayNames[weekday]}`,
  times: (count) => (count === 1 ? ', once' : `, ${count} times`),
  until: (day, month, year) => `, until ${day} ${monthName(month)} ${year}`,
  without: (count) => `, without ${dates(count)}`,
  and: (count) => `, and ${dates(count)}`,
};
