import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusDays, type WallTime } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import { isException, isPast, newOccurrence, type Occurrence, occurrenceStates } from '../occurrence.ts';
import {
  expandSeries,
  keptExceptions,
  placed,
  type Recurrence,
  readRule,
  ruleText,
  untilInstant,
  untilText,
} from '../recurrence/index.ts';
import type { Warning } from '../warnings.ts';
import type { Timetable, TimetableSlot } from './timetable.ts';

/** What becomes of the sessions of a meeting whose time or rule is another. */
export interface Rearrangement {
  readonly save: readonly Occurrence[];
  readonly add: readonly Occurrence[];
  readonly remove: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Sessions keep their ids where their date goes on. What an exception has of its own it keeps where its recurrence id is
 * still given, or its date at another time of day; the others are dropped, and named (meetings 5.5).
 */
export function rearranged(
  rows: readonly Occurrence[],
  plan: Timetable,
  meeting: Pick<Meeting, 'id' | 'chainId'>,
  {
    keepExceptions,
    now,
    rules,
    zoneBefore,
    newId,
  }: { keepExceptions: boolean; now: Instant; rules: TimeZoneRules; zoneBefore: string; newId(): string },
): Rearrangement {
  const targets = targetsOf(rows, plan, now, rules);
  const { timeZone } = plan.meeting;
  // An own start is an instant that was chosen; in another zone it reads otherwise.
  const read = (row: Occurrence): Occurrence => {
    if (timeZone === zoneBefore) return row;
    const { localStart, reading: startReading, adjustment } = placed(row.startsAt, timeZone, rules);
    return { ...row, localStart, startReading, adjustment };
  };
  const isOwn = (row: Occurrence) => isException(row) || row.status === 'cancelled';
  const save: Occurrence[] = [];
  const dropped: Occurrence[] = [];
  const remove: string[] = [];
  for (const row of rows) {
    const slot = targets.get(row.id);
    if (slot === undefined) remove.push(row.id);
    else save.push(keepExceptions ? moved(read(row), slot, now) : afresh(row, slot, now));
    if (isOwn(row) && (slot === undefined || !keepExceptions)) dropped.push(row);
  }
  const taken = new Set(targets.values());
  const add = plan.slots
    .filter((slot) => !taken.has(slot))
    .map((slot) =>
      newOccurrence({
        ...slot,
        id: newId(),
        meetingId: meeting.id,
        chainId: meeting.chainId,
        createdAt: now,
      }),
    );
  return { save, add, remove, warnings: droppedWarning(dropped) };
}

/** Which row goes on as which time. */
function targetsOf(
  rows: readonly Occurrence[],
  { meeting, slots }: Timetable,
  now: Instant,
  rules: TimeZoneRules,
): ReadonlyMap<string, TimetableSlot> {
  const { recurrence, localStart, timeZone, durationMinutes } = meeting;
  const targets = new Map<string, TimetableSlot>();
  const [first] = slots;
  if (recurrence === null || localStart === null || rows.every(({ recurrenceId }) => recurrenceId === null)) {
    // One time, before or after: the first row that is to come is it.
    const row = rows.find(({ status, startsAt }) => status === 'scheduled' && startsAt > now) ?? rows[0];
    if (row !== undefined && first !== undefined) targets.set(row.id, first);
    return targets;
  }
  const ids = rows.flatMap(({ recurrenceId }) => recurrenceId ?? []);
  const { kept } = keptExceptions(
    { recurrence, series: { localStart, timeZone, durationMinutes } },
    ids,
    rules,
  );
  const byId = new Map(slots.map((slot) => [slot.recurrenceId, slot]));
  for (const row of rows) {
    const next = row.recurrenceId === null ? undefined : kept.get(row.recurrenceId);
    const slot = next === undefined ? undefined : byId.get(next);
    if (slot !== undefined) targets.set(row.id, slot);
  }
  return targets;
}

/** The row at its new time, with what it has of its own. */
function moved(row: Occurrence, slot: TimetableSlot, now: Instant): Occurrence {
  const { ownDuration } = row;
  // A meeting without a rule has no other start than its own.
  const ownStart = row.ownStart && slot.recurrenceId !== null;
  const durationMinutes = ownDuration ? row.durationMinutes : slot.durationMinutes;
  const { startsAt, localStart, startReading, adjustment } = ownStart ? row : slot;
  return {
    ...row,
    recurrenceId: slot.recurrenceId,
    recurrenceIdAt: slot.recurrenceIdAt,
    startsAt,
    endsAt: endOf(startsAt, durationMinutes),
    durationMinutes,
    localStart,
    startReading,
    adjustment,
    ownStart,
    updatedAt: now,
  };
}

/** The row as its series has it, whatever it had of its own. */
const afresh = (row: Occurrence, slot: TimetableSlot, now: Instant): Occurrence => ({
  ...row,
  ...slot,
  title: null,
  description: null,
  ownStart: false,
  ownDuration: false,
  status: occurrenceStates.next(row.status, row.status === 'cancelled' ? 'restore' : 'change'),
  cancelledAt: null,
  cancelReason: null,
  updatedAt: now,
});

const endOf = (startsAt: Instant, minutes: number): Instant =>
  new Date(Date.parse(startsAt) + minutes * 60_000).toISOString();

const droppedWarning = (dropped: readonly Occurrence[]): readonly Warning[] =>
  dropped.length === 0
    ? []
    : [
        {
          code: 'exceptions.dropped',
          message: 'Changes of single occurrences were dropped; make them again where they are still wanted.',
          occurrences: dropped.map(({ startsAt }) => startsAt),
        },
      ];

/** Whether something of the meeting has been held, or its time has gone by: what was is never written anew (MTG-23). */
export const hasBegun = (rows: readonly Occurrence[], now: Instant): boolean =>
  rows.some((row) => isPast(row) || (row.status === 'scheduled' && row.endsAt <= now));

/**
 * A rule that was not sent again, for a series whose start moves: its dates move with it, and one that the rule gives no
 * longer falls away.
 */
export function carriedOver(
  { rrule, exdates, rdates }: Recurrence,
  before: { readonly localStart: WallTime; readonly timeZone: string },
  after: { readonly localStart: WallTime; readonly timeZone: string; readonly durationMinutes: number },
  rules: TimeZoneRules,
): Recurrence {
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
  const wished = exdates.map(shift);
  const last = wished.reduce((latest, wall) => (wall > latest ? wall : latest), after.localStart);
  const given = new Set(
    expandSeries({ rrule: carried, exdates: [], rdates: [] }, after, rules, {
      until: plusDays(`${last}.000Z`, 2),
    }).map(({ recurrenceId }) => recurrenceId),
  );
  return {
    rrule: carried,
    exdates: wished.filter((wall) => given.has(wall)),
    rdates: rdates.map(shift).filter((wall) => wall >= after.localStart && !given.has(wall)),
  };
}

/** The last date that may have an occurrence: on that of UNTIL itself it may be too late for one. */
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
