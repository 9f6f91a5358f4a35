import { isAscii, mailtoOf } from '../../kernel/mail-address.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { productName } from '../../kernel/product.ts';
import { type Instant, millisecondsOf, type WallTime } from '../../kernel/time.ts';
import type { Recurrence } from '../recurrence/series.ts';
import type { CalendarComponent, CalendarProperty } from './calendar-writer.ts';
import { isPlain, utc, zoned } from './zoned-times.ts';

export const answersInCalendars = ['NEEDS-ACTION', 'ACCEPTED', 'TENTATIVE', 'DECLINED'] as const;

export interface CalendarAttendee {
  readonly name: string;
  readonly address: string;
  readonly partstat: (typeof answersInCalendars)[number];
  readonly required: boolean;
}

interface CalendarRecipient extends CalendarAttendee {
  /** Whether an answer from the calendar is asked for. */
  readonly rsvp: boolean;
}

/** One VEVENT: a meeting, a series, or one occurrence of a series. */
export interface CalendarEvent {
  /** Names one occurrence of a series; null for the meeting itself. */
  readonly recurrenceId: WallTime | null;
  /** For a series the start of its first occurrence. */
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** Its exdates contain the recurrence ids of cancelled occurrences. */
  readonly series: (Recurrence & { readonly localStart: WallTime }) | null;
  readonly title: string;
  readonly description: string;
  readonly isCancelled: boolean;
  /** The recipient's answer for this occurrence, if it differs from that for the series. */
  readonly partstat?: CalendarAttendee['partstat'] | null;
}

/** What every event of one meeting has in common, as one person sees it. */
export interface CalendarMeeting {
  readonly icalUid: string;
  readonly sequence: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** When the file was written. */
  readonly dtstamp: Instant;
  readonly timeZone: string;
  /** The personal link of the recipient, which nobody else may see. */
  readonly joinLink: string;
  readonly joinUrl: string;
  /** `address` is that of the service, never the private address of the organizer. */
  readonly organizer: { readonly name: string; readonly address: string };
  /** Null in a feed, which invites nobody. */
  readonly recipient: CalendarRecipient | null;
  /** The people whom this recipient may see; only the first 200 are written. */
  readonly otherAttendees: readonly CalendarAttendee[];
  readonly events: readonly CalendarEvent[];
}

const greatestOtherAttendees = 200;

export const text = (name: string, value: string): CalendarProperty => [name, {}, 'text', value];

function attendee({ name, address, partstat, required }: CalendarAttendee, rsvp: boolean): CalendarProperty {
  const parameters = {
    cutype: 'INDIVIDUAL',
    role: required ? 'REQ-PARTICIPANT' : 'OPT-PARTICIPANT',
    partstat,
    ...(rsvp ? { rsvp: 'TRUE' } : {}),
    cn: name,
    // A URI is ASCII; RFC 7986 has a place for the address as people write it.
    ...(isAscii(address) ? {} : { email: address }),
  };
  return ['attendee', parameters, 'cal-address', mailtoOf(address)];
}

function description(joinLink: string, words: string): string {
  const access = `Join: ${joinLink}\nNo passcode is needed with this link.`;
  return words === '' ? access : `${access}\n\n${words}`;
}

/** Whether the times of an event are written as wall times of the zone; the start of a series always is. */
export const isZoned = (
  { startsAt, endsAt, series }: CalendarEvent,
  timeZone: string,
  rules: TimeZoneRules,
): boolean => series !== null || [startsAt, endsAt].every((at) => isPlain(at, timeZone, rules));

function startAndEnd(event: CalendarEvent, timeZone: string, rules: TimeZoneRules): CalendarProperty[] {
  const { startsAt, endsAt, series } = event;
  if (!isZoned(event, timeZone, rules)) return [utc('dtstart', startsAt), utc('dtend', endsAt)];
  const start = zoned('dtstart', series?.localStart ?? rules.wall(startsAt, timeZone), timeZone);
  if (isPlain(endsAt, timeZone, rules))
    return [start, zoned('dtend', rules.wall(endsAt, timeZone), timeZone)];
  // The end is in a repeated hour, so the length is written instead; every occurrence has the same.
  const minutes = (millisecondsOf(endsAt) - millisecondsOf(startsAt)) / 60_000;
  return [start, ['duration', {}, 'duration', `PT${minutes}M`]];
}

/** The rule in the form of jCal. */
function ruleProperty(rrule: string): CalendarProperty {
  const parts = rrule.split(';').map((part): [string, string | number | readonly string[]] => {
    const [name = '', value = ''] = part.split('=');
    if (name === 'UNTIL')
      return ['until', value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')];
    if (name === 'COUNT' || name === 'INTERVAL') return [name.toLowerCase(), Number(value)];
    return [name.toLowerCase(), value.includes(',') ? value.split(',') : value];
  });
  return ['rrule', {}, 'recur', Object.fromEntries(parts)];
}

function recurrenceProperties({ recurrenceId, series }: CalendarEvent, timeZone: string): CalendarProperty[] {
  if (recurrenceId !== null) return [zoned('recurrence-id', recurrenceId, timeZone)];
  if (series === null) return [];
  return [
    ruleProperty(series.rrule),
    ...series.rdates.map((wall) => zoned('rdate', wall, timeZone)),
    ...series.exdates.map((wall) => zoned('exdate', wall, timeZone)),
  ];
}

function attendees(
  meeting: CalendarMeeting,
  partstat: CalendarAttendee['partstat'] | null,
): CalendarProperty[] {
  const { recipient, otherAttendees } = meeting;
  if (recipient === null) return [];
  return [
    attendee({ ...recipient, partstat: partstat ?? recipient.partstat }, recipient.rsvp),
    ...otherAttendees.slice(0, greatestOtherAttendees).map((other) => attendee(other, false)),
  ];
}

/** The VEVENT of one event of a meeting (meetings 7.1). */
export function eventComponent(
  meeting: CalendarMeeting,
  event: CalendarEvent,
  rules: TimeZoneRules,
): CalendarComponent {
  const { timeZone, joinLink, organizer } = meeting;
  return [
    'vevent',
    [
      text('uid', meeting.icalUid),
      ['sequence', {}, 'integer', meeting.sequence],
      utc('dtstamp', meeting.dtstamp),
      utc('created', meeting.createdAt),
      utc('last-modified', meeting.updatedAt),
      ...startAndEnd(event, timeZone, rules),
      ...recurrenceProperties(event, timeZone),
      text('summary', event.title),
      text('description', description(joinLink, event.description)),
      text('location', joinLink),
      ['url', {}, 'uri', meeting.joinUrl],
      ['conference', { feature: ['AUDIO', 'VIDEO'], label: 'Join the meeting' }, 'uri', joinLink],
      ['organizer', { cn: `${organizer.name} (${productName})` }, 'cal-address', mailtoOf(organizer.address)],
      ...attendees(meeting, event.partstat ?? null),
      text('status', event.isCancelled ? 'CANCELLED' : 'CONFIRMED'),
      text('transp', 'OPAQUE'),
    ],
    [],
  ];
}
