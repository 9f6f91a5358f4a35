import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import ICAL from 'ical.js';
import moment from 'moment-timezone';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { type MeetingCalendar, meetingCalendar } from './meeting-calendar.ts';

const rules = momentTimeZoneRules();

const aMeeting = (over: Partial<MeetingCalendar> = {}): MeetingCalendar => ({
  method: 'REQUEST',
  icalUid: '019aa0c4-7b1e-7d20-9c41-5a7b3f0e11d2@meet.example.com',
  sequence: 0,
  writtenAt: '2026-11-21T09:00:00.000Z',
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
  startsAt: '2026-11-30T08:00:00.000Z',
  endsAt: '2026-11-30T09:00:00.000Z',
  timeZone: 'Europe/Berlin',
  title: 'Weekly review',
  description: '',
  joinLink: `https://app.example.com/?room=kwmtf-hprzd&prejoin=1&invite=${'T'.repeat(43)}`,
  joinUrl: 'https://app.example.com/?room=kwmtf-hprzd&prejoin=1',
  organizer: { name: 'Ann Example', address: 'meetings@example.com' },
  recipient: { name: 'Bo Client', address: 'bo@client.example', answer: 'NEEDS-ACTION', required: true },
  others: [],
  visibility: 'private',
  ...over,
});

/** The instants that an independent reader sees, through the file's own VTIMEZONE. */
function readBack(text: string): { event: ICAL.Component; startsAt: string; endsAt: string } {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = calendar.getFirstSubcomponent('vevent');
  if (event === null) throw new Error('no event');
  const zones = new Map(calendar.getAllSubcomponents('vtimezone').map((component) => [String(component.getFirstPropertyValue('tzid')), new ICAL.Timezone(component)]));
  const instant = (name: string) => {
    const property = event.getFirstProperty(name);
    const time = property?.getFirstValue() as ICAL.Time;
    const zone = property?.getFirstParameter('tzid');
    if (zone !== undefined && zone !== '') time.zone = zones.get(zone) ?? time.zone;
    return new Date(time.toUnixTime() * 1000).toISOString();
  };
  return { event, startsAt: instant('dtstart'), endsAt: instant('dtend') };
}

describe('meetingCalendar', () => {
  it('writes what the recipient needs, under one UID, without a private address', () => {
    const { event } = readBack(meetingCalendar(aMeeting(), rules));
    const property = (name: string) => event.getFirstProperty(name);

    expect(String(property('uid')?.getFirstValue())).to.equal('019aa0c4-7b1e-7d20-9c41-5a7b3f0e11d2@meet.example.com');
    expect(property('organizer')?.getFirstParameter('cn')).to.equal('Ann Example (Chancery)');
    expect(property('attendee')?.getFirstParameter('rsvp')).to.equal('TRUE');
    expect(String(property('conference')?.getFirstValue())).to.include('invite=');
    expect(String(property('url')?.getFirstValue())).to.not.include('invite=');
    expect(String(property('class')?.getFirstValue())).to.equal('PRIVATE');
  });

  it('MTG-71: cancels with METHOD:CANCEL and STATUS:CANCELLED', () => {
    const text = meetingCalendar(aMeeting({ method: 'CANCEL', sequence: 3 }), rules);

    expect(text).to.include('METHOD:CANCEL\r\n').and.include('STATUS:CANCELLED\r\n').and.include('SEQUENCE:3\r\n');
  });

  it('MTG-73: carries the VTIMEZONE of the TZID that it uses, without a DAYLIGHT part where nothing changes, and stamps in UTC', () => {
    const text = meetingCalendar(aMeeting(), rules);

    expect(text.match(/^BEGIN:VTIMEZONE/gm)?.length).to.equal(1);
    expect(text).to.include('DTSTART;TZID=Europe/Berlin:20261130T090000\r\n').and.include('TZID:Europe/Berlin\r\n').and.not.include('DAYLIGHT');
    for (const name of ['DTSTAMP', 'CREATED', 'LAST-MODIFIED']) expect(text).to.match(new RegExp(`^${name}:\\d{8}T\\d{6}Z\\r$`, 'm'));
  });

  it('MTG-74: keeps lines within 75 octets and hostile text as text', () => {
    const title = 'A; "B", C\\D\r\nEND:VEVENT\nBEGIN:VEVENT 👩‍👩‍👧‍👦 شركة ' + 'é'.repeat(90);
    const name = 'Bo; "x" ^ \n Client, of: many';
    const text = meetingCalendar(aMeeting({ title, description: `${title}\n\n${title}`, recipient: { ...aMeeting().recipient, name } }), rules);

    expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).to.deep.equal([]);
    expect(text.split('\r\n').some((line) => line.includes('\n') || line.includes('\r'))).to.equal(false);
    const { event } = readBack(text);
    expect(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').length).to.equal(1);
    expect(String(event.getFirstPropertyValue('summary')).replaceAll('\r\n', '\n')).to.equal(title.replaceAll('\r\n', '\n'));
    expect(event.getFirstProperty('attendee')?.getFirstParameter('cn')).to.equal('Bo; "x" ^   Client, of: many');
  });

  it('uses UTC where the local form would read back as another instant', () => {
    const second = meetingCalendar(aMeeting({ startsAt: '2026-10-25T01:30:00.000Z', endsAt: '2026-10-25T02:30:00.000Z' }), rules);

    expect(second).to.include('DTSTART:20261025T013000Z').and.not.include('VTIMEZONE');
    expect(readBack(second).startsAt).to.equal('2026-10-25T01:30:00.000Z');
  });

  it('reads back as the same instants in every zone of the tz data, by two parsers', function () {
    this.timeout(60_000);
    const zones = moment.tz.names().filter((zone) => rules.has(zone));
    const files = zones.flatMap((timeZone) =>
      ['2026-03-29', '2026-11-01', '2027-07-15'].map((day) => {
        const startsAt = rules.resolve(`${day}T00:30:00`, timeZone).instant;
        const endsAt = new Date(Date.parse(startsAt) + 8 * 3_600_000).toISOString();
        return { zone: timeZone, startsAt, endsAt, text: meetingCalendar(aMeeting({ timeZone, startsAt, endsAt }), rules) };
      }),
    );
    expect(zones.length).to.be.greaterThan(500);

    const wrong = files.filter(({ text, startsAt, endsAt }) => {
      const read = readBack(text);
      return read.startsAt !== startsAt || read.endsAt !== endsAt;
    });
    expect(wrong.map(({ zone, startsAt }) => `${zone} ${startsAt}`)).to.deep.equal([]);

    const script = `
import sys, json, icalendar, datetime
out = []
for text in json.load(sys.stdin):
    cal = icalendar.Calendar.from_ical(text)
    zones = {str(z['TZID']): z.to_tz() for z in cal.walk('VTIMEZONE')}
    for e in cal.walk('VEVENT'):
        def at(name):
            p = e[name]; d = p.dt; tz = p.params.get('TZID')
            if tz: d = zones[str(tz)].localize(d.replace(tzinfo=None)) if hasattr(zones[str(tz)], 'localize') else d.replace(tzinfo=zones[str(tz)])
            return d.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z')
        out.append([at('DTSTART'), at('DTEND')])
print(json.dumps(out))`;
    const output = execFileSync('/usr/bin/python3', ['-c', script], { input: JSON.stringify(files.map(({ text }) => text)), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    const disagreements = (JSON.parse(output) as [string, string][]).flatMap(([start, end], index) => {
      const file = files[index];
      return file === undefined || (start === file.startsAt && end === file.endsAt) ? [] : [`${file.zone}: ${start} ${end}, not ${file.startsAt} ${file.endsAt}`];
    });
    expect(disagreements).to.deep.equal([]);
  });
});
