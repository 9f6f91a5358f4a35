import { hexOf, hmacSha256 } from '../../kernel/crypto.ts';
import type { KeyRing, Random } from '../../kernel/ports.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const codesOfSet = 10;

/** Ten codes of 80 random bits: four groups of four base32 characters (MFA-8). */
export function newRecoveryCodes(random: Random): readonly string[] {
  return Array.from({ length: codesOfSet }, () => {
    // 16 characters of 5 bits each, each from a byte of its own: 256 is a multiple of 32.
    const letters = [...random.bytes(16)].map((byte) => alphabet[byte & 31]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** HMAC-SHA-256 of the code as its owner may type it: case, hyphens and spaces do not count. */
export const recoveryCodeHash = (userId: string, code: string, keyRing: KeyRing): string =>
  hexOf(hmacSha256(keyRing.derive('recovery-code'), `${userId}\0`, code.toUpperCase().replace(/[\s-]/g, '')));
