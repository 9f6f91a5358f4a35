import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, instantOf, millisecondsOf, type PlainDate, type WallTime } from '../../kernel/time.ts';
import { expandSeries } from '../recurrence/index.ts';

export const blockKinds = ['time_off', 'busy', 'working_hours'] as const;
export type BlockKind = (typeof blockKinds)[number];
/** The week begins on Monday here. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** The hours of one weekday, as `HH:mm`; the end may be `24:00`. */
export interface WeeklyHours {
  readonly day: (typeof weekdays)[number];
  readonly start: string;
  readonly end: string;
}

/** Time in which a member is away or busy, or the hours in which they work (meetings 3.11). */
export interface AvailabilityBlock {
  readonly id: string;
  readonly userId: string;
  readonly kind: BlockKind;
  readonly title: string | null;
  readonly timeZone: string;
  /** Null for working hours, as are the three fields that follow. */
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly localStart: WallTime | null;
  /** The rule in canonical form, if busy time repeats. */
  readonly rrule: string | null;
  /** When the last repetition ends; null if there is no last, or no repetition. */
  readonly repeatsUntil: Instant | null;
  readonly allDay: boolean;
  readonly weekly: readonly WeeklyHours[];
  /** Both dates are inclusive; null means no bound. */
  readonly effectiveFrom: PlainDate | null;
  readonly effectiveUntil: PlainDate | null;
  readonly createdAt: Instant;
}

export interface Span {
  readonly startsAt: Instant;
  readonly endsAt: Instant;
}

/** Spans are half-open: one that ends when the other begins does not overlap it (MTG-89). */
export const overlaps = (one: Span, other: Span): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/** The times of a block that overlap the range, in order. */
export function instancesOf(block: AvailabilityBlock, range: Span, rules: TimeZoneRules): readonly Span[] {
  return block.kind === 'working_hours' ? workingHours(block, range, rules) : takenTimes(block, range, rules);
}

/**
 * The block as the law of its zone is now: whole days are the days of the calendar, so they begin and end at other instants
 * where a law was changed after the block was made.
 */
export function underCurrentLaw(block: AvailabilityBlock, rules: TimeZoneRules): AvailabilityBlock {
  const { allDay, startsAt, endsAt, localStart, timeZone } = block;
  if (!allDay || startsAt === null || endsAt === null || localStart === null) return block;
  const dayLength = 86_400_000;
  const days = Math.round((millisecondsOf(endsAt) - millisecondsOf(startsAt)) / dayLength);
  const first = millisecondsOf(`${localStart.slice(0, 10)}T00:00:00Z`);
  const midnight = (day: number) =>
    rules.resolve(instantOf(first + day * dayLength).slice(0, 19), timeZone).instant;
  return { ...block, startsAt: midnight(0), endsAt: midnight(days) };
}

function takenTimes(block: AvailabilityBlock, range: Span, rules: TimeZoneRules): readonly Span[] {
  const { startsAt, endsAt, localStart, rrule, timeZone } = underCurrentLaw(block, rules);
  if (startsAt === null || endsAt === null || localStart === null) return [];
  const span = { startsAt, endsAt };
  if (rrule === null) return overlaps(span, range) ? [span] : [];
  const durationMinutes = (millisecondsOf(endsAt) - millisecondsOf(startsAt)) / 60_000;
  const series = { localStart, timeZone, durationMinutes };
  return expandSeries({ rrule, exdates: [], rdates: [] }, series, rules, {
    from: range.startsAt,
    until: range.endsAt,
  })
    .filter((slot) => overlaps(slot, range))
    .map(({ startsAt: from, endsAt: to }) => ({ startsAt: from, endsAt: to }));
}

function workingHours(block: AvailabilityBlock, range: Span, rules: TimeZoneRules): readonly Span[] {
  return effectiveDates(block, range, rules)
    .flatMap((date) => hoursOn(block, date, rules))
    .filter((span) => overlaps(span, range));
}

/** The hours of one date, read in the zone of the block (MTG-90). */
function hoursOn({ weekly, timeZone }: AvailabilityBlock, date: PlainDate, rules: TimeZoneRules): Span[] {
  const day = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
  const at = (clock: string) =>
    clock === '24:00'
      ? rules.resolve(`${nextDate(date)}T00:00:00`, timeZone).instant
      : rules.resolve(`${date}T${clock}:00`, timeZone).instant;
  return weekly
    .filter((hours) => hours.day === day)
    .map(({ start, end }) => ({ startsAt: at(start), endsAt: at(end) }))
    .filter(({ startsAt, endsAt }) => startsAt < endsAt)
    .sort(byStart);
}

/** The time outside working hours within the range, on dates on which the block applies; adjoining spans are joined. */
export function timeOff(block: AvailabilityBlock, range: Span, rules: TimeZoneRules): readonly Span[] {
  const midnight = (date: PlainDate) => rules.resolve(`${date}T00:00:00`, block.timeZone).instant;
  const free = effectiveDates(block, range, rules).flatMap((date) =>
    without({ startsAt: midnight(date), endsAt: midnight(nextDate(date)) }, hoursOn(block, date, rules)),
  );
  return merged(free).flatMap((span) => clipped(span, range));
}

export const clipped = (span: Span, range: Span): Span[] =>
  overlaps(span, range)
    ? [
        {
          startsAt: span.startsAt > range.startsAt ? span.startsAt : range.startsAt,
          endsAt: span.endsAt < range.endsAt ? span.endsAt : range.endsAt,
        },
      ]
    : [];

/** The dates in the zone of the block that the range touches and on which the block applies. */
function effectiveDates(
  { timeZone, effectiveFrom, effectiveUntil }: AvailabilityBlock,
  { startsAt, endsAt }: Span,
  rules: TimeZoneRules,
): PlainDate[] {
  const dates: PlainDate[] = [];
  const last = rules.wall(endsAt, timeZone).slice(0, 10);
  for (let date = rules.wall(startsAt, timeZone).slice(0, 10); date <= last; date = nextDate(date)) {
    if (
      (effectiveFrom === null || date >= effectiveFrom) &&
      (effectiveUntil === null || date <= effectiveUntil)
    )
      dates.push(date);
  }
  return dates;
}

export const nextDate = (date: PlainDate): PlainDate =>
  instantOf(millisecondsOf(`${date}T00:00:00Z`) + 86_400_000).slice(0, 10);

const byStart = (one: Span, other: Span) => (one.startsAt < other.startsAt ? -1 : 1);

/** What remains of the day without the hours, which are in order. */
function without(day: Span, hours: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let from = day.startsAt;
  for (const { startsAt, endsAt } of hours) {
    if (endsAt <= from || startsAt >= day.endsAt) continue;
    if (startsAt > from) rest.push({ startsAt: from, endsAt: startsAt });
    from = endsAt;
  }
  return from < day.endsAt ? [...rest, { startsAt: from, endsAt: day.endsAt }] : rest;
}

/** The spans in order; those that touch or overlap are joined. */
export function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort(byStart)) {
    const last = result.at(-1);
    if (last === undefined || span.startsAt > last.endsAt) result.push(span);
    else if (span.endsAt > last.endsAt) result[result.length - 1] = { ...last, endsAt: span.endsAt };
  }
  return result;
}

/** Whether two blocks of working hours apply on a common date (MTG-95). */
export const holdTogether = (
  one: Pick<AvailabilityBlock, 'effectiveFrom' | 'effectiveUntil'>,
  other: Pick<AvailabilityBlock, 'effectiveFrom' | 'effectiveUntil'>,
): boolean =>
  (one.effectiveFrom ?? '') <= (other.effectiveUntil ?? '9999-12-31') &&
  (other.effectiveFrom ?? '') <= (one.effectiveUntil ?? '9999-12-31');
