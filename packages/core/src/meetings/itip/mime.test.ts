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

  it('MTG-109: reads no message with a longer head, more parts or deeper ones than mail has', () => {
    const headed = (characters: number) =>
      lines(`X: ${'y'.repeat(characters)}`, 'Content-Type: text/calendar', '', calendar);
    const many = (count: number) =>
      lines(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        ...Array<string>(count).fill('--b\r\n'),
        '--b',
        'Content-Type: text/calendar',
        '',
        calendar,
      );
    const nested = (depth: number) =>
      lines(
        ...Array.from({ length: depth }, (_, level) =>
          lines(`Content-Type: multipart/mixed; boundary=b${level}`, '', `--b${level}`),
        ),
        'Content-Type: text/calendar',
        '',
        calendar,
      );

    expect(calendarTextOf(headed(65_000))).to.equal(calendar);
    expect(() => calendarTextOf(headed(65_536))).to.throw(RangeError);
    expect(() => calendarTextOf('X: y\r\n'.repeat(1002))).to.throw(RangeError);
    expect(calendarTextOf(many(98))).to.equal(calendar);
    expect(() => calendarTextOf(many(99))).to.throw(RangeError);
    expect(calendarTextOf(nested(8))).to.equal(calendar);
    expect(calendarTextOf(nested(9))).to.equal(null);
  });

  it('MTG-109: reads parameters in quotes, in sections, and beside comments', () => {
    const typed = (type: string) => {
      const coded = Buffer.from(calendar, 'latin1').toString('base64');
      return calendarTextOf(
        lines(`Content-Type: ${type}`, 'Content-Transfer-Encoding: (so) base64', '', coded),
      );
    };

    expect(typed('text/calendar (a "comment; x=y (b)) ; CHARSET=iso-8859-1 (latin)')).to.equal(calendar);
    expect(typed('Text/Calendar; name="a;charset=utf-8"; charset="iso-\\8859-1"')).to.equal(calendar);
    expect(typed('text/calendar; charset*0=iso-; charset*1="8859-1"')).to.equal(calendar);
    expect(typed('text/calendar; charset=iso-8859-1; charset=utf-8')).to.equal(calendar);
    expect(typed('text/calendar; charset*=iso-8859-1; charset*=x')).to.equal(calendar);
    expect(() => typed('text/calendar; charset=klingon')).to.throw(RangeError);
    expect(() => typed(`text/calendar${';a=b'.repeat(51)}`)).to.throw(RangeError);
    expect(() => typed(`text/calendar; a=${'b'.repeat(4096)}`)).to.throw(RangeError);
  });

  it('MTG-109: joins the octets of a character that a fold divides', () => {
    const octets = Buffer.from('BEGIN:VCALENDAR\r\nSUMMARY:Gr\u00f6\u00df').toString('latin1');
    const folded = octets.replace('\u00c3\u00b6', '\u00c3\r\n \u00b6');
    const body = Buffer.from(folded, 'latin1').toString('base64');

    expect(
      calendarTextOf(lines('Content-Type: text/calendar', 'Content-Transfer-Encoding: base64', '', body)),
    ).to.equal('BEGIN:VCALENDAR\r\nSUMMARY:Gr\u00f6\u00df');
  });

  it('knows no part by a boundary that another only begins with', () => {
    const message = lines(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--bb',
      'Content-Type: text/calendar',
      '',
      'BEGIN:VCALENDAR of nothing',
      '--b ',
      'Content-Type: text/calendar',
      '',
      calendar,
    );

    expect(calendarTextOf(message)).to.equal(calendar);
    expect(calendarTextOf(message.replace('boundary=b', 'boundary=""'))).to.equal(null);
    const withBoundary = (length: number) =>
      calendarTextOf(
        message
          .replace('boundary=b', `boundary=${'c'.repeat(length)}`)
          .replace('--b ', `--${'c'.repeat(length)}`),
      );
    expect([withBoundary(200), withBoundary(201)]).to.deep.equal([calendar, null]);
  });

  it('MTG-109: takes the first header of a name, folded by a tab, and a calendar that is called a file', () => {
    const message = lines(
      'Content-Type: multipart/mixed;',
      '\tboundary=b',
      'Content-Type: text/calendar',
      '',
      '--b',
      'Content-Type: application/ics',
      '',
      calendar,
    );

    expect(calendarTextOf(message)).to.equal(calendar);
  });

  it('MTG-109: ends with the last boundary, and takes what was never coded as it is', () => {
    const ended = lines(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b--',
      '--b',
      'Content-Type: text/calendar',
      '',
      calendar,
    );
    const uncoded = 'BEGIN:VCALENDAR\r\nSUMMARY:\u4f1a\u8bae';

    expect(calendarTextOf(ended)).to.equal(null);
    expect(
      calendarTextOf(
        lines('Content-Type: text/calendar', 'Content-Transfer-Encoding: quoted-printable', '', uncoded),
      ),
    ).to.equal(uncoded);
    expect(
      calendarTextOf(
        lines(
          'Content-Type: text/calendar',
          'Content-Transfer-Encoding: quoted-printable',
          '',
          'a=  \r\nb =\t\r\nc',
        ),
      ),
    ).to.equal('ab c');
  });
});
