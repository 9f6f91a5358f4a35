import { expect } from 'chai';
import { systemRandom } from '../../kernel/crypto.ts';
import { newCode, readDigits } from './otp-code.ts';

describe('a one-time code', () => {
  it('OTP-1: has six digits, and every code is as likely as any other', () => {
    const counts = new Array<number>(10).fill(0);
    const draws = 20_000;
    for (let i = 0; i < draws; i += 1) {
      const code = newCode(systemRandom);
      expect(code).to.match(/^[0-9]{6}$/);
      counts[Number(code[0])] = (counts[Number(code[0])] ?? 0) + 1;
    }

    // Chi-squared with nine degrees of freedom: beyond 40 in less than one of a hundred thousand runs.
    const expected = draws / 10;
    expect(counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).to.be.below(40);
  });

  it('OTP-1: draws again where the rest of the range would favour small codes, and keeps zeros in front', () => {
    const draws = [Uint8Array.of(255, 255, 255, 255), Uint8Array.of(0, 0, 0, 7)];
    const random = { bytes: () => draws.shift() ?? new Uint8Array(4) };

    expect(newCode(random)).to.equal('000007');
    expect(draws).to.deep.equal([]);
  });

  const typed: readonly (readonly [how: string, text: string])[] = [
    ['as it was sent', '012345'],
    ['with blanks', ' 012 345 '],
    ['with a no-break space and a thin space', '01\u00a023\u200945'],
    ['with hyphens of several kinds', '01-23\u20104\u20115'],
    ['in Arabic digits', '\u0660\u0661\u0662\u0663\u0664\u0665'],
    ['in Devanagari digits', '\u0966\u0967\u0968\u0969\u096a\u096b'],
    ['in full-width digits', '\uff10\uff11\uff12\uff13\uff14\uff15'],
    ['in mathematical digits of two styles', '\u{1d7ce}\u{1d7cf}\u{1d7d0}\u{1d7db}\u{1d7dc}\u{1d7dd}'],
  ];
  for (const [how, text] of typed)
    it(`OTP-10: is read ${how}`, () => {
      expect(readDigits(text)).to.equal('012345');
    });

  it('OTP-10: reads every digit of Unicode, because the ten of each script follow each other', () => {
    const digits = Array.from({ length: 0x11_0000 }, (_, codePoint) => codePoint).filter(
      (codePoint) =>
        !(codePoint >= 0xd800 && codePoint < 0xe000) && /^\p{Nd}$/u.test(String.fromCodePoint(codePoint)),
    );

    const values = digits.map((codePoint) => readDigits(String.fromCodePoint(codePoint)));

    expect(values.slice(0, 10).join('')).to.equal('0123456789');
    expect(values).to.deep.equal(digits.map((_, index) => String(index % 10)));
  });

  it('leaves what is no digit as it is', () => {
    expect(readDigits('12a4½6')).to.equal('12a4½6');
  });
});
