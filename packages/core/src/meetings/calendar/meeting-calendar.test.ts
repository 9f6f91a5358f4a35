import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import ICAL from 'ical.js';
import moment from 'moment-timezone';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import type { CalendarEvent } from './event-component.ts';
import { type MeetingCalendarInput, meetingCalendar } from './meeting-calendar.ts';

const rules = momentTimeZoneRules();
const joinUrl = 'https://app.example.com/?room=kwmtf-hprzd&prejoin=1';
const joinLink = `${joinUrl}&invite=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4`;

/** A single meeting. */
const aCalendar = ({
  startsAt = '2026-11-30T08:00:00.000Z',
  endsAt = '2026-11-30T09:00:00.000Z',
  title = 'Review',
  description = 'Bring the numbers.',
  ...changes
}: Partial<MeetingCalendarInput & CalendarEvent> = {}) =>
  meetingCalendar({
    method: 'REQUEST',
    icalUid: '019aa0c4-7b1e-7d20-9c41-5a7b3f0e11d2@meet.example.com',
    sequence: 2,
    createdAt: '2026-11-01T08:00:00.123Z',
    updatedAt: '2026-11-02T08:00:00.456Z',
    dtstamp: '2026-11-21T09:00:00.789Z',
    timeZone: 'Europe/Berlin',
    joinLink,
    joinUrl,
    organizer: { name: 'Ann Example', address: 'meetings@example.com' },
    recipient: {
      name: 'Bo',
      address: 'bo@client.example',
      partstat: 'NEEDS-ACTION',
      required: true,
      rsvp: true,
    },
    otherAttendees: [],
    rules,
    events: [
      {
        recurrenceId: null,
        series: null,
        startsAt,
        endsAt,
        title,
        description,
        isCancelled: changes.method === 'CANCEL',
      },
    ],
    ...changes,
  });

const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');
const parsed = (file: string) => new ICAL.Component(ICAL.parse(file));
function eventOf(file: string) {
  const events = parsed(file).getAllSubcomponents('vevent');
  expect(events).to.have.length(1);
  return new ICAL.Event(events[0]);
}

/** The instants as ical.js computes them, from nothing but the VTIMEZONE of the file. */
function instantsOf(file: string): string[] {
  const calendar = parsed(file);
  const event = eventOf(file);
  return [event.startDate, event.endDate].map((time) => {
    const zone = calendar.getFirstSubcomponent('vtimezone');
    if (zone) time.zone = new ICAL.Timezone(zone);
    return new Date(time.toUnixTime() * 1000).toISOString();
  });
}

/** Files with difficult times: each zone at 09:00 in winter and summer, and starts and ends around each change. */
function timeCases() {
  const zones = moment.tz.names().filter((name) => rules.has(name));
  const nineOClock = zones.flatMap((timeZone) =>
    ['2027-01-12T09:00:00', '2027-07-13T09:00:00'].map((wall) => ({
      timeZone,
      startsAt: rules.resolve(wall, timeZone).instant,
    })),
  );
  const aroundChanges = zones.flatMap((timeZone) =>
    rules.transitions(timeZone, '2026-11-01T00:00:00.000Z', '2027-12-31T00:00:00.000Z').flatMap(({ at }) =>
      [-90, -60, -30, 0, 30].map((minutes) => ({
        timeZone,
        startsAt: new Date(Date.parse(at) + minutes * 60_000).toISOString(),
      })),
    ),
  );
  return [...nineOClock, ...aroundChanges].map(({ timeZone, startsAt }) => {
    const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
    return {
      name: `${timeZone} ${startsAt}`,
      instants: [startsAt, endsAt],
      file: aCalendar({ timeZone, startsAt, endsAt }),
    };
  });
}

const hardTimes = timeCases();

describe('meetingCalendar', () => {
  it('writes every property of a request', () => {
    const file = aCalendar({
      otherAttendees: [
        { name: 'Cleo "C"; Ltd', address: 'cleo@x.example', partstat: 'ACCEPTED', required: false },
      ],
    });

    expect(unfolded(file)).to.deep.equal([
      'BEGIN:VCALENDAR',
      'PRODID:-//Chancery//Meetings 1//EN',
      'VERSION:2.0',
      'CALSCALE:GREGORIAN',
      'METHOD:REQUEST',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0100',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:019aa0c4-7b1e-7d20-9c41-5a7b3f0e11d2@meet.example.com',
      'SEQUENCE:2',
      'DTSTAMP:20261121T090000Z',
      'CREATED:20261101T080000Z',
      'LAST-MODIFIED:20261102T080000Z',
      'DTSTART;TZID=Europe/Berlin:20261130T090000',
      'DTEND;TZID=Europe/Berlin:20261130T100000',
      'SUMMARY:Review',
      `DESCRIPTION:Join: ${joinLink}\\nNo passcode is needed with this link.\\n\\nBring the numbers.`,
      `LOCATION:${joinLink}`,
      `URL:${joinUrl}`,
      `CONFERENCE;FEATURE=AUDIO,VIDEO;LABEL=Join the meeting:${joinLink}`,
      'ORGANIZER;CN=Ann Example (Chancery):mailto:meetings@example.com',
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Bo:mailto:bo@client.example',
      `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=OPT-PARTICIPANT;PARTSTAT=ACCEPTED;CN="Cleo ^'C^'; Ltd":mailto:cleo@x.example`,
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('names at most 200 other attendees, and leaves it to each calendar who may see the entry', () => {
    const otherAttendees = Array.from({ length: 250 }, (_, index) => ({
      name: `P${index}`,
      address: `p${index}@x.example`,
      partstat: 'DECLINED' as const,
      required: true,
    }));
    const { component } = eventOf(aCalendar({ otherAttendees }));

    expect(component.getAllProperties('attendee')).to.have.length(201);
    expect(component.getFirstPropertyValue('class')).to.equal(null);
  });

  it('MTG-69: contains one UID, which is the given one', () => {
    expect(unfolded(aCalendar()).filter((line) => line.startsWith('UID'))).to.deep.equal([
      'UID:019aa0c4-7b1e-7d20-9c41-5a7b3f0e11d2@meet.example.com',
    ]);
  });

  it('MTG-71: cancels with METHOD:CANCEL and STATUS:CANCELLED', () => {
    const lines = unfolded(aCalendar({ method: 'CANCEL', sequence: 3 }));

    expect(lines).to.include.members(['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:3']);
    expect(lines).to.not.include.members(['METHOD:REQUEST']);
    expect(lines).to.not.include.members(['STATUS:CONFIRMED']);
  });

  it('MTG-73: contains the VTIMEZONE of each TZID, without DAYLIGHT if the offset never changes', () => {
    const lines = unfolded(aCalendar({ timeZone: 'Asia/Kolkata' }));
    const utcLines = unfolded(aCalendar({ timeZone: 'UTC' }));

    expect(lines).to.include.members(['TZID:Asia/Kolkata', 'DTSTART;TZID=Asia/Kolkata:20261130T133000']);
    expect(lines).to.not.include('BEGIN:DAYLIGHT');
    expect(utcLines).to.include.members(['DTSTART:20261130T080000Z', 'DTEND:20261130T090000Z']);
    expect(utcLines).to.not.include('BEGIN:VTIMEZONE');
    for (const line of lines.filter((property) => /^(DTSTAMP|CREATED|LAST-MODIFIED)/.test(property))) {
      expect(line).to.match(/^[A-Z-]+:\d{8}T\d{6}Z$/);
    }
  });

  it('writes UTC if the start or the end is in a repeated hour', () => {
    const repeated = [
      ['2026-10-25T01:30:00.000Z', '2026-10-25T03:00:00.000Z'],
      ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ] as const;
    for (const [startsAt, endsAt] of repeated) {
      const file = aCalendar({ startsAt, endsAt });

      expect(file).to.not.include('TZID');
      expect(instantsOf(file)).to.deep.equal([startsAt, endsAt]);
    }
  });

  const hostileTitles = [
    'a;b,c\\d\\n"e" \'f\' ^n ^^ :g',
    'two\nlines\n\nand\na tab\tx',
    `${'👩‍👩‍👧‍👦'.repeat(20)} ${'ö'.repeat(60)} ${'日'.repeat(50)}`,
    'مراجعة أسبوعية ‏(فريق)‏ abc',
    'BEGIN:VALARM',
    ' \\; \\\\, \\N ',
  ];
  for (const title of hostileTitles) {
    it(`MTG-74: preserves the title ${JSON.stringify(title).slice(0, 40)}`, () => {
      // Unlike RFC 5545, ical.js reads backslashes in a parameter as escapes.
      const name = title.replaceAll('\\', '');
      const file = aCalendar({
        title,
        description: title,
        recipient: { name, address: 'bo@x.example', partstat: 'TENTATIVE', required: false, rsvp: true },
      });
      const { summary, description, component } = eventOf(file);

      expect(summary).to.equal(title);
      expect(description.endsWith(`\n\n${title}`)).to.equal(true);
      expect(component.getFirstProperty('attendee')?.getParameter('cn')).to.equal(name);
      expect(file.endsWith('END:VCALENDAR\r\n')).to.equal(true);
      expect(file.replaceAll('\r\n', '')).to.not.match(/[\r\n]/);
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).to.be.at.most(75);
        expect(Buffer.from(line).toString()).to.equal(line);
      }
    });
  }

  for (const lineBreak of ['\r\n', '\r', '\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\x1d', '\0\r\n']) {
    it(`MTG-74: text with ${JSON.stringify(lineBreak)} cannot add a property`, () => {
      const injected = ['x', 'END:VEVENT', 'ATTACH:https://evil.example', 'BEGIN:VEVENT', 'y'].join(
        lineBreak,
      );
      const person = {
        name: injected,
        address: injected,
        partstat: 'ACCEPTED',
        required: true,
        rsvp: true,
      } as const;
      const file = aCalendar({
        icalUid: injected,
        title: injected,
        description: injected,
        joinLink: injected,
        joinUrl: injected,
        organizer: person,
        recipient: person,
        otherAttendees: [person],
      });
      const names = (text: string) =>
        text
          .replaceAll('\r\n ', '')
          // biome-ignore lint/suspicious/noControlCharactersInRegex: Python, for one, ends lines at these.
          .split(/\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]/)
          .map((line) => line.split(/[;:]/)[0])
          .filter((name) => name !== 'ATTENDEE');

      expect(names(file)).to.deep.equal(names(aCalendar()));
      expect(eventOf(file).summary).to.equal('x\nEND:VEVENT\nATTACH:https://evil.example\nBEGIN:VEVENT\ny');
    });
  }

  it('is read by ical.js with the same instants, in every zone at 09:00 and around every change of offset', () => {
    const differing = hardTimes.filter(({ file, instants }) => instantsOf(file).join() !== instants.join());

    expect(differing.map(({ name }) => name)).to.deep.equal([]);
  });
});

const python = '/usr/bin/python3';

/** Prints summary and instants of each file; the zone is built from the file, not looked up by name. */
const readBack = `
import sys, json
from datetime import timezone
from icalendar import Calendar

def instant(value, zone):
    time = value.dt
    if zone is not None:
        time = zone.localize(time.replace(tzinfo=None))
    return time.astimezone(timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z')

results = []
for text in json.load(sys.stdin):
    calendar = Calendar.from_ical(text)
    zones = [zone.to_tz() for zone in calendar.walk('VTIMEZONE')]
    event, = calendar.walk('VEVENT')
    zone = zones[0] if zones else None
    times = [instant(event[name], zone) for name in ('DTSTART', 'DTEND')]
    results.append({'summary': str(event['SUMMARY']), 'instants': times, 'method': str(calendar['METHOD'])})
print(json.dumps(results))
`;

// Debian's python3-icalendar shares no code with the writer of the files.
describe('meetingCalendar read by python3-icalendar', () => {
  const read = (files: string[]): { summary: string; instants: string[]; method: string }[] =>
    JSON.parse(
      execFileSync(python, ['-c', readBack], {
        input: JSON.stringify(files),
        maxBuffer: 64 * 1024 * 1024,
      }).toString(),
    );

  it('is read with the same instants, in every zone at 09:00 and around every change of offset', () => {
    const results = read(hardTimes.map(({ file }) => file));
    const differing = hardTimes.filter(
      ({ instants }, index) => results[index]?.instants.join() !== instants.join(),
    );

    expect(results).to.have.length(hardTimes.length);
    expect(differing.map(({ name }) => name)).to.deep.equal([]);
  });

  it('MTG-74: is read with the same title', () => {
    const title = 'a;b,c\\d "e" 👩‍👩‍👧‍👦 مراجعة\u2028END:VEVENT\r\nx';

    expect(read([aCalendar({ title, method: 'CANCEL' })])).to.deep.equal([
      {
        summary: 'a;b,c\\d "e" 👩‍👩‍👧‍👦 مراجعة\nEND:VEVENT\nx',
        instants: ['2026-11-30T08:00:00.000Z', '2026-11-30T09:00:00.000Z'],
        method: 'CANCEL',
      },
    ]);
  });
});
