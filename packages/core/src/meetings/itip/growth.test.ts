import { expect } from 'chai';
import { growth, leastGrowth, mostLinearPower } from '../../kernel/testing/growth.ts';
import { leastAttempt } from '../../kernel/testing/least-attempt.ts';
import { momentTimeZoneRules } from '../../kernel/time-zones.ts';
import { readReplies } from '../calendar/calendar-reader.ts';
import { commentOf } from './comment.ts';
import { calendarTextOf } from './mime.ts';

const rules = momentTimeZoneRules();

/** All that is done to a message before the database is asked. */
function read(message: string): void {
  const text = calendarTextOf(message);
  const file = text === null ? null : readReplies(text);
  for (const { reply } of file?.answers ?? []) {
    if (reply === null) continue;
    for (const moment of [reply.dtstamp, reply.recurrenceId, reply.startsAt])
      if (moment !== null) file?.instantOf(moment, rules);
    commentOf(reply.comment);
  }
}

/** Text of so many characters: what never ends, between a beginning and an end. */
const filled =
  (start: string, unit: string | ((index: number) => string), end = '') =>
  (size: number): string => {
    const units: string[] = [start];
    let length = start.length + end.length;
    for (let index = 0; length < size; index += 1) {
      const next = typeof unit === 'string' ? unit : unit(index);
      units.push(next);
      length += next.length;
    }
    return units.join('') + end;
  };

const head = 'Content-Type: text/calendar\r\n\r\n';
const multipart = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';
const coded = (coding: string) =>
  `Content-Type: text/calendar\r\nContent-Transfer-Encoding: ${coding}\r\n\r\n`;
const calendar = `${head}BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n`;
const event = `${calendar}BEGIN:VEVENT\r\nUID:x\r\nDTSTAMP:20261123T130000Z\r\n`;
const done = '\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
const zone = `${calendar}BEGIN:VTIMEZONE\r\nTZID:Odd\r\n`;
const asking = (count: number) =>
  `END:VTIMEZONE\r\n${Array.from(
    { length: count },
    (_, index) =>
      `BEGIN:VEVENT\r\nUID:x\r\nDTSTAMP;TZID=Odd:20261123T13${String(index % 60).padStart(2, '0')}00\r\nRECURRENCE-ID;TZID=Odd:2${String(index).padStart(3, '0')}0614T090000\r\nEND:VEVENT\r\n`,
  ).join('')}END:VCALENDAR\r\n`;
const observance = (more: string) =>
  `BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n${more}END:STANDARD\r\n`;

const hostile: Readonly<Record<string, (size: number) => string>> = {
  'header lines': filled('', 'X: y\r\n'),
  'one header without end': filled('X: ', 'y'),
  'a folded header': filled('Content-Type: text/calendar;\r\n', ' x=y;\r\n'),
  'spaces that end a header': filled('Content-Type: text/plain', ' ', '\r\n\r\n'),
  'spaces on lines of a header': filled('Content-Type: text/plain\r\n', '  \t \r\n'),
  'carriage returns': filled('X', '\r'),
  'line feeds': filled(head, '\n'),
  'parameters of a type': filled('Content-Type: text/plain', ';a=b', '\r\n\r\n'),
  'quotes in a type': filled('Content-Type: text/plain;', '"', '\r\n\r\n'),
  'quoted pairs in a type': filled('Content-Type: text/plain;a="', '\\"', '\r\n\r\n'),
  'comments in a type': filled('Content-Type: text/plain', '(', '\r\n\r\n'),
  'sections of a boundary': filled(
    'Content-Type: multipart/mixed',
    (index) => `;boundary*${index}=b`,
    '\r\n\r\n',
  ),
  'boundaries one after another': filled(multipart, '--b\r\n'),
  'lines that are almost boundaries': filled(multipart, '--b-\r\n'),
  'spaces behind a boundary': filled(`${multipart}--b`, ' '),
  'multiparts within multiparts': filled(
    '',
    (index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
  ),
  'parts of one boundary within another': filled(
    '',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n',
  ),
  'encoded words': filled('Subject: ', '=?utf-8?Q?=C3=A4?= '),
  'quoted-printable octets': filled(coded('quoted-printable'), '=C3'),
  'quoted-printable spaces': filled(coded('quoted-printable'), ' '),
  'quoted-printable lines that go on': filled(coded('quoted-printable'), '=\r\n'),
  'quoted-printable signs without octets': filled(coded('quoted-printable'), '='),
  base64: filled(coded('base64'), 'QUJD'),
  'base64 of folds': filled(coded('base64'), 'DQogDQog'),
  'base64 of nothing': filled(coded('base64'), ' \r\n'),
  'components within components': filled(calendar, 'BEGIN:X\r\n'),
  'components one after another': filled(calendar, 'BEGIN:X\r\nEND:X\r\n', 'END:VCALENDAR'),
  events: filled(
    calendar,
    'BEGIN:VEVENT\r\nUID:x\r\nDTSTAMP:20261123T130000Z\r\nEND:VEVENT\r\n',
    'END:VCALENDAR',
  ),
  attendees: filled(event, 'ATTENDEE:mailto:a@b.example\r\n', done),
  'attendees of other scripts': filled(event, (index) => `ATTENDEE:mailto:ö${index}@bü.example\r\n`, done),
  'an attendee without end': filled(`${event}ATTENDEE:mailto:`, 'a@', done),
  'percent signs in an attendee': filled(`${event}ATTENDEE:mailto:`, '%C3', done),
  'parameters of an attendee': filled(`${event}ATTENDEE`, ';A=B', `:mailto:a@b.example${done}`),
  'quotes in an attendee': filled(`${event}ATTENDEE;A=`, '"', `:mailto:a@b.example${done}`),
  colons: filled(`${event}ATTENDEE`, ':', done),
  'names without values': filled(event, 'RECURRENCE-ID\r\n', done),
  'a folded line': filled(`${event}COMMENT:`, 'x\r\n ', done),
  'folds of nothing': filled(`${event}COMMENT:`, '\r\n ', done),
  'a folded line that nobody wants': filled(`${event}DESCRIPTION:`, '\r\n x', done),
  escapes: filled(`${event}COMMENT:`, '\\n', done),
  backslashes: filled(`${event}COMMENT:`, '\\', done),
  'combining marks': filled(`${event}COMMENT:e`, '\u0301', done),
  comments: filled(event, `COMMENT:${'e\u0301'.repeat(100)}\r\n`, done),
  'halves of pairs': filled(`${event}COMMENT:`, '\ud83d', done),
  'digits of a stamp': filled(`${event}RECURRENCE-ID:`, '2', done),
  'digits of a sequence': filled(`${event}SEQUENCE:`, '9', done),
  zones: filled(
    calendar,
    (index) => `BEGIN:VTIMEZONE\r\nTZID:Z${index}\r\nEND:VTIMEZONE\r\n`,
    'END:VCALENDAR',
  ),
  observances: filled(zone, observance(''), asking(1)),
  onsets: filled(zone, observance(`RDATE:${'19710101T000000,'.repeat(400)}19710101T000000\r\n`), asking(10)),
  'rules that never end': filled(zone, observance('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n'), asking(10)),
  'rules of many days': filled(
    zone,
    observance(
      `RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=${Array.from({ length: 31 }, (_, day) => day + 1).join()}\r\n`,
    ),
    asking(10),
  ),
  'rules that are counted': filled(
    zone,
    observance('RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1;COUNT=1000\r\n'),
    asking(10),
  ),
  'rules that skip years': filled(
    zone,
    observance('RRULE:FREQ=YEARLY;INTERVAL=99;BYMONTH=2;BYMONTHDAY=29\r\n'),
    asking(10),
  ),
  'rules with lists': filled(
    `${zone}BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1`,
    ',1',
    `\r\nEND:STANDARD\r\n${asking(1)}`,
  ),
};

const mostMilliseconds = 200;

describe('reading a message of the allowed size', () => {
  // What is cut off by a bound costs nothing more, so each growth is looked at up to half a million characters.
  for (const [name, make] of Object.entries(hostile))
    it(`MTG-109, PLT-28: takes time linear in its size, and at most 200 ms of a processor: ${name}`, async () => {
      const { power, milliseconds } = await leastGrowth(read, make, {
        from: 2048,
        rounds: 2,
        bound: mostMilliseconds,
      });

      expect(power).to.be.below(mostLinearPower);
      expect(milliseconds).to.be.below(mostMilliseconds);
    });

  it('MTG-109, PLT-28: reads the most times of a message by the longest zone within 200 ms of a processor', async () => {
    const rule = observance('RRULE:FREQ=YEARLY;INTERVAL=99;BYMONTH=3;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU\r\n');
    const onsets = observance(`RDATE:${'19710101T000000,'.repeat(450)}19710101T000000\r\n`);
    const message = zone + rule.repeat(20) + onsets.repeat(4) + asking(199);

    const least = await leastAttempt(async () => {
      const readings = await growth(read, () => message, { from: message.length, doublings: 0, rounds: 2 });
      return readings[0]?.milliseconds ?? Number.POSITIVE_INFINITY;
    }, mostMilliseconds);

    expect(readReplies(calendarTextOf(message) ?? '')?.answers).to.have.length(199);
    expect(least).to.be.below(mostMilliseconds);
  });
});
