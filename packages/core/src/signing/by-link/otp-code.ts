import type { Random } from '../../kernel/ports.ts';

export const codeDigits = 6;
const codes = 10 ** codeDigits;
/** What a draw of 32 bits may be, so that every code is as likely as any other. */
const mostDrawn = Math.floor(2 ** 32 / codes) * codes;

/** Six digits from the cryptographic source, uniform over 000000 to 999999 (OTP-1). */
export function newCode(random: Pick<Random, 'bytes'>): string {
  for (;;) {
    const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4);
    const drawn = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
    if (drawn < mostDrawn) return String(drawn % codes).padStart(codeDigits, '0');
  }
}

const digit = /^\p{Nd}$/u;
const isDigit = (codePoint: number): boolean => digit.test(String.fromCodePoint(codePoint));

/** The ten digits of a script follow each other, from zero on (Unicode 4.6). */
function digitOf(codePoint: number): number {
  let first = codePoint;
  while (isDigit(first - 1)) first -= 1;
  return (codePoint - first) % 10;
}

/** What somebody typed as a code: without blanks and hyphens, with digits of every script as 0 to 9 (OTP-10). */
export const readDigits = (typed: string): string =>
  [...typed.replaceAll(/[\s\p{Pd}]/gu, '')]
    .map((character) => (digit.test(character) ? String(digitOf(character.codePointAt(0) ?? 0)) : character))
    .join('');
