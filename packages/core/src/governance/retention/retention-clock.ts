import { daysLater, type Period, periodLater } from '../../kernel/plain-dates.ts';
import type { PlainDate } from '../../kernel/time.ts';

/** From which day on a period of retention is counted. */
export const retentionTriggers = [
  'case_closed',
  'last_encounter',
  'last_entry',
  'subject_birth',
  'fixed_date',
] as const;
export const retentionActions = ['destroy', 'review', 'retain_permanently'] as const;

/** What a policy says of how long a case is kept (governance 4.7). */
export interface RetentionRule {
  readonly trigger: (typeof retentionTriggers)[number];
  readonly fixedDate: PlainDate | null;
  /** Null only where everything is kept for ever. */
  readonly period: Period | null;
  readonly action: (typeof retentionActions)[number];
  /** Records of somebody who was younger than `majorityAge` at the trigger are kept until they are `untilAge`. */
  readonly minor: { readonly majorityAge: number; readonly untilAge: number } | null;
}

/** What is known of a case; all dates are of the calendar of the workspace. */
export interface RetentionFacts {
  readonly openedOn: PlainDate;
  /** When it was closed or cancelled; null while people work on it. */
  readonly closedOn: PlainDate | null;
  readonly lastEncounterOn: PlainDate | null;
  readonly lastEntryOn: PlainDate | null;
  /** Of the primary subject: a day, a month or a year. */
  readonly birthDate: string | null;
  /** Whether the primary subject is a person: nobody else comes of age. */
  readonly isPerson: boolean;
}

export type RetentionClock =
  | { readonly state: 'not_started' | 'permanent'; readonly triggerDate: null; readonly dueOn: null }
  | { readonly state: 'running' | 'due'; readonly triggerDate: PlainDate; readonly dueOn: PlainDate };

/** What a running clock becomes on its day. */
export const fallsDue = { from: 'running', to: 'due' } as const;

const without = (state: 'not_started' | 'permanent'): RetentionClock => ({
  state,
  triggerDate: null,
  dueOn: null,
});

/**
 * The clock of a case under a policy as of a day (GOV-19). `dueOn` is the first day on which the case may be disposed of; what
 * is missing starts no clock (GOV-20).
 */
export function retentionClock(rule: RetentionRule, facts: RetentionFacts, today: PlainDate): RetentionClock {
  if (facts.closedOn === null && rule.trigger !== 'fixed_date') return without('not_started');
  if (rule.action === 'retain_permanently' || rule.period === null) return without('permanent');
  const triggerDate = triggerDateOf(rule, facts);
  const birth = lastDayOf(facts.birthDate);
  const needsBirth = rule.minor !== null && facts.isPerson;
  if (triggerDate === null || (needsBirth && birth === null)) return without('not_started');

  const byPeriod = daysLater(periodLater(triggerDate, rule.period).date, 1);
  const byAge =
    rule.minor === null || birth === null || !facts.isPerson
      ? null
      : dueByAge(birth, triggerDate, rule.minor);
  const dueOn = byAge !== null && byAge > byPeriod ? byAge : byPeriod;
  return { state: dueOn <= today ? fallsDue.to : fallsDue.from, triggerDate, dueOn };
}

function triggerDateOf({ trigger, fixedDate }: RetentionRule, facts: RetentionFacts): PlainDate | null {
  switch (trigger) {
    case 'case_closed':
      return facts.closedOn;
    case 'last_encounter':
      return facts.lastEncounterOn ?? facts.openedOn;
    case 'last_entry':
      return facts.lastEntryOn ?? facts.openedOn;
    case 'subject_birth':
      return lastDayOf(facts.birthDate);
    case 'fixed_date':
      return fixedDate;
  }
}

/** The day of that age itself; null for somebody who was of age at the trigger. */
function dueByAge(
  birth: PlainDate,
  triggerDate: PlainDate,
  { majorityAge, untilAge }: { readonly majorityAge: number; readonly untilAge: number },
): PlainDate | null {
  return triggerDate < yearsAfter(birth, majorityAge) ? yearsAfter(birth, untilAge) : null;
}

const yearsAfter = (date: PlainDate, years: number): PlainDate =>
  periodLater(date, { years, months: 0, days: 0 }).date;

/** A year or a month counts as its last day. */
function lastDayOf(partial: string | null): PlainDate | null {
  if (partial === null) return null;
  if (partial.length === 4) return `${partial}-12-31`;
  if (partial.length === 7)
    return daysLater(periodLater(`${partial}-01`, { years: 0, months: 1, days: 0 }).date, -1);
  return partial;
}
