import { z } from 'zod';
import { secret } from '../../kernel/shapes.ts';
import type { Account } from '../account.ts';
import { checkPassword, normalizedPassword } from '../password-rules.ts';
import type { IdentityPreparing } from '../ports.ts';

/** A password that the account has; the bound limits the body (PWD-5). */
export const givenPassword = () => secret(z.string().min(1).max(1024));

/** A password as input. The installation sets the rules of its length (PWD-1). */
export const newPassword = () =>
  givenPassword()
    .describe('It has 15 to 128 characters; spaces and any script are allowed.')
    .meta({ examples: ['seven quiet otters by the lake'] });

/** Hashes a password that the person may have, or throws a 400 that says why not (PWD-1, PWD-3). */
export async function hashOfNewPassword(
  password: string,
  account: Account,
  {
    settings,
    blocklist,
    passwords,
    transact,
  }: Pick<IdentityPreparing, 'settings' | 'blocklist' | 'passwords' | 'transact'>,
): Promise<string> {
  const workspaces = await transact(({ workspaceAccess }) => workspaceAccess.ofPerson(account.id));
  const ownWords = [
    account.email ?? '',
    account.pendingEmail ?? '',
    account.displayName,
    ...workspaces.map(({ name }) => name),
  ];
  checkPassword(password, '/newPassword', settings.passwordMinLength, blocklist, ownWords);
  return passwords.hash(normalizedPassword(password));
}
