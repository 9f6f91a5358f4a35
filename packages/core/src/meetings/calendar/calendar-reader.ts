import ICAL from 'ical.js';
import { type Instant, instantOf, type WallTime } from '../../kernel/time.ts';

/** A time as a file has it: an instant if it is in UTC form, else a wall time of the zone that it names. */
export type CalendarMoment =
  | { readonly at: Instant }
  | { readonly wall: WallTime; readonly timeZone: string | null };

/** An answer to an invitation (RFC 5546). */
export interface CalendarReply {
  readonly method: 'REPLY' | 'COUNTER';
  readonly uid: string;
  readonly sequence: number;
  readonly dtstamp: Instant;
  /** The occurrence that it is about; null means the meeting. */
  readonly recurrenceId: CalendarMoment | null;
  /** The address has no `mailto:`; the answer is in upper case. */
  readonly attendee: { readonly address: string; readonly partstat: string };
  readonly comment: string | null;
  readonly startsAt: CalendarMoment | null;
}

const longest = 500;

function momentOf(event: ICAL.Component, name: string): CalendarMoment | null {
  const property = event.getFirstProperty(name);
  const value = property?.getFirstValue();
  if (!(property && value instanceof ICAL.Time) || value.isDate) return null;
  if (value.zone === ICAL.Timezone.utcTimezone) return { at: instantOf(value.toUnixTime() * 1000) };
  const zone = property.getParameter('tzid');
  return { wall: value.toString().slice(0, 19), timeZone: typeof zone === 'string' ? zone : null };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads an answer from a calendar file; null if the file is none. Throws if it is no calendar at all. */
export function readReply(file: string): CalendarReply | null {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const method = textOf(calendar.getFirstPropertyValue('method')).toUpperCase();
  const event = calendar.getFirstSubcomponent('vevent');
  if ((method !== 'REPLY' && method !== 'COUNTER') || event === null) return null;

  const attendees = event.getAllProperties('attendee');
  const [attendee] = attendees;
  const dtstamp = momentOf(event, 'dtstamp');
  const uid = textOf(event.getFirstPropertyValue('uid'));
  // An answer comes from one person only.
  if (attendee === undefined || attendees.length > 1 || uid === '' || dtstamp === null || !('at' in dtstamp))
    return null;
  const sequence = event.getFirstPropertyValue('sequence');
  const comment = textOf(event.getFirstPropertyValue('comment')).trim();
  return {
    method,
    uid,
    sequence: typeof sequence === 'number' ? sequence : 0,
    dtstamp: dtstamp.at,
    recurrenceId: momentOf(event, 'recurrence-id'),
    attendee: {
      address: textOf(attendee.getFirstValue()).replace(/^mailto:/i, ''),
      partstat: textOf(attendee.getParameter('partstat')).toUpperCase(),
    },
    comment: comment === '' ? null : [...comment].slice(0, longest).join(''),
    startsAt: momentOf(event, 'dtstart'),
  };
}
