import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import { isException, newOccurrence, type Occurrence, occurrenceStates } from '../occurrence.ts';
import { keptExceptions, placed } from '../recurrence/index.ts';
import type { Warning } from '../warnings.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import type { Timetable, TimetableSlot } from './timetable.ts';

/** What becomes of the sessions of a meeting whose time or rule changes. */
export interface Rearrangement {
  readonly save: readonly Occurrence[];
  readonly add: readonly Occurrence[];
  readonly remove: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Sessions whose date remains in the series keep their ids. Exceptions keep their changes if the rule still gives their
 * recurrence id, or their date at another time of day; the others are dropped and named in a warning (meetings 5.5).
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
  // A start that was set by hand is an instant; in another zone it has another wall time.
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

/** Which session continues at which time. */
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
    // The meeting has one time before or after: its first session to come takes it.
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

/** The session at its new time, with its own changes kept. */
function moved(row: Occurrence, slot: TimetableSlot, now: Instant): Occurrence {
  const { ownDuration } = row;
  // In a meeting without a rule no start differs from a rule.
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

/** The session as its series has it, without its own changes. */
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
          message: 'Changes of single occurrences were dropped; make them again if you still want them.',
          occurrences: dropped.map(({ startsAt }) => startsAt),
        },
      ];

/** Writes the sessions; those that fall away are removed first, so that no recurrence id exists twice. */
export async function saveRearrangement(
  meetingId: string,
  { save, add, remove }: Rearrangement,
  { occurrences }: Pick<SchedulingContext, 'occurrences'>,
): Promise<void> {
  await occurrences.remove(remove);
  await occurrences.save(save);
  await occurrences.add(add);
  await occurrences.refreshPeople(meetingId);
}
