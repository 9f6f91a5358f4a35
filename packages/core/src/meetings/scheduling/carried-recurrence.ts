import type { TimeZoneRules } from '../../kernel/ports.ts';
import { plusDays, type WallTime } from '../../kernel/time.ts';
import {
  expandSeries,
  type Recurrence,
  readRule,
  ruleText,
  untilInstant,
  untilText,
  withinUntil,
} from '../recurrence/index.ts';

/**
 * The rule of a series whose start moves while the change sends no rule: exdates and rdates move with the start, and a
 * date that the rule no longer gives is dropped.
 */
export function carriedOver(
  recurrence: Recurrence,
  before: { readonly localStart: WallTime; readonly timeZone: string },
  after: { readonly localStart: WallTime; readonly timeZone: string; readonly durationMinutes: number },
  rules: TimeZoneRules,
): Recurrence {
  const { rrule, exdates, rdates } = withinUntil(recurrence, before.timeZone, rules);
  if (before.localStart === after.localStart && before.timeZone === after.timeZone)
    return { rrule, exdates, rdates };
  const days = dayOf(after.localStart) - dayOf(before.localStart);
  const shift = (wall: WallTime): WallTime =>
    wall.slice(10) === before.localStart.slice(10)
      ? `${dateAfter(wall, days)}${after.localStart.slice(10)}`
      : `${dateAfter(wall, days)}${wall.slice(10)}`;
  const rule = readRule(rrule);
  const until =
    rule.until === null
      ? null
      : untilText(
          rules.resolve(`${dateAfter(lastDateOf(rule.until, before, rules), days)}T23:59:59`, after.timeZone)
            .instant,
        );
  const carried = ruleText({ ...rule, until });
  const moved = exdates.map(shift);
  const last = moved.reduce((latest, wall) => (wall > latest ? wall : latest), after.localStart);
  const given = new Set(
    expandSeries({ rrule: carried, exdates: [], rdates: [] }, after, rules, {
      until: plusDays(`${last}.000Z`, 2),
    }).map(({ recurrenceId }) => recurrenceId),
  );
  return {
    rrule: carried,
    exdates: moved.filter((wall) => given.has(wall)),
    rdates: rdates.map(shift).filter((wall) => wall >= after.localStart && !given.has(wall)),
  };
}

/** The last date that may have an occurrence: on the date of UNTIL itself the occurrence may come too late. */
function lastDateOf(
  until: string,
  { localStart, timeZone }: { readonly localStart: WallTime; readonly timeZone: string },
  rules: TimeZoneRules,
): string {
  const wall = rules.wall(untilInstant(until), timeZone);
  return wall.slice(10) < localStart.slice(10) ? dateAfter(wall, -1) : wall.slice(0, 10);
}

const day = 86_400_000;
const dayOf = (wall: WallTime): number => Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) / day;
const dateAfter = (wall: WallTime, days: number): string =>
  new Date((dayOf(wall) + days) * day).toISOString().slice(0, 10);
