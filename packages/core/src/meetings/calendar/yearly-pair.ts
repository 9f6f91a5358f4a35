import type { Instant } from '../../kernel/time.ts';
import { instantOf, millisecondsOf } from '../../kernel/time.ts';

/** A change of a zone's offset; offsets are in minutes east of UTC. */
export interface OffsetChange {
  readonly at: Instant;
  readonly offsetBefore: number;
  readonly offsetAfter: number;
}

/** A change that comes every year on one weekday of one month. */
export interface YearlyChange {
  readonly change: OffsetChange;
  /** Its wall time in the year asked for, by the offset before the change. */
  readonly onset: string;
  readonly month: number;
  /** In the form of BYDAY: `2SU`, or `-1SU` for the last one. */
  readonly weekday: string;
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

function reading({ at, offsetBefore, offsetAfter }: OffsetChange) {
  const local = new Date(millisecondsOf(at) + offsetBefore * 60_000);
  const [day, month] = [local.getUTCDate(), local.getUTCMonth() + 1];
  const isLast = day + 7 > daysInMonth(local.getUTCFullYear(), month);
  const ordinal = Math.ceil(day / 7);
  const [weekday, time] = [local.getUTCDay(), local.toISOString().slice(11, 19)];
  return {
    month,
    weekday,
    time,
    ordinals: [...(isLast ? [-1] : []), ...(ordinal < 5 ? [ordinal] : [])],
    // The same for changes that differ only in their date.
    form: [month, weekday, time, offsetBefore, offsetAfter].join(),
  };
}

function dayOfMonth(year: number, month: number, weekday: number, ordinal: number): number {
  const length = daysInMonth(year, month);
  const days = Array.from({ length }, (_, index) => index + 1).filter(
    (day) => new Date(Date.UTC(year, month - 1, day)).getUTCDay() === weekday,
  );
  return days.at(ordinal < 0 ? ordinal : ordinal - 1) ?? length;
}

function yearly(changes: readonly OffsetChange[], year: number): YearlyChange | null {
  const [change] = changes;
  if (!change) return null;
  const readings = changes.map(reading);
  const { month, weekday, ordinals, form, time } = reading(change);
  const ordinal = ordinals.find((candidate) => readings.every((other) => other.ordinals.includes(candidate)));
  if (ordinal === undefined || readings.some((other) => other.form !== form)) return null;

  const day = dayOfMonth(year, month, weekday, ordinal);
  const onset = `${instantOf(Date.UTC(year, month - 1, day)).slice(0, 10)}T${time}`;
  return { change, onset, month, weekday: `${ordinal}${weekdays[weekday]}` };
}

/**
 * The two changes that recur every year, with the one to the greater offset first, and their onsets in `firstYear`; null if
 * the changes are no such pair. `changes` are oldest first, and complete for their period.
 */
export function yearlyPair(
  changes: readonly OffsetChange[],
  firstYear: number,
): readonly [YearlyChange, YearlyChange] | null {
  const forward = changes.filter(({ offsetBefore, offsetAfter }) => offsetAfter > offsetBefore);
  const back = changes.filter(({ offsetBefore, offsetAfter }) => offsetAfter < offsetBefore);
  const years = new Set(forward.map(({ at }) => at.slice(0, 4)));
  const isAlternating = changes.every(
    (change, index) => changes[index - 1]?.offsetAfter === change.offsetBefore || index === 0,
  );
  if (!isAlternating || years.size !== forward.length) return null;

  const [daylight, standard] = [yearly(forward, firstYear), yearly(back, firstYear)];
  return daylight && standard ? [daylight, standard] : null;
}
