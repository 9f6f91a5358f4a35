import ICAL from 'ical.js';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import { timeZoneComponent } from './time-zone-component.ts';

export interface CalendarPerson {
  readonly name: string;
  readonly address: string;
}

export interface CalendarAttendee extends CalendarPerson {
  readonly answer: 'NEEDS-ACTION' | 'ACCEPTED' | 'TENTATIVE' | 'DECLINED';
  readonly required: boolean;
}

/** A single meeting as one person's calendar shall show it. */
export interface MeetingCalendar {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly icalUid: string;
  readonly sequence: number;
  /** When this file is written. */
  readonly writtenAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly timeZone: string;
  readonly title: string;
  readonly description: string;
  /** The recipient's own link, with their token. */
  readonly joinLink: string;
  /** The link that holds no token. */
  readonly joinUrl: string;
  /** The service's address under the organizer's name; never the organizer's private address. */
  readonly organizer: CalendarPerson;
  readonly recipient: CalendarAttendee;
  /** Other invitees that this person may see. */
  readonly others: readonly CalendarAttendee[];
  readonly visibility: 'private' | 'workspace';
}

/** ical.js counts the line break's space, RFC 5545 allows 75 octets before it. */
ICAL.foldLength = 74;

/** The iCalendar file of a meeting (meetings 7.1); the same bytes go behind a link and into a mail. */
export function meetingCalendar(meeting: MeetingCalendar, rules: TimeZoneRules): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('prodid', '-//Chancery//Meetings 1//EN');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('method', meeting.method);
  const local = isLocal(meeting, rules);
  if (local) calendar.addSubcomponent(timeZoneComponent(meeting.timeZone, meeting.startsAt, meeting.endsAt, rules));
  calendar.addSubcomponent(eventComponent(meeting, local, rules));
  return `${calendar.toString()}\r\n`;
}

/** Local form only where it reads back as the same instants: not in UTC, not in the second reading of a repeated hour. */
function isLocal({ timeZone, startsAt, endsAt }: MeetingCalendar, rules: TimeZoneRules): boolean {
  return timeZone !== 'UTC' && [startsAt, endsAt].every((instant) => rules.resolve(rules.wall(instant, timeZone), timeZone).instant === instant);
}

function eventComponent(meeting: MeetingCalendar, local: boolean, rules: TimeZoneRules): ICAL.Component {
  const event = new ICAL.Component('vevent');
  const time = (name: string, instant: Instant) => {
    if (!local) return event.addPropertyWithValue(name, utc(instant));
    const property = event.addPropertyWithValue(name, ICAL.Time.fromDateTimeString(rules.wall(instant, meeting.timeZone)));
    property.setParameter('tzid', meeting.timeZone);
    return property;
  };
  event.addPropertyWithValue('uid', meeting.icalUid);
  event.addPropertyWithValue('sequence', meeting.sequence);
  event.addPropertyWithValue('dtstamp', utc(meeting.writtenAt));
  event.addPropertyWithValue('created', utc(meeting.createdAt));
  event.addPropertyWithValue('last-modified', utc(meeting.updatedAt));
  time('dtstart', meeting.startsAt);
  time('dtend', meeting.endsAt);
  event.addPropertyWithValue('summary', plainText(meeting.title));
  event.addPropertyWithValue('description', [`Join: ${meeting.joinLink}`, 'No passcode is needed with this link.', meeting.description].filter((line) => line !== '').map(plainText).join('\n'));
  event.addPropertyWithValue('location', meeting.joinLink);
  event.addPropertyWithValue('url', meeting.joinUrl);
  const conference = new ICAL.Property('conference');
  conference.resetType('uri');
  conference.setParameter('feature', 'AUDIO,VIDEO');
  conference.setParameter('label', 'Join the meeting');
  conference.setValue(meeting.joinLink);
  event.addProperty(conference);
  const organizer = event.addPropertyWithValue('organizer', `mailto:${meeting.organizer.address}`);
  organizer.setParameter('cn', `${parameterText(meeting.organizer.name)} (Chancery)`);
  addAttendee(event, meeting.recipient, true);
  for (const other of meeting.others.slice(0, 200)) addAttendee(event, other, false);
  event.addPropertyWithValue('status', meeting.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED');
  event.addPropertyWithValue('transp', 'OPAQUE');
  event.addPropertyWithValue('class', meeting.visibility === 'private' ? 'PRIVATE' : 'PUBLIC');
  return event;
}

function addAttendee(event: ICAL.Component, { name, address, answer, required }: CalendarAttendee, asked: boolean): void {
  const attendee = event.addPropertyWithValue('attendee', `mailto:${address}`);
  attendee.setParameter('cutype', 'INDIVIDUAL');
  attendee.setParameter('role', required ? 'REQ-PARTICIPANT' : 'OPT-PARTICIPANT');
  attendee.setParameter('partstat', answer);
  if (asked) attendee.setParameter('rsvp', 'TRUE');
  attendee.setParameter('cn', parameterText(name));
}

/** A raw carriage return would end the content line; text has line feeds only, which are escaped. */
const plainText = (text: string): string => text.replace(/\r\n?/g, '\n');

/** RFC 6868 has no form for control characters in a parameter; names have none, but a line break must never pass. */
const parameterText = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');

const utc = (instant: Instant): ICAL.Time => ICAL.Time.fromDateTimeString(`${instant.slice(0, 19)}Z`);
