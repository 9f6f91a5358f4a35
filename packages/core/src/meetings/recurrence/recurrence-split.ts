import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, WallTime } from '../../kernel/time.ts';
import { plusDays } from '../../kernel/time.ts';
import { readRule, ruleText } from './rule.ts';
import {
  expandSeries,
  type Recurrence,
  ruleWalls,
  type SeriesStart,
  untilInstant,
  untilText,
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
  const isKept = (wall: WallTime) => wall < recurrenceId;
  const kept = expandSeries(recurrence, series, rules, {
    until: rules.resolve(recurrenceId, series.timeZone).instant,
  }).filter((slot) => isKept(slot.recurrenceId));
  const last = kept.at(-1);
  const head = last && {
    rrule: ruleUntil(recurrence.rrule, last.startsAt),
    exdates: recurrence.exdates.filter((wall) => wall < last.recurrenceId),
    rdates: recurrence.rdates.filter(isKept),
  };
  const within = withinUntil(recurrence, series.timeZone, rules);
  return { head: head ?? null, tail: { ...tailOf(within, series.localStart, recurrenceId), recurrenceId } };
}

/**
 * The tail starts at its first occurrence, which the rule gives. If that is an extra date, the rule goes on from the time
 * that it gave last, which is left out because the head has it; and if the rule gives nothing more, extra dates are all.
 */
function tailOf(
  { rrule, exdates, rdates }: Recurrence,
  localStart: WallTime,
  recurrenceId: WallTime,
): Omit<SplitRecurrence['tail'], 'recurrenceId'> {
  const rule = readRule(rrule);
  const rest = <T extends WallTime>(walls: readonly T[]) => walls.filter((wall) => wall >= recurrenceId);
  const isExtra = rdates.includes(recurrenceId);
  const before: WallTime[] = [];
  const from = rule.count === null && !isExtra ? { from: recurrenceId } : {};
  for (const wall of ruleWalls(rule, localStart, from)) {
    if (wall < recurrenceId) {
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
  const [, ...others] = rest(rdates);
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
