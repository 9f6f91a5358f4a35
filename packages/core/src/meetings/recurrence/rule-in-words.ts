import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Rule, readRule, weekdays } from './rule.ts';
import type { RuleWords } from './rule-words.ts';
import { englishRuleWords } from './rule-words-english.ts';
import { type Recurrence, type SeriesStart, untilInstant } from './series.ts';

/** Names the weekdays and days of the month that the rule gives; without BY parts those of its start. */
function daysInWords(rule: Rule, localStart: string, words: RuleWords): string {
  const { frequency, days, monthDays, positions, months } = rule;
  if (positions.length > 0) return words.onPositions(positions, days, monthDays);
  if (days.length > 0) return words.onDays(days, monthDays);
  if (monthDays.length > 0) return words.onMonthDays(monthDays);
  const start = new Date(`${localStart}Z`);
  const weekday = weekdays[(start.getUTCDay() + 6) % 7] ?? 'MO';
  if (frequency === 'WEEKLY') return words.onDays([{ ordinal: null, weekday }], []);
  if (frequency === 'DAILY') return '';
  const namesMonth = frequency === 'YEARLY' && months.length === 0;
  return words.onDate(start.getUTCDate(), namesMonth ? start.getUTCMonth() + 1 : null);
}

function endInWords(
  { count, until }: Rule,
  timeZone: string,
  rules: TimeZoneRules,
  words: RuleWords,
): string {
  if (count !== null) return words.times(count);
  if (until === null) return '';
  const [year, month, day] = rules.wall(untilInstant(until), timeZone).slice(0, 10).split('-').map(Number);
  return words.until(day ?? 1, month ?? 1, year ?? 1970);
}

/** One sentence without a full stop: `Every 2 weeks on Monday and Wednesday, until 30 March 2026`; in English by default. */
export function recurrenceText(
  { rrule, exdates, rdates }: Recurrence,
  { localStart, timeZone }: Pick<SeriesStart, 'localStart' | 'timeZone'>,
  rules: TimeZoneRules,
  words: RuleWords = englishRuleWords,
): string {
  const rule = readRule(rrule);
  return [
    words.every(rule.frequency, rule.interval),
    daysInWords(rule, localStart, words),
    rule.months.length > 0 ? words.inMonths(rule.months) : '',
    rule.weekStart === 'MO' ? '' : words.weeksBegin(rule.weekStart),
    endInWords(rule, timeZone, rules, words),
    exdates.length === 0 ? '' : words.without(exdates.length),
    rdates.length === 0 ? '' : words.and(rdates.length),
  ].join('');
}
