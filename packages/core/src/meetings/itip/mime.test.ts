import { expect } from 'chai';
import { calendarTextOf } from './mime.ts';

const calendar = 'BEGIN:VCALENDAR\r\nSUMMARY:Größe\r\nEND:VCALENDAR';
const base64 = Buffer.from(calendar).toString('base64').replaceAll(/.{20}/g, '$&\r\n');
const lines = (...all: string[]) => all.join('\r\n');

describe('calendarTextOf', () => {
  it('finds the calendar of a message that consists of nothing else', () => {
    expect(calendarTextOf(lines('Content-Type: text/calendar; method=REPLY', '', calendar))).to.equal(
      calendar,
    );
  });

  it('decodes base64 and quoted-printable, in the charset that is named', () => {
    const latin = Buffer.from(calendar, 'latin1').toString('base64');
    const quoted = 'BEGIN:VCALENDAR=0D=0ASUMMARY:Gr=C3=B6=\r\n=C3=9Fe  \r\nEND:VCALENDAR';
    const message = (type: string, coding: string, body: string) =>
      lines(`content-type: ${type}`, `CONTENT-TRANSFER-ENCODING: ${coding}`, '', body);

    expect(calendarTextOf(message('text/calendar', 'base64', base64))).to.equal(calendar);
    expect(calendarTextOf(message('text/calendar; charset="ISO-8859-1"', 'BASE64', latin))).to.equal(
      calendar,
    );
    expect(calendarTextOf(message('text/calendar', 'quoted-printable', quoted))).to.equal(calendar);
  });

  it('looks through parts within parts, with folded headers and line feeds alone', () => {
    const message = lines(
      'Received: by relay',
      'Content-Type: multipart/mixed;',
      ' boundary="out;er"',
      '',
      'What nobody reads',
      '--out;er',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain',
      '',
      'BEGIN:VCALENDAR of a plain text',
      '--inner',
      'Content-Type: TEXT/Calendar; charset=utf-8; method=REPLY',
      'Content-Transfer-Encoding: base64',
      '',
      base64,
      '--inner--',
      '--out;er',
      'Content-Type: application/ics',
      '',
      'another',
      '--out;er--',
    );

    expect(calendarTextOf(message)).to.equal(calendar);
    expect(calendarTextOf(message.replaceAll('\r\n', '\n'))).to.equal(calendar);
  });

  it('finds no calendar in a message without one, however deep its parts go', () => {
    const nested = Array.from({ length: 50 }, (_, depth) =>
      lines(`Content-Type: multipart/mixed; boundary=b${depth}`, '', `--b${depth}`),
    ).join('\r\n');

    expect(calendarTextOf('Subject: Hello\r\n\r\nBEGIN:VCALENDAR')).to.equal(null);
    expect(calendarTextOf('')).to.equal(null);
    expect(calendarTextOf(lines(nested, 'Content-Type: text/calendar', '', calendar))).to.equal(null);
  });
});
