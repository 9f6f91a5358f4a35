import { z } from 'zod';
import type { PasswordHasher, Random } from '../../kernel/ports.ts';
import { secret } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';

/** Only letters and digits that nobody mistakes for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const fairBytes = 256 - (256 % alphabet.length);
const generatedLength = 10;

/** A passcode that somebody gives to come in. */
export const givenPasscode = () => secret(z.string().min(1).max(64));

/** Input fields of a passcode (meetings 9.2). */
export const passcodeFields = {
  passcode: secret(
    z
      .string()
      .regex(/^[\x21-\x7e]{0,64}$/, 'Give 6 to 64 printable ASCII characters without spaces.')
      .refine((passcode) => passcode.length >= 6 && new Set(passcode).size > 1, {
        error: 'Give 6 to 64 characters, not all the same.',
        params: { code: 'passcode.too_weak' },
      }),
  )
    .nullable()
    .optional()
    .describe('A second secret, required of those without a personal link; null means none.'),
  generatePasscode: z
    .boolean()
    .default(false)
    .describe('True generates a passcode of ten characters, which only this response shows.'),
};

export interface PasscodeInput {
  readonly passcode?: string | null | undefined;
  readonly generatePasscode: boolean;
}

/** What is stored of a passcode: `undefined` leaves it as it is, null removes it. */
export interface PreparedPasscode {
  readonly hash: string | null | undefined;
  /** The passcode generated here, for the one response that shows it (MTG-55). */
  readonly generated: string | null;
}

/** Runs before the transaction, since hashing is slow. Throws `request.invalid` if both fields are given. */
export async function preparePasscode(
  { passcode, generatePasscode }: PasscodeInput,
  { passwords, random }: { readonly passwords: PasswordHasher; readonly random: Random },
): Promise<PreparedPasscode> {
  if (generatePasscode && typeof passcode === 'string')
    throw invalidField('/generatePasscode', 'passcode.both', 'Give a passcode, or have one generated.');
  if (generatePasscode) {
    const generated = newPasscode(random);
    return { hash: await passwords.hash(generated), generated };
  }
  if (typeof passcode === 'string') return { hash: await passwords.hash(passcode), generated: null };
  return { hash: passcode, generated: null };
}

function newPasscode(random: Random): string {
  let drawn = '';
  while (drawn.length < generatedLength) {
    for (const byte of random.bytes(16))
      if (byte < fairBytes) drawn += alphabet.charAt(byte % alphabet.length);
  }
  return drawn.slice(0, generatedLength);
}
