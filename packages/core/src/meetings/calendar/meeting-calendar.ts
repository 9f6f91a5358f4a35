import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import { type CalendarComponent, type CalendarProperty, writeCalendar } from './calendar-writer.ts';
import { timeZoneComponent } from './time-zone-component.ts';

export interface CalendarAttendee {
  readonly name: string;
  readonly address: string;
  readonly partstat: 'NEEDS-ACTION' | 'ACCEPTED' | 'TENTATIVE' | 'DECLINED';
  readonly required: boolean;
}

/** A single meeting as one invitee is to see it. */
export interface MeetingCalendarInput {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly icalUid: string;
  readonly sequence: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** When the file is written. */
  readonly dtstamp: Instant;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly timeZone: string;
  readonly title: string;
  readonly description: string;
  /** The recipient's own link; only they may hold it. */
  readonly joinLink: string;
  readonly joinUrl: string;
  /** `address` is the service's, never the organizer's private one. */
  readonly organizer: { readonly name: string; readonly address: string };
  readonly recipient: CalendarAttendee;
  /** Those whom this recipient may see; the first 200 are written. */
  readonly otherAttendees: readonly CalendarAttendee[];
  readonly visibility: 'private' | 'workspace';
  readonly rules: TimeZoneRules;
}

const greatestOtherAttendees = 200;

const utc = (name: string, at: Instant): CalendarProperty => [name, {}, 'date-time', `${at.slice(0, 19)}Z`];
const text = (name: string, value: string): CalendarProperty => [name, {}, 'text', value];

/** Start and end with the zone that they need, or in UTC where a wall time would not lead back to them. */
function times({ startsAt, endsAt, timeZone, rules }: MeetingCalendarInput) {
  const instants = [startsAt, endsAt];
  const walls = instants.map((instant) => rules.wall(instant, timeZone));
  const isExact = walls.every((wall, index) => rules.resolve(wall, timeZone).instant === instants[index]);
  const zone =
    timeZone !== 'UTC' && isExact
      ? timeZoneComponent(timeZone, { from: startsAt, to: endsAt }, instants, rules)
      : null;

  const properties = ['dtstart', 'dtend'].map(
    (name, index): CalendarProperty =>
      zone
        ? [name, { tzid: timeZone }, 'date-time', walls[index] ?? '']
        : utc(name, instants[index] ?? startsAt),
  );
  return { zones: zone ? [zone] : [], properties };
}

function attendee({ name, address, partstat, required }: CalendarAttendee, rsvp: boolean): CalendarProperty {
  const parameters = {
    cutype: 'INDIVIDUAL',
    role: required ? 'REQ-PARTICIPANT' : 'OPT-PARTICIPANT',
    partstat,
    ...(rsvp ? { rsvp: 'TRUE' } : {}),
    cn: name,
  };
  return ['attendee', parameters, 'cal-address', `mailto:${address}`];
}

function description({ joinLink, description: words }: MeetingCalendarInput): string {
  const access = `Join: ${joinLink}\nNo passcode is needed with this link.`;
  return words === '' ? access : `${access}\n\n${words}`;
}

/**
 * The calendar file of a single meeting for one recipient (meetings 7.1): the part of the mail and the file behind
 * the link are both this, and differ in `dtstamp` alone.
 */
export function meetingCalendar(input: MeetingCalendarInput): string {
  const { zones, properties: startAndEnd } = times(input);
  const isCancelled = input.method === 'CANCEL';

  const event: CalendarComponent = [
    'vevent',
    [
      text('uid', input.icalUid),
      ['sequence', {}, 'integer', input.sequence],
      utc('dtstamp', input.dtstamp),
      utc('created', input.createdAt),
      utc('last-modified', input.updatedAt),
      ...startAndEnd,
      text('summary', input.title),
      text('description', description(input)),
      text('location', input.joinLink),
      ['url', {}, 'uri', input.joinUrl],
      ['conference', { feature: ['AUDIO', 'VIDEO'], label: 'Join the meeting' }, 'uri', input.joinLink],
      [
        'organizer',
        { cn: `${input.organizer.name} (Chancery)` },
        'cal-address',
        `mailto:${input.organizer.address}`,
      ],
      attendee(input.recipient, true),
      ...input.otherAttendees.slice(0, greatestOtherAttendees).map((other) => attendee(other, false)),
      text('status', isCancelled ? 'CANCELLED' : 'CONFIRMED'),
      text('transp', 'OPAQUE'),
      text('class', input.visibility === 'private' ? 'PRIVATE' : 'PUBLIC'),
    ],
    [],
  ];

  return writeCalendar([
    'vcalendar',
    [
      text('prodid', '-//Chancery//Meetings 1//EN'),
      text('version', '2.0'),
      text('calscale', 'GREGORIAN'),
      text('method', input.method),
    ],
    [...zones, event],
  ]);
}
