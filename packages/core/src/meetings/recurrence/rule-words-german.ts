import type { RuleDay, Weekday } from './rule.ts';
import { isWorkweek, listedWords, type RuleWords } from './rule-words.ts';

/** The words of mails about a series (MTG-111). */
const dayNames: Record<Weekday, string> = {
  MO: 'Montag',
  TU: 'Dienstag',
  WE: 'Mittwoch',
  TH: 'Donnerstag',
  FR: 'Freitag',
  SA: 'Samstag',
  SU: 'Sonntag',
};
const monthNames = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];
const monthName = (month: number) => monthNames[month - 1] ?? '';
const once = {
  DAILY: 'Jeden Tag',
  WEEKLY: 'Jede Woche',
  MONTHLY: 'Jeden Monat',
  YEARLY: 'Jedes Jahr',
} as const;
const several = { DAILY: 'Tage', WEEKLY: 'Wochen', MONTHLY: 'Monate', YEARLY: 'Jahre' } as const;
const ordinals = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'];

/** As it stands behind “am”: `zweiten`, `22.`, `letzten`, `drittletzten`. */
function nth(number: number): string {
  const position = Math.abs(number);
  if (number > 0) return ordinals[position - 1] ?? `${position}.`;
  if (number === -1) return 'letzten';
  const counted = ordinals[position - 1]?.replace(/en$/, '');
  return counted === undefined ? `${position}.-letzten` : `${counted}letzten`;
}

function dayWords(days: readonly RuleDay[], joint = 'und'): string {
  if (isWorkweek(days)) return joint === 'und' ? 'Montag bis Freitag' : 'Werktag (Montag bis Freitag)';
  return listedWords(
    days.map(({ ordinal, weekday }) =>
      ordinal === null ? dayNames[weekday] : `${nth(ordinal)} ${dayNames[weekday]}`,
    ),
    joint,
  );
}

const monthDayWords = (monthDays: readonly number[], joint = 'und') =>
  listedWords(
    monthDays.map((day) => (day > 0 ? `${day}.` : `${nth(day)} Tag`)),
    joint,
  );
const dates = (count: number) => `${count} ${count === 1 ? 'Termin' : 'Termine'}`;

export const germanRuleWords: RuleWords = {
  every: (frequency, interval) =>
    interval === 1 ? once[frequency] : `Alle ${interval} ${several[frequency]}`,
  onPositions: (positions, days, monthDays) => {
    const among = monthDays.length > 0 ? `, gezählt am ${monthDayWords(monthDays)}` : '';
    const what = days.length > 0 ? dayWords(days, 'oder') : 'Tag';
    return ` am ${listedWords(positions.map(nth), 'und')} ${what}${among}`;
  },
  onDays: (days, monthDays) => {
    const among = monthDays.length > 0 ? `, nur am ${monthDayWords(monthDays, 'oder')} des Monats` : '';
    return `${isWorkweek(days) ? ' von' : ' am'} ${dayWords(days)}${among}`;
  },
  onMonthDays: (monthDays) => ` am ${monthDayWords(monthDays)}`,
  onDate: (day, month) => (month === null ? ` am ${day}.` : ` am ${day}. ${monthName(month)}`),
  inMonths: (months) => ` im ${listedWords(months.map(monthName), 'und')}`,
  weeksBegin: (weekday) => `, Wochen beginnen am ${dayNames[weekday]}`,
  times: (count) => (count === 1 ? ', einmal' : `, ${count}-mal`),
  until: (day, month, year) => `, bis ${day}. ${monthName(month)} ${year}`,
  without: (count) => `, ohne ${dates(count)}`,
  and: (count) => `, dazu ${dates(count)}`,
};
