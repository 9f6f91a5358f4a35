import { type Rule, type RuleDay, type Weekday, weekdays } from './rule.ts';

/** How one language says a rule. Every phrase but the first begins with what separates it from the one before. */
export interface RuleWords {
  every(frequency: Rule['frequency'], interval: number): string;
  /** The days that BYSETPOS chooses by position. */
  onPositions(positions: readonly number[], days: readonly RuleDay[], monthDays: readonly number[]): string;
  onDays(days: readonly RuleDay[], monthDays: readonly number[]): string;
  onMonthDays(monthDays: readonly number[]): string;
  /** The date of the start: its day alone where the months are named, or where every month has it. */
  onDate(day: number, month: number | null): string;
  inMonths(months: readonly number[]): string;
  weeksBegin(weekday: Weekday): string;
  times(count: number): string;
  until(day: number, month: number, year: number): string;
  without(dates: number): string;
  and(dates: number): string;
}

/** A list of words, the last of them after its joint. */
export const listedWords = (words: readonly string[], joint: string): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`;

export const isWorkweek = (days: readonly RuleDay[]): boolean =>
  days.map(({ ordinal, weekday }) => `${ordinal ?? ''}${weekday}`).join() === weekdays.slice(0, 5).join();
