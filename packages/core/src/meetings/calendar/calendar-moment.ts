import { type Instant, instantOf, type PlainDate, type WallTime } from '../../kernel/time.ts';
import type { ContentLine } from './content-lines.ts';

/** A time as a file has it. */
export type CalendarMoment =
  | { readonly at: Instant }
  /** A wall time of the zone that the file names; null if it names none. */
  | { readonly wall: WallTime; readonly timeZone: string | null }
  | { readonly date: PlainDate };

const form = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/;

/** The wall time in digits, or null if the calendar or the clock has none such. */
export function wallIn(text: string): { readonly wall: WallTime; readonly end: string | undefined } | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00', end] = form.exec(text) ?? [];
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = Date.parse(`${wall}Z`);
  // JavaScript reads 30 February as a day of March, and the year 0 exists for nobody else.
  const exists = !Number.isNaN(at) && instantOf(at).slice(0, 19) === wall && !wall.startsWith('0000');
  return exists ? { wall, end } : null;
}

/** Reads DATE and DATE-TIME (RFC 5545, 3.3.4 and 3.3.5); null for anything else, so that nobody has to guess. */
export function momentOf({ parameters, value }: ContentLine): CalendarMoment | null {
  const read = wallIn(value?.trim().toUpperCase() ?? '');
  if (read === null) return null;
  const kind = parameters.get('VALUE')?.toUpperCase() ?? null;
  if (read.end === undefined)
    return kind === null || kind === 'DATE' ? { date: read.wall.slice(0, 10) } : null;
  if (kind !== null && kind !== 'DATE-TIME') return null;
  if (read.end === 'Z') return { at: instantOf(Date.parse(`${read.wall}Z`)) };
  return { wall: read.wall, timeZone: parameters.get('TZID') ?? null };
}
