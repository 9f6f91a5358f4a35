import { type Instant, instantOf, type WallTime } from '../../kernel/time.ts';
import { type Rule, readRule } from '../recurrence/rule.ts';
import { dayOf, daysOf } from '../recurrence/rule-days.ts';
import { wallIn } from './calendar-moment.ts';
import type { ContentLine, ReadComponent } from './content-lines.ts';

/** A zone as the VTIMEZONE of a file defines it. */
export interface FileZone {
  /** The instant of a wall time: in a gap with the offset before it, in an overlap the first (meetings 5.3). */
  resolve(wall: WallTime): Instant;
}

/** A change of the clocks, in milliseconds. */
interface Onset {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}
/** An observance that comes again by a rule. */
interface Recurring {
  readonly rule: Rule;
  readonly startDay: number;
  /** The time of day at which the clocks change, by the offset before. */
  readonly time: number;
  /** Up to this instant by UTC; no limit is infinite. */
  readonly until: number;
  readonly before: number;
  readonly after: number;
}

const DAY = 86_400_000;
const mostObservances = 300;
const mostRules = 20;
const mostOnsets = 2000;
/** The zones that Outlook writes begin in 1601, before any rule of theirs held; nobody needs them from earlier on. */
const earliestYear = '1601';

/**
 * Reads a VTIMEZONE (RFC 5545, 3.6.5). Throws if it cannot be read whole: a zone that is half understood gives times that
 * are wrong. Rules are asked for the years around a wall time and never run out from their beginning.
 */
export function fileZone({ components }: ReadComponent): FileZone {
  if (components.length === 0 || components.length > mostObservances)
    throw new RangeError('A zone has too few or too many observances.');
  const fixed: Onset[] = [];
  const rules: Recurring[] = [];
  for (const { lines } of components) readObservance(lines, fixed, rules);
  if (rules.length > mostRules) throw new RangeError('A zone has too many rules.');
  const counted = rules.filter(({ rule }) => rule.count !== null).flatMap((given) => onsetsOf(given));
  const known = [...fixed, ...counted].sort((left, right) => left.at - right.at);
  if (known.length > mostOnsets) throw new RangeError('A zone has too many onsets.');
  const lasting = rules.filter(({ rule }) => rule.count === null);
  return { resolve: (wall) => resolved(wall, onsetsAround(wall, known, lasting)) };
}

const one = (lines: readonly ContentLine[], name: string): ContentLine | undefined => {
  const found = lines.filter((line) => line.name === name);
  if (found.length > 1) throw new RangeError(`An observance has several ${name}.`);
  return found[0];
};

function readObservance(lines: readonly ContentLine[], fixed: Onset[], rules: Recurring[]): void {
  const before = offsetIn(one(lines, 'TZOFFSETFROM')?.value);
  const after = offsetIn(one(lines, 'TZOFFSETTO')?.value);
  const start = wallMilliseconds(one(lines, 'DTSTART')?.value);
  const onset = (wall: number): Onset => ({ at: wall - before, before, after });
  fixed.push(onset(start));
  for (const { name, value } of lines)
    if (name === 'RDATE')
      for (const date of (value ?? '').split(',')) fixed.push(onset(wallMilliseconds(date)));
  const rule = one(lines, 'RRULE');
  if (rule !== undefined) rules.push(recurring(rule.value ?? '', start, before, after));
}

function offsetIn(value: string | null | undefined): number {
  const [, sign, hours, minutes, seconds = '0'] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(value?.trim() ?? '') ?? [];
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (!(size * 1000 < DAY)) throw new RangeError('An offset is none.');
  return (sign === '-' ? -size : size) * 1000;
}

function wallMilliseconds(value: string | null | undefined): number {
  const read = wallIn(value?.trim() ?? '');
  if (read === null || read.end === 'Z') throw new RangeError('An onset is no wall time.');
  return Date.parse(`${read.wall}Z`);
}

const untilPart = /;?UNTIL=(\d{8})(?:T(\d{6})(Z?))?/i;

function recurring(text: string, start: number, before: number, after: number): Recurring {
  const [part = '', day, time = '235959', end] = untilPart.exec(text) ?? [];
  const rule = readRule(text.replace(part, '').trim().replace(/^;/, ''));
  const isNamed = rule.days.length + rule.monthDays.length > 0;
  // Clocks change once or twice a year: a rule that names no month, or many, describes no zone.
  if (rule.frequency !== 'YEARLY' || rule.months.length > 1 || (isNamed && rule.months.length === 0))
    throw new RangeError('A rule of a zone is not yearly.');
  const until = day === undefined ? null : wallMilliseconds(`${day}T${time}`);
  const year = instantOf(start).slice(0, 4);
  const isEarly = year < earliestYear && rule.count === null && rule.interval === 1;
  const wall = isEarly ? earliestYear + instantOf(start).slice(4, 10) : instantOf(start).slice(0, 10);
  return {
    rule,
    startDay: dayOf(wall),
    time: ((start % DAY) + DAY) % DAY,
    // Some write the wall time of the last onset, where the standard wants UTC.
    until: until === null ? Number.POSITIVE_INFINITY : until - (end === 'Z' ? 0 : before),
    before,
    after,
  };
}

/** The changes that a rule gives in a stretch of days; a rule that is counted is asked for all of them. */
const onsetsOf = (
  { rule, startDay, time, until, before, after }: Recurring,
  bounds: { readonly from?: number; readonly to?: number } = {},
): readonly Onset[] =>
  [...daysOf(rule, startDay, bounds)]
    .map((day) => ({ at: day * DAY + time - before, before, after }))
    .filter(({ at }) => at <= until);

/** Every change that matters to a wall time: the last before it, and those near it. */
function onsetsAround(
  wall: WallTime,
  known: readonly Onset[],
  rules: readonly Recurring[],
): readonly Onset[] {
  const asked = dayOf(wall);
  const [since, upTo] = [(asked - 3) * DAY, (asked + 3) * DAY];
  const last = known.findLastIndex(({ at }) => at < since);
  const near = known.slice(Math.max(0, last)).filter(({ at }, index) => index === 0 || at <= upTo);
  const found = rules.flatMap((given) => {
    const to = Math.min(asked + 3, Math.floor(given.until / DAY) + 1);
    // Far enough back for a rule that skips years.
    return onsetsOf(given, { from: to - 800 - 366 * given.rule.interval, to });
  });
  return [...near, ...found].sort((left, right) => left.at - right.at);
}

function offsetAt(at: number, onsets: readonly Onset[]): number {
  const last = onsets.findLast((onset) => onset.at <= at);
  return last?.after ?? onsets[0]?.before ?? 0;
}

function resolved(wall: WallTime, onsets: readonly Onset[]): Instant {
  const asUtc = Date.parse(`${wall}Z`);
  const near = onsets.filter(({ at }) => Math.abs(at - asUtc) <= 2 * DAY);
  const offsets = [offsetAt(asUtc - 2 * DAY, onsets), ...near.map(({ after }) => after)];
  const instants = offsets.map((offset) => asUtc - offset).sort((left, right) => left - right);
  const [earliest = asUtc] = instants;
  const exact = instants.find((at) => asUtc - at === offsetAt(at, onsets));
  // In a gap the offset before it holds at the earliest reading.
  return instantOf(exact ?? asUtc - offsetAt(earliest, onsets));
}
