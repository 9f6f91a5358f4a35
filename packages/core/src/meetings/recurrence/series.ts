import type { TimeZoneRules } from '../../kernel/ports.ts';
import {
  type Instant,
  instantOf,
  millisecondsOf,
  plusDays,
  plusMinutes,
  type WallTime,
} from '../../kernel/time.ts';
import { type Rule, readRule } from './rule.ts';
import { dateOf, dayOf, daysOf } from './rule-days.ts';

/** The rule of a meeting as it is stored (meetings 3.2): in canonical form, with its wall times in order. */
export interface Recurrence {
  readonly rrule: string;
  readonly exdates: readonly WallTime[];
  readonly rdates: readonly WallTime[];
}

/** The start that a rule is expanded from. */
export interface SeriesStart {
  readonly localStart: WallTime;
  readonly timeZone: string;
  readonly durationMinutes: number;
}

/** One time of a series, as the rule gives it. */
export interface Slot {
  /** The wall time before it is resolved; it names the occurrence for ever. */
  readonly recurrenceId: WallTime;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly adjustment: 'gap' | 'overlap' | null;
}

export interface SlotBounds {
  /** Only slots that end later. */
  readonly from?: Instant;
  /** Only slots that start by then. */
  readonly until?: Instant;
  /** At least so many, even if they start after `until`. */
  readonly atLeast?: number;
  readonly limit?: number;
}

/** The most by which the wall time of a rule differs from that of its instant: no gap is wider. */
export const widestGapMinutes = 180;
export const shifted = (wall: WallTime, minutes: number): WallTime =>
  plusMinutes(`${wall}.000Z`, minutes).slice(0, 19);

/** `20260330T215959Z` as an instant. */
export const untilInstant = (until: string): Instant =>
  until.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z');
export const untilText = (at: Instant): string => at.slice(0, 19).replaceAll(/[-:]/g, '').concat('Z');

/** The same without extra dates after its UNTIL, which give no occurrence. */
export function withinUntil(recurrence: Recurrence, timeZone: string, rules: TimeZoneRules): Recurrence {
  const { until } = readRule(recurrence.rrule);
  if (until === null) return recurrence;
  const last = untilInstant(until);
  const rdates = recurrence.rdates.filter((wall) => rules.resolve(wall, timeZone).instant <= last);
  return { ...recurrence, rdates };
}

/** The wall times that the rule alone gives: with the exdates, without the rdates, and as if it had no UNTIL. */
export function* ruleWalls(
  rule: Rule,
  localStart: WallTime,
  { from, to }: { readonly from?: WallTime; readonly to?: WallTime } = {},
): Generator<WallTime> {
  const time = localStart.slice(10);
  const bounds = {
    ...(from === undefined ? {} : { from: dayOf(from) }),
    ...(to === undefined ? {} : { to: dayOf(to) }),
  };
  for (const day of daysOf(rule, dayOf(localStart), bounds)) yield `${dateOf(day)}${time}`;
}

/** The wall times of rule and rdates together in order, without the exdates. */
function* wallsOf(
  { rrule, exdates, rdates }: Recurrence,
  localStart: WallTime,
  from: WallTime,
): Generator<WallTime> {
  const excluded = new Set(exdates);
  const extra = [...rdates].sort();
  for (const wall of ruleWalls(readRule(rrule), localStart, { from })) {
    while (extra[0] !== undefined && extra[0] < wall) yield extra.shift() ?? wall;
    if (!excluded.has(wall)) yield wall;
  }
  yield* extra;
}

const byStart = (left: Slot, right: Slot) =>
  left.startsAt < right.startsAt ||
  (left.startsAt === right.startsAt && left.recurrenceId < right.recurrenceId)
    ? -1
    : 1;

/**
 * The slots of a series (meetings 5.2), by start. A wall time in a gap moves to after the gap; of a wall time that comes
 * twice the first is taken (5.3). A series without end needs `until` or `limit`.
 */
export function expandSeries(
  recurrence: Recurrence,
  { localStart, timeZone, durationMinutes }: SeriesStart,
  rules: TimeZoneRules,
  { from, until, atLeast = 0, limit = Number.POSITIVE_INFINITY }: SlotBounds = {},
): Slot[] {
  const last = readRule(recurrence.rrule).until;
  const lastStart = last === null ? null : untilInstant(last);
  const localReading = (at: Instant, margin: number) => shifted(rules.wall(at, timeZone), margin);
  const firstWall = from === undefined ? localStart : localReading(from, -durationMinutes - 1440);
  const lastWall = lastStart === null ? null : localReading(lastStart, widestGapMinutes);
  const wantedWall = until === undefined ? null : localReading(until, widestGapMinutes);

  const slots: Slot[] = [];
  // After a gap two slots may change places, so a few more are read than needed.
  let enoughWall: WallTime | null = null;
  for (const recurrenceId of wallsOf(recurrence, localStart, firstWall)) {
    if (lastWall !== null && recurrenceId > lastWall) break;
    if (wantedWall !== null && recurrenceId > wantedWall && slots.length >= atLeast) break;
    if (enoughWall !== null && recurrenceId > enoughWall) break;
    const { instant: startsAt, adjustment } = rules.resolve(recurrenceId, timeZone);
    const endsAt = instantOf(millisecondsOf(startsAt) + durationMinutes * 60_000);
    if ((lastStart !== null && startsAt > lastStart) || (from !== undefined && endsAt <= from)) continue;
    slots.push({ recurrenceId, startsAt, endsAt, adjustment });
    if (slots.length >= limit) enoughWall ??= shifted(recurrenceId, widestGapMinutes);
  }
  return slots
    .sort(byStart)
    .filter(({ startsAt }, index) => until === undefined || startsAt <= until || index < atLeast)
    .slice(0, limit);
}

/** How many slots a finite series has, and when the last of them ends; both are null for a series without end. */
export function seriesSpan(
  recurrence: Recurrence,
  series: SeriesStart,
  rules: TimeZoneRules,
): { readonly occurrenceCount: number | null; readonly endsAt: Instant | null } {
  const { count, until } = readRule(recurrence.rrule);
  if (count === null && until === null) return { occurrenceCount: null, endsAt: null };
  const slots = expandSeries(recurrence, series, rules);
  return { occurrenceCount: slots.length, endsAt: slots.at(-1)?.endsAt ?? null };
}

/** Sessions are stored so many days ahead (MTG-14). */
export const horizonDays = 550;
const leastWritten = 2;

/** The slots for which sessions are stored (MTG-14): from the first to 550 days ahead, and at least the next two. */
export function slotsToWrite(
  recurrence: Recurrence,
  series: SeriesStart,
  now: Instant,
  rules: TimeZoneRules,
): Slot[] {
  const until = plusDays(now, horizonDays);
  const near = expandSeries(recurrence, series, rules, { until });
  const ahead = expandSeries(recurrence, series, rules, { from: now, limit: leastWritten });
  const known = new Set(near.map(({ recurrenceId }) => recurrenceId));
  return [...near, ...ahead.filter(({ recurrenceId }) => !known.has(recurrenceId))];
}
