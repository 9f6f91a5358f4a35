import { z } from 'zod';
import { type FailureDetail, requestInvalid } from '../../kernel/errors.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, WallTime } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { placed } from './placement.ts';
import { type Rule, readRule, ruleText } from './rule.ts';
import {
  expandSeries,
  type Recurrence,
  ruleWalls,
  type SeriesStart,
  untilInstant,
  untilText,
} from './series.ts';

const mostOccurrences = 1000;
const mostYears = 10;
/** How many years are searched for the first date of a rule that does not give its own start. */
const searchedYears = 60;

const exists = (wall: string) => {
  const at = Date.parse(`${wall}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === wall;
};
/** A wall time: local date and time without offset. */
const wall = () =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'Give a local date and time such as 2026-05-04T09:30:00.')
    .refine(exists, 'Give a local date and time that exists.');

/** The input field of a recurrence; `checkedRecurrence` reads its grammar. */
export const recurrenceInput = () =>
  z
    .strictObject({
      rrule: z
        .string()
        .max(500)
        .describe('An RFC 5545 rule such as FREQ=WEEKLY;COUNT=10, at whole days or longer.')
        .meta({ examples: ['FREQ=WEEKLY;COUNT=10'] }),
      exdates: z
        .array(wall())
        .max(366)
        .default([])
        .describe('Local starts that the rule gives but the series leaves out.'),
      rdates: z
        .array(wall())
        .max(50)
        .default([])
        .describe('Local starts in addition to those that the rule gives.'),
    })
    .meta({ id: 'RecurrenceInput', description: 'How a meeting is to repeat.' });

export interface RecurrenceInput {
  readonly rrule: string;
  readonly exdates?: readonly WallTime[] | undefined;
  readonly rdates?: readonly WallTime[] | undefined;
}

interface SeriesSchedule {
  readonly scheduledStartAt: Instant;
  readonly timeZone: string;
  readonly durationMinutes: number;
}

const refuse = (code: string, message: string, path = '/recurrence/rrule') =>
  invalidField(path, `recurrence.${code}`, message);
const yearsAfter = (time: string, years: number) =>
  `${String(Number(time.slice(0, 4)) + years).padStart(4, '0')}${time.slice(4)}`;

/** UNTIL as an instant: a date stands for the end of that day in the meeting's zone. */
function canonicalUntil(rule: Rule, timeZone: string, rules: TimeZoneRules): Rule {
  if (rule.until === null || rule.until.length > 8) return rule;
  const date = rule.until.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return { ...rule, until: untilText(rules.resolve(`${date}T23:59:59`, timeZone).instant) };
}

function checkUntil({ until }: Rule, startsAt: Instant): void {
  if (until === null) return;
  const last = untilInstant(until);
  if (last < startsAt) throw refuse('ends_before_start', 'Give an UNTIL that is not before the start.');
  if (last > yearsAfter(startsAt, mostYears))
    throw refuse('out_of_range', `Give an UNTIL within ${mostYears} years of the start.`);
}

function checkStart(rule: Rule, localStart: WallTime): void {
  const [first] = ruleWalls(rule, localStart, { to: yearsAfter(localStart, searchedYears) });
  if (first === localStart) return;
  throw refuse(
    'start_not_in_rule',
    first !== undefined
      ? `The rule does not give its own start; the first date that it gives is ${first.slice(0, 10)}.`
      : 'The rule does not give its own start, nor any later date.',
  );
}

/** The wall times that the rule gives up to the last of those asked about, so that each of them can be looked up. */
function givenUpTo(rule: Rule, localStart: WallTime, asked: readonly WallTime[]): ReadonlySet<WallTime> {
  const given = new Set<WallTime>();
  const nearest = asked.filter((date) => date <= yearsAfter(localStart, searchedYears));
  const last = nearest.reduce((latest, date) => (date > latest ? date : latest), localStart);
  for (const date of ruleWalls(rule, localStart, { to: last })) {
    if (date > last) break;
    given.add(date);
  }
  return given;
}

function checkDates(
  rule: Rule,
  { exdates, rdates }: Recurrence,
  { localStart, timeZone }: Pick<SeriesStart, 'localStart' | 'timeZone'>,
  rules: TimeZoneRules,
): void {
  const last = rule.until === null ? null : untilInstant(rule.until);
  const given = new Set(
    [...givenUpTo(rule, localStart, [...exdates, ...rdates])].filter(
      (wall) => last === null || rules.resolve(wall, timeZone).instant <= last,
    ),
  );
  const faults: FailureDetail[] = [];
  const fault = (path: string, code: string, message: string) => faults.push({ path, code, message });
  exdates.forEach((date, index) => {
    if (!given.has(date))
      fault(
        `/recurrence/exdates/${index}`,
        'recurrence.exdate_not_in_rule',
        'Give a start that the rule gives.',
      );
  });
  rdates.forEach((date, index) => {
    const path = `/recurrence/rdates/${index}`;
    if (given.has(date) || rdates.indexOf(date) < index)
      fault(path, 'recurrence.rdate_duplicate', 'Leave out a start that is in the series already.');
    else if (!date.endsWith(':00')) fault(path, 'schedule.not_whole_minute', 'Give a start without seconds.');
    else if (last !== null && rules.resolve(date, timeZone).instant > last)
      fault(path, 'recurrence.out_of_range', 'Give a start that is not after UNTIL, or a later UNTIL.');
    else if (date < localStart || date > yearsAfter(localStart, mostYears))
      fault(path, 'recurrence.out_of_range', `Give a start within ${mostYears} years after the first.`);
  });
  if (faults.length > 0) throw requestInvalid({ details: faults.slice(0, 20) });
}

function checkCount(rule: Rule, recurrence: Recurrence, series: SeriesStart, rules: TimeZoneRules): void {
  const isEndless = rule.count === null && rule.until === null;
  const slots = expandSeries(recurrence, series, rules, { limit: mostOccurrences + 1 });
  if (slots.length === 0)
    throw refuse('no_occurrences', 'Leave at least one occurrence.', '/recurrence/exdates');
  if (isEndless) return;
  if (slots.length > mostOccurrences)
    throw refuse('too_many', `Let the series have at most ${mostOccurrences} occurrences.`);
}

/** Occurrences of a series do not overlap: each begins when the one before has ended, or later (MTG-9). */
function checkOverlap(recurrence: Recurrence, series: SeriesStart, rules: TimeZoneRules): void {
  // Two years contain every change of a zone; after them only an extra date can come too near.
  const limit = recurrence.rdates.length > 0 ? mostOccurrences * 4 : mostOccurrences;
  const slots = expandSeries(recurrence, series, rules, { limit });
  slots.forEach(({ startsAt }, index) => {
    const before = slots[index - 1];
    if (before && startsAt < before.endsAt)
      throw refuse(
        'overlaps_itself',
        `The occurrence at ${startsAt} begins before the one at ${before.startsAt} has ended; give a shorter duration, or a rule with longer intervals.`,
      );
  });
}

/**
 * The rule of a series in canonical form (meetings 5.1), checked against every limit of a rule (MTG-5 to MTG-10). Throws
 * `request.invalid` with the codes of a rule at `/recurrence/rrule`, `/recurrence/exdates/…`, `/recurrence/rdates/…` or
 * `/scheduledStartAt`. The caller has checked the zone.
 */
export function checkedRecurrence(
  input: RecurrenceInput,
  { scheduledStartAt, timeZone, durationMinutes }: SeriesSchedule,
  rules: TimeZoneRules,
): Recurrence {
  const rule = canonicalUntil(readRule(input.rrule), timeZone, rules);
  const { localStart, reading } = placed(scheduledStartAt, timeZone, rules);
  if (reading === 'second')
    throw refuse(
      'start_in_overlap',
      'A series cannot start in the second reading of a repeated hour; start it an hour earlier or later.',
      '/scheduledStartAt',
    );
  checkUntil(rule, scheduledStartAt);
  checkStart(rule, localStart);

  const asked = { rrule: ruleText(rule), exdates: input.exdates ?? [], rdates: input.rdates ?? [] };
  checkDates(rule, asked, { localStart, timeZone }, rules);
  const recurrence: Recurrence = {
    rrule: asked.rrule,
    exdates: [...new Set(asked.exdates)].sort(),
    rdates: [...asked.rdates].sort(),
  };
  const series = { localStart, timeZone, durationMinutes };
  checkCount(rule, recurrence, series, rules);
  checkOverlap(recurrence, series, rules);
  return recurrence;
}
