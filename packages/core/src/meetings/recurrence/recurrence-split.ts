import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, WallTime } from '../../kernel/time.ts';
import { plusDays } from '../../kernel/time.ts';
import { readRule, ruleText } from './rule.ts';
import {
  expandSeries,
  type Recurrence,
  ruleWalls,
  type SeriesStart,
  shifted,
  untilInstant,
  untilText,
  widestGapMinutes,
  withinUntil,
} from './series.ts';

/** The rule with UNTIL at that instant, in place of its COUNT or UNTIL. */
export const ruleUntil = (rrule: string, until: Instant): string =>
  ruleText({ ...readRule(rrule), count: null, until: untilText(until) });

/** The rule with its UNTIL moved by so many days; a rule without UNTIL stays as it is. */
export function shiftedUntil(rrule: string, days: number): string {
  const { until, ...rule } = readRule(rrule);
  if (until === null) return rrule;
  return ruleText({ ...rule, until: untilText(plusDays(untilInstant(until), days)) });
}

/** A series cut in two before one of its occurrences (meetings 5.5). */
export interface SplitRecurrence {
  /** Ends with UNTIL = the start of the last occurrence kept (MTG-26); null if none is kept. */
  readonly head: Recurrence | null;
  readonly tail: {
    readonly recurrence: Recurrence;
    /** The start of its rule. */
    readonly localStart: WallTime;
    /** Its first occurrence: the start of its rule, or an extra date after that. */
    readonly recurrenceId: WallTime;
  };
}

/** Every occurrence is in exactly one half (MTG-24). `recurrenceId` is that of the first occurrence of the tail. */
export function splitRecurrence(
  recurrence: Recurrence,
  series: SeriesStart,
  recurrenceId: WallTime,
  rules: TimeZoneRules,
): SplitRecurrence {
  const { timeZone } = series;
  const isKept = startsBefore(recurrenceId, timeZone, rules);
  const kept = expandSeries(recurrence, series, rules, {
    until: rules.resolve(recurrenceId, timeZone).instant,
  }).filter((slot) => isKept(slot.recurrenceId));
  const last = kept.at(-1);
  const head = last && {
    rrule: ruleUntil(recurrence.rrule, last.startsAt),
    exdates: recurrence.exdates.filter(startsBefore(last.recurrenceId, timeZone, rules)),
    rdates: recurrence.rdates.filter(isKept),
  };
  const within = withinUntil(recurrence, timeZone, rules);
  return {
    head: head ?? null,
    tail: { ...tailOf(within, series.localStart, recurrenceId, isKept), recurrenceId },
  };
}

/** Tells of occurrences whether they start before this one. Where one lies in a gap, the order of wall times is another. */
export function startsBefore(
  recurrenceId: WallTime,
  timeZone: string,
  rules: TimeZoneRules,
): (wall: WallTime) => boolean {
  const start = rules.resolve(recurrenceId, timeZone).instant;
  const earliest = shifted(recurrenceId, -widestGapMinutes);
  return (wall) => {
    if (wall < earliest) return true;
    const other = rules.resolve(wall, timeZone).instant;
    return other < start || (other === start && wall < recurrenceId);
  };
}

/**
 * The tail starts at its first occurrence, which the rule gives. If that is an extra date, the rule goes on from the time
 * that it gave last, which is left out because the head has it; and if the rule gives nothing more, extra dates are all.
 */
function tailOf(
  { rrule, exdates, rdates }: Recurrence,
  localStart: WallTime,
  recurrenceId: WallTime,
  isKept: (wall: WallTime) => boolean,
): Omit<SplitRecurrence['tail'], 'recurrenceId'> {
  const rule = readRule(rrule);
  const rest = (walls: readonly WallTime[]) => walls.filter((wall) => !isKept(wall));
  const isExtra = rdates.includes(recurrenceId);
  const before: WallTime[] = [];
  const from = rule.count === null && !isExtra ? { from: shifted(recurrenceId, -widestGapMinutes) } : {};
  for (const wall of ruleWalls(rule, localStart, from)) {
    if (isKept(wall)) {
      before.push(wall);
      continue;
    }
    const last = isExtra ? before.pop() : undefined;
    const recurrence = {
      rrule: ruleText({ ...rule, count: rule.count === null ? null : rule.count - before.length }),
      exdates: [...(last === undefined ? [] : [last]), ...rest(exdates)],
      rdates: rest(rdates),
    };
    return { recurrence, localStart: last ?? wall };
  }
  const others = rest(rdates).filter((wall) => wall !== recurrenceId);
  return {
    recurrence: { rrule: 'FREQ=DAILY;COUNT=1', exdates: [], rdates: others },
    localStart: recurrenceId,
  };
}

/** Which exceptions of a series survive a change of its rule or time (meetings 5.5), by their recurrence ids. */
export interface KeptExceptions {
  /** From the old recurrence id to the new one: the same, or its date at the new time of day. */
  readonly kept: ReadonlyMap<WallTime, WallTime>;
  readonly dropped: readonly WallTime[];
}

export function keptExceptions(
  after: { readonly recurrence: Recurrence; readonly series: SeriesStart },
  recurrenceIds: readonly WallTime[],
  rules: TimeZoneRules,
): KeptExceptions {
  const latest = recurrenceIds.reduce((last, wall) => (wall > last ? wall : last), after.series.localStart);
  const until = plusDays(`${latest}.000Z`, 2);
  const given = expandSeries(after.recurrence, after.series, rules, { until }).map(
    (slot) => slot.recurrenceId,
  );
  const exact = new Set(given);
  const onDate = new Map([...given].reverse().map((wall) => [wall.slice(0, 10), wall]));

  const kept = new Map<WallTime, WallTime>();
  for (const wall of recurrenceIds) if (exact.has(wall)) kept.set(wall, wall);
  const taken = new Set(kept.values());
  for (const wall of recurrenceIds) {
    const moved = onDate.get(wall.slice(0, 10));
    if (kept.has(wall) || moved === undefined || taken.has(moved)) continue;
    kept.set(wall, moved);
    taken.add(moved);
  }
  return { kept, dropped: recurrenceIds.filter((wall) => !kept.has(wall)) };
}
