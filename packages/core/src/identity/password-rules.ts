import { invalidField } from '../kernel/validation.ts';
import type { PasswordBlocklist } from './password-blocklist.ts';

/** The form under which a password is hashed and compared: NFC, never trimmed (D5, PWD-2). */
export const normalizedPassword = (password: string): string => password.normalize('NFC');

/** Throws a `password.*` code if the password may not be used (PWD-1, PWD-3). `field` is its pointer. */
export function checkPassword(
  password: string,
  field: string,
  minLength: number,
  blocklist: PasswordBlocklist,
  context: readonly string[],
): void {
  const length = [...normalizedPassword(password)].length;
  if (length < minLength)
    throw invalidField(
      field,
      'password.too_short',
      `Use at least ${minLength} characters; a sentence is fine.`,
    );
  if (length > 128) throw invalidField(field, 'password.too_long', 'Use at most 128 characters.');
  const code = blocklist.check(normalizedPassword(password), context);
  if (code !== null)
    throw invalidField(field, code, 'This password is easy to guess; use several unrelated words.');
}
