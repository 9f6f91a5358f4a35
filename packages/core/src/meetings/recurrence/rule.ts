import { invalidField } from '../../kernel/validation.ts';

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Frequency = (typeof frequencies)[number];
export type Weekday = (typeof weekdays)[number];

/** A weekday: every one, or with `ordinal` the nth of the month, counted from the end if negative. */
export interface RuleDay {
  readonly ordinal: number | null;
  readonly weekday: Weekday;
}

/** A recurrence rule after parsing (meetings 5.1). Lists are in canonical order, without repeats. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  /** `20260330T215959Z`, or `20260330` until the zone is known. */
  readonly until: string | null;
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  readonly days: readonly RuleDay[];
  readonly positions: readonly number[];
  readonly weekStart: Weekday;
}

type Code = 'malformed' | 'unsupported_part' | 'out_of_range';
/** Makes the failure that refuses a rule, at its place in the request. */
type Refuse = (code: Code, message: string) => Error;

const known = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYMONTH',
  'BYMONTHDAY',
  'BYDAY',
  'BYSETPOS',
  'WKST',
] as const;
type PartName = (typeof known)[number];
type Parts = ReadonlyMap<PartName, string>;

const isKnown = (name: string): name is PartName => known.some((part) => part === name);
const finer = ['SECONDLY', 'MINUTELY', 'HOURLY'];

function partsOf(text: string, refuse: Refuse): Parts {
  const parts = new Map<PartName, string>();
  const body = text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '');
  for (const part of body.split(';')) {
    const [name = '', value = '', more] = part.split('=', 3);
    if (name === '' || value === '' || more !== undefined)
      throw refuse('malformed', 'Write the rule as NAME=VALUE parts with semicolons between them.');
    if (!isKnown(name)) throw refuse('unsupported_part', `Leave out the part ${name.slice(0, 20)}.`);
    if (parts.has(name)) throw refuse('malformed', `Give ${name} once.`);
    parts.set(name, value);
  }
  return parts;
}

function integer(
  name: string,
  text: string,
  [least, most]: readonly [number, number],
  refuse: Refuse,
  signed = false,
): number {
  if (!(signed ? /^[+-]?\d+$/ : /^\d+$/).test(text)) throw refuse('malformed', `Give ${name} as a number.`);
  const value = Number(text);
  const size = signed ? Math.abs(value) : value;
  if (size < least || size > most)
    throw refuse('out_of_range', `Give ${name} from ${signed ? '±' : ''}${least} to ${most}.`);
  return value;
}

function integers(
  name: PartName,
  parts: Parts,
  bounds: readonly [number, number],
  refuse: Refuse,
  signed = false,
): number[] {
  const values = parts
    .get(name)
    ?.split(',')
    .map((text) => integer(name, text, bounds, refuse, signed));
  return [...new Set(values ?? [])].sort((left, right) => left - right);
}

const isWeekday = (text: string): text is Weekday => weekdays.some((day) => day === text);
const rank = ({ weekday, ordinal }: RuleDay) => weekdays.indexOf(weekday) * 100 + (ordinal ?? -50);

function weekday(name: PartName, text: string, refuse: Refuse): Weekday {
  if (!isWeekday(text)) throw refuse('malformed', `Give ${name} as MO, TU, WE, TH, FR, SA or SU.`);
  return text;
}

function ruleDays(parts: Parts, refuse: Refuse): RuleDay[] {
  const days = (parts.get('BYDAY')?.split(',') ?? []).map((text): RuleDay => {
    const number = text.slice(0, -2);
    return {
      weekday: weekday('BYDAY', text.slice(-2), refuse),
      ordinal: number === '' ? null : integer('the number in BYDAY', number, [1, 5], refuse, true),
    };
  });
  const distinct = new Map(days.map((day) => [rank(day), day]));
  return [...distinct.values()].sort((left, right) => rank(left) - rank(right));
}

const dateParts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/;

function untilOf(text: string, refuse: Refuse): string {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = dateParts.exec(text) ?? [];
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const at = Date.parse(iso);
  // JavaScript reads 30 February as a day of March.
  if (Number.isNaN(at) || new Date(at).toISOString() !== iso)
    throw refuse('malformed', 'Give UNTIL as a date, or as an instant in UTC such as 20261231T090000Z.');
  return text;
}

/** Refuses parts that do not go together; each part by itself has been checked. */
function checkTogether(rule: Rule, refuse: Refuse): void {
  const { frequency, days, months, monthDays, positions } = rule;
  const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY';
  if (rule.count !== null && rule.until !== null) throw refuse('malformed', 'Give COUNT or UNTIL, not both.');
  if (frequency === 'WEEKLY' && monthDays.length > 0)
    throw refuse('malformed', 'Leave BYMONTHDAY out of a weekly rule.');
  const isNumbered = days.some(({ ordinal }) => ordinal !== null);
  if (isNumbered && !(frequency === 'MONTHLY' || (frequency === 'YEARLY' && months.length > 0)))
    throw refuse('malformed', 'Number weekdays only in a monthly rule, or in a yearly one with BYMONTH.');
  if (positions.length > 0 && !(isLong && months.length + monthDays.length + days.length > 0))
    throw refuse('malformed', 'Give BYSETPOS only in a monthly or yearly rule with another BY part.');
}

/**
 * Reads a rule by the grammar of meetings 5.1, before any engine sees it (MTG-7). Throws `request.invalid` with
 * `recurrence.malformed`, `.unsupported_part` or `.out_of_range` at `path`.
 */
export function readRule(text: string, path = '/recurrence/rrule'): Rule {
  const refuse: Refuse = (code, message) => invalidField(path, `recurrence.${code}`, message);
  const parts = partsOf(text, refuse);
  const frequency = parts.get('FREQ') ?? '';
  if (finer.includes(frequency)) throw refuse('unsupported_part', 'Give FREQ of DAILY or longer.');
  const known = frequencies.find((candidate) => candidate === frequency);
  if (known === undefined) throw refuse('malformed', 'Give FREQ as DAILY, WEEKLY, MONTHLY or YEARLY.');

  const count = parts.get('COUNT');
  const until = parts.get('UNTIL');
  const rule: Rule = {
    frequency: known,
    interval: integer('INTERVAL', parts.get('INTERVAL') ?? '1', [1, 99], refuse),
    count: count === undefined ? null : integer('COUNT', count, [1, 1000], refuse),
    until: until === undefined ? null : untilOf(until, refuse),
    months: integers('BYMONTH', parts, [1, 12], refuse),
    monthDays: integers('BYMONTHDAY', parts, [1, 31], refuse, true),
    days: ruleDays(parts, refuse),
    positions: integers('BYSETPOS', parts, [1, 31], refuse, true),
    weekStart: weekday('WKST', parts.get('WKST') ?? 'MO', refuse),
  };
  checkTogether(rule, refuse);
  return rule;
}

/** The rule in canonical form: its parts in fixed order, in upper case, without defaults. */
export function ruleText(rule: Rule): string {
  const list = (values: readonly (string | number)[]) => (values.length === 0 ? null : values.join(','));
  const parts: [PartName, string | number | null][] = [
    ['FREQ', rule.frequency],
    ['INTERVAL', rule.interval === 1 ? null : rule.interval],
    ['UNTIL', rule.until],
    ['COUNT', rule.count],
    ['BYMONTH', list(rule.months)],
    ['BYMONTHDAY', list(rule.monthDays)],
    ['BYDAY', list(rule.days.map(({ ordinal, weekday }) => `${ordinal ?? ''}${weekday}`))],
    ['BYSETPOS', list(rule.positions)],
    ['WKST', rule.weekStart === 'MO' ? null : rule.weekStart],
  ];
  return parts.flatMap(([name, value]) => (value === null ? [] : `${name}=${value}`)).join(';');
}
