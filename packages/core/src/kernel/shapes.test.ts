import { expect } from 'chai';
import fc from 'fast-check';
import type { z } from 'zod';
import {
  date,
  email,
  foldEmail,
  httpsUrl,
  id,
  instant,
  multiline,
  secretToken,
  text,
  visibleName,
} from './shapes.ts';

const accepts = (shape: z.ZodType, value: unknown) => shape.safeParse(value).success;

/** What of a text is normalised while it is checked. */
function normalised(check: () => unknown): string[] {
  const original = String.prototype.normalize;
  const seen: string[] = [];
  String.prototype.normalize = function (this: string, form?: string) {
    seen.push(String(this));
    return original.call(this, form);
  };
  try {
    check();
    return seen;
  } finally {
    String.prototype.normalize = original;
  }
}

describe('shapes', () => {
  for (const [name, shape] of [
    ['a line', text(120)],
    ['text of several lines', multiline(120)],
    ['an address', email()],
  ] as const) {
    it(`PLT-28: ${name} that is too long is refused before anything of it is normalised`, () => {
      const long = `a${'\u0301\u0315'.repeat(500_000)}`;

      expect(normalised(() => expect(accepts(shape, long)).to.equal(false))).to.deep.equal([]);
    });

    it(`PLT-28: ${name} with more than 30 combining marks in a row is refused before it is normalised`, () => {
      const crowded = `a${'\u0301'.repeat(31)}@example.com`;

      expect(normalised(() => expect(accepts(shape, crowded)).to.equal(false))).to.deep.equal([]);
      expect(accepts(text(120), `a${'\u0301'.repeat(30)}`)).to.equal(true);
    });

    it(`PLT-28: the length of ${name} is its only fault, whatever else is wrong with it`, () => {
      const parsed = shape.safeParse('\u0000\ud800'.repeat(10_000));

      expect(parsed.error?.issues.map(({ code }) => code)).to.deep.equal(['too_big']);
    });
  }

  it('text is NFC and trimmed before its bounds are checked, and stays what it then is', () => {
    expect(text(4).parse('  Cafe\u0301\u00a0')).to.equal('Caf\u00e9');
    expect(accepts(text(4), '   ')).to.equal(false);
    expect(accepts(text(3), '   abc   ')).to.equal(true);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const once = text(1000, 0).safeParse(value);
        if (!once.success) return;
        expect(once.data).to.equal(once.data.normalize('NFC').trim());
        expect(text(1000, 0).parse(once.data)).to.equal(once.data);
      }),
    );
  });

  it('PLT-31: a visible name may be of any script, hold joiners and faces, and not be invisible', () => {
    for (const name of [
      'Ada',
      '\u05d0\u05d3\u05d4',
      '\u0639\u0644\u064a',
      '\u0646\u0627\u0645\u0647\u200c\u0627\u06cc',
      '\ud83d\udc69\u200d\ud83d\ude80',
      '.',
      '\u65e5\u672c',
    ])
      expect(accepts(visibleName(20), name), name).to.equal(true);
    for (const mark of '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
      expect(accepts(visibleName(20), `Ada${mark}`), mark).to.equal(false);
    for (const blank of [
      '\u200b',
      '\u200c\u200d',
      '\u2060',
      '\u00ad',
      '\u3164',
      '\u2800 \u2800',
      '\ufe0f',
      '\u{e0041}',
    ])
      expect(accepts(visibleName(20), blank), blank).to.equal(false);
    expect(accepts(visibleName(20, 0), '')).to.equal(true);
    expect(accepts(visibleName(20, 0), '\u200b')).to.equal(false);
  });

  it('text is counted in code points', () => {
    expect(accepts(text(2), '👩🚀')).to.equal(true);
    expect(accepts(text(2), '👩‍🚀')).to.equal(false);
    expect(accepts(text(5, 3), '👩🚀')).to.equal(false);
  });

  it('one line holds no control character, no line end of any kind, and no half of a surrogate pair', () => {
    const forbidden = [
      ...Array.from({ length: 32 }, (_, code) => code),
      ...Array.from({ length: 33 }, (_, code) => 0x7f + code),
      0x2028,
      0x2029,
      0xd800,
      0xdfff,
    ];
    for (const code of forbidden) {
      expect(accepts(text(9), `a${String.fromCharCode(code)}b`), code.toString(16)).to.equal(false);
    }
    expect(accepts(text(9), 'a\u200db')).to.equal(true);
  });

  it('text of several lines keeps line feeds, makes one of each CRLF, and refuses every other control character', () => {
    expect(multiline(20).parse('a\r\nb\nc\r\n')).to.equal('a\nb\nc');
    for (const code of [0, 8, 11, 12, 13, 27, 0x7f, 0x85]) {
      expect(accepts(multiline(20), `a${String.fromCharCode(code)}b`), code.toString(16)).to.equal(false);
    }
    expect(multiline(20).parse('')).to.equal('');
  });

  it('an address keeps its local part and has its domain in lower case', () => {
    expect(email().parse(' Ada.Lovelace@EXAMPLE.com ')).to.equal('Ada.Lovelace@example.com');
    for (const no of [
      '',
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'a b@example.com',
      'ada@example.com, eve@example.com',
      'Ada <ada@example.com>',
      `${'a'.repeat(250)}@example.com`,
      'ada@example.com\nBcc: eve@example.com',
    ]) {
      expect(accepts(email(), no), no).to.equal(false);
    }
  });

  it('two spellings of one address have one folded form, and folding again changes nothing', () => {
    expect(foldEmail(' ADA@Example.COM ')).to.equal(foldEmail('ada@example.com'));
    expect(foldEmail('Jose\u0301@example.com')).to.equal(foldEmail('JOS\u00c9@example.com'));
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(foldEmail(address.toUpperCase())).to.equal(foldEmail(address));
        expect(foldEmail(foldEmail(address))).to.equal(foldEmail(address));
      }),
    );
  });

  it('an instant comes in with any offset and goes out in UTC with milliseconds', () => {
    expect(instant().parse('2026-05-04T11:30:00+02:00')).to.equal('2026-05-04T09:30:00.000Z');
    expect(instant().parse('2026-05-04T09:30:00.1239Z')).to.equal('2026-05-04T09:30:00.123Z');
    for (const no of [
      '2026-05-04T09:30:00',
      '2026-05-04',
      '2026-02-30T00:00:00Z',
      '2026-05-04T25:00:00Z',
      'now',
      '',
    ]) {
      expect(accepts(instant(), no), no).to.equal(false);
    }
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59Z'),
          noInvalidDate: true,
        }),
        (moment) => {
          expect(instant().parse(moment.toISOString())).to.equal(moment.toISOString());
        },
      ),
    );
  });

  it('an instant and a date are of the years that the database holds, whatever the offset carries them to', () => {
    for (const no of [
      '0000-06-01T00:00:00Z',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59.999-00:01',
      '+010000-01-01T00:00:00Z',
    ])
      expect(accepts(instant(), no), no).to.equal(false);
    expect(instant().parse('0001-01-01T00:00:00Z')).to.equal('0001-01-01T00:00:00.000Z');
    expect(instant().parse('9999-12-31T23:59:59.999Z')).to.equal('9999-12-31T23:59:59.999Z');
    expect(['0000-06-01', '0001-01-01', '9999-12-31'].map((day) => accepts(date(), day))).to.deep.equal([
      false,
      true,
      true,
    ]);
  });

  it('an address of a picture is https, without control characters and halves of surrogate pairs', () => {
    expect(accepts(httpsUrl(), 'https://pictures.example.com/ada.png')).to.equal(true);
    for (const no of [
      'http://a.example/',
      'https://a.example/\u0000',
      'https://a.example/\ud800',
      'javascript:x',
    ])
      expect(accepts(httpsUrl(), no), no).to.equal(false);
  });

  it('PLT-28: an address of a picture that is too long is refused before it is parsed', () => {
    const parsed = httpsUrl().safeParse('\u1112\u1161'.repeat(10_000));

    expect(parsed.error?.issues.map(({ code }) => code)).to.deep.equal(['too_big']);
  });

  it('an id is a UUID in lower case, the token of a link 43 characters of base64url', () => {
    expect(id().parse('0190A000-0000-7000-8000-00000000000A')).to.equal(
      '0190a000-0000-7000-8000-00000000000a',
    );
    for (const no of ['', '1', "0190a000-0000-7000-8000-00000000000a'", '0190a000000070008000000000000000a'])
      expect(accepts(id(), no), no).to.equal(false);
    expect(accepts(secretToken(), 'A'.repeat(43))).to.equal(true);
    for (const no of ['A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(43)}\n`])
      expect(accepts(secretToken(), no)).to.equal(false);
  });
});
