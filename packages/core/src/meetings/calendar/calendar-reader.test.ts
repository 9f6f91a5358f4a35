import { expect } from 'chai';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { readReplies } from './calendar-reader.ts';

const rules = momentTimeZoneRules();
const event = (...more: string[]) => [
  'BEGIN:VEVENT',
  'UID:one@example.com',
  'DTSTAMP:20261123T130000Z',
  ...more,
  'END:VEVENT',
];
const file = (...components: (readonly string[])[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REPLY', ...components.flat(), 'END:VCALENDAR'].join('\r\n');
const only = (...more: string[]) => readReplies(file(event(...more)))?.answers[0];

describe('readReplies', () => {
  it('MTG-109: reads no file that is cut off, ends what was not begun, or is something else', () => {
    const whole = file(event('ATTENDEE;PARTSTAT=DECLINED:mailto:cleo@client.example'));

    expect(readReplies(`\ufeff${whole}`)).to.not.equal(null);
    expect(readReplies(`${whole}\r\nBEGIN:VCALENDAR`)).to.not.equal(null);
    for (let length = 0; length < whole.length; length += 1)
      expect(() => readReplies(whole.slice(0, length)), String(length)).to.throw(RangeError);
    expect(() => readReplies(whole.replace('END:VEVENT', 'END:VTODO'))).to.throw(RangeError);
    expect(() => readReplies(whole.replaceAll('VCALENDAR', 'VCARD'))).to.throw(RangeError);
    expect(() => readReplies(`END:X\r\n${whole}`)).to.throw(RangeError);
  });

  it('MTG-109: reads no file with more than any answer has', () => {
    const events = (count: number) => readReplies(file(...Array(count).fill(event())))?.answers.length;
    const people = (count: number) =>
      readReplies(file(event(...Array<string>(count).fill('ATTENDEE:mailto:a@b.example'))));
    const nested = (depth: number) =>
      file(Array<string>(depth).fill('BEGIN:X'), Array<string>(depth).fill('END:X'), event());
    const parts = (count: number) => file(...Array(count).fill(['BEGIN:X', 'END:X']), event());

    expect([events(200), events(201)]).to.deep.equal([200, undefined]);
    expect([people(2000) === null, people(2001) === null]).to.deep.equal([false, true]);
    expect(readReplies(nested(7))).to.not.equal(null);
    expect(() => readReplies(nested(8))).to.throw(RangeError);
    expect(readReplies(parts(998))).to.not.equal(null);
    expect(() => readReplies(parts(999))).to.throw(RangeError);
  });

  it('MTG-109: reads lines however they are folded, in any case, and with quotes around what divides', () => {
    const answer = only(
      'attendee;cn="A; B: ""C";x="1',
      ' ,2";partstat=decl',
      '\tined:MAILTO:cleo@cli',
      ' ent.example',
      'Comment:one\\nt',
      ' wo\\, three\\\\n',
    );

    expect(answer?.attendees).to.deep.equal([{ address: 'cleo@client.example', partstat: 'DECLINED' }]);
    expect(answer?.reply?.comment).to.equal('one\ntwo, three\\n');
  });

  it('MTG-109: finds the address of an attendee in each form that calendars write', () => {
    const addressOf = (line: string) => only(line)?.attendees[0]?.address;

    expect(addressOf('ATTENDEE:mailto:a%2Bb@c.example')).to.equal('a+b@c.example');
    expect(addressOf('ATTENDEE: mailto:a@c.example ')).to.equal('a@c.example');
    expect(addressOf('ATTENDEE:a@c.example')).to.equal('a@c.example');
    expect(addressOf('ATTENDEE;EMAIL=a@c.example:urn:uuid:00000000-0000')).to.equal('a@c.example');
    expect(addressOf('ATTENDEE;EMAIL=evil@c.example:mailto:a@c.example')).to.equal('a@c.example');
    expect(addressOf(`ATTENDEE:mailto:${'a'.repeat(800)}@c.example`)).to.equal('');
    expect(addressOf('ATTENDEE')).to.equal('');
  });

  it('MTG-109: takes no UID that two lines give, that is too long, or that holds a control character', () => {
    const uidOf = (...lines: string[]) =>
      readReplies(file(['BEGIN:VEVENT', ...lines, 'END:VEVENT']))?.uid ?? null;

    expect(uidOf('UID:a\\,b')).to.equal('a,b');
    expect(uidOf(`UID:${'x'.repeat(255)}`)).to.have.length(255);
    expect(uidOf(`UID:${'x'.repeat(256)}`)).to.equal(null);
    expect(uidOf('UID:a\u0000b')).to.equal(null);
    expect(uidOf('UID:a\\nb')).to.equal(null);
    expect(uidOf('UID:a', 'UID:a')).to.equal(null);
    expect(uidOf('UID:')).to.equal(null);
    expect(uidOf()).to.equal(null);
  });

  it('MTG-109: says of an event that it cannot be read, rather than leave out what could not', () => {
    const unreadable = [
      ['SEQUENCE:1', 'SEQUENCE:1'],
      ['SEQUENCE:-1'],
      ['SEQUENCE:1.5'],
      ['SEQUENCE:1234567890'],
      ['SEQUENCE'],
      ['DTSTAMP:20261123T130000Z'],
      ['RECURRENCE-ID'],
      ['RECURRENCE-ID;X:'],
      ['RECURRENCE-ID;X="'],
      ['RECURRENCE-ID;RANGE=X:20270614T070000Z'],
      [`RECURRENCE-ID${';A=B'.repeat(51)}:20270614T070000Z`],
    ];

    expect(unreadable.filter((lines) => only(...lines)?.reply !== null)).to.deep.equal([]);
    expect(only('SEQUENCE:123456789')?.reply?.sequence).to.equal(123_456_789);
    expect(only()?.reply).to.include({ sequence: 0, recurrenceId: null, isRange: false });
    expect(only(`RECURRENCE-ID${';A=B'.repeat(50)}:20270614T070000Z`)?.reply?.recurrenceId).to.deep.equal({
      at: '2027-06-14T07:00:00.000Z',
    });
  });

  it('MTG-109: reads by the tz data first, and by the file only what that does not know', () => {
    const wrong = (tzid: string) => [
      'BEGIN:VTIMEZONE',
      `TZID:${tzid}`,
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0900',
      'TZOFFSETTO:+0900',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const at = (tzid: string, ...definitions: (readonly string[])[]) =>
      readReplies(file(...definitions, event()))?.instantOf(
        { wall: '2027-06-14T09:00:00', timeZone: tzid },
        rules,
      );

    expect(at('Europe/Berlin', wrong('Europe/Berlin'))).to.equal('2027-06-14T07:00:00.000Z');
    expect(at('Tokyo Standard Time', wrong('Tokyo Standard Time'))).to.equal('2027-06-14T00:00:00.000Z');
    expect(at('Custom', wrong('Custom'), wrong('Custom'))).to.equal('2027-06-14T00:00:00.000Z');
    expect(at('Custom', ...Array(11).fill(wrong('Custom')))).to.equal(null);
    expect(at('Custom', wrong('Other'))).to.equal(null);
    expect(at('Custom', ['BEGIN:VTIMEZONE', 'TZID:Custom', 'END:VTIMEZONE'])).to.equal(null);
  });

  it('MTG-109: reads only the answers about the first UID, and takes the first parameter of a name', () => {
    const two = readReplies(file(event('COMMENT:mine'), ['BEGIN:VEVENT', 'UID:two', 'END:VEVENT']));

    expect(two?.answers.map(({ reply }) => reply?.comment)).to.deep.equal(['mine']);
    expect(only('ATTENDEE;PARTSTAT=DECLINED;PARTSTAT=ACCEPTED:a@b.example')?.attendees[0]?.partstat).to.equal(
      'DECLINED',
    );
  });

  it('MTG-109: reads a time only in the form that it says it has, and of a year that exists', () => {
    const at = (value: string) => only(`DTSTART${value}`)?.reply?.startsAt;

    expect(at(';VALUE=DATE:20270614')).to.deep.equal({ date: '2027-06-14' });
    expect(at(';VALUE=DATE-TIME:20270614T070000Z')).to.deep.equal({ at: '2027-06-14T07:00:00.000Z' });
    expect(at(';TZID=X:00010101T000000')).to.deep.equal({ wall: '0001-01-01T00:00:00', timeZone: 'X' });
    for (const value of [
      ';VALUE=DATE-TIME:20270614',
      ';VALUE=DATE:20270614T070000Z',
      ';VALUE=PERIOD:20270614T070000Z',
      ':00000101T000000Z',
      ':20270614T070060Z',
      ':2027-06-14T07:00:00Z',
    ])
      expect(at(value), value).to.equal(null);
  });

  it('MTG-109: reads no time by two definitions of a zone that differ there', () => {
    const zone = (offset: string) => [
      'BEGIN:VTIMEZONE',
      'TZID:Custom',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      `TZOFFSETFROM:${offset}`,
      `TZOFFSETTO:${offset}`,
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const replies = readReplies(file(zone('+0100'), zone('+0200'), event()));

    expect(replies?.instantOf({ wall: '2027-06-14T09:00:00', timeZone: 'Custom' }, rules)).to.equal(null);
  });
});
