import { z } from 'zod';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { email, visibleName } from '../kernel/shapes.ts';
import { type Instant, plusDays } from '../kernel/time.ts';
import type { Account } from './account.ts';
import { accountInvalidState } from './errors.ts';
import { userEmailVerified, userRegistered } from './events.ts';
import { addLink } from './mailed-links.ts';
import { newAccount } from './new-account.ts';
import type { IdentityPorts } from './ports.ts';

type Work = FollowUpContext & IdentityPorts;

export const FirstOwner = z.strictObject({
  email: email(),
  displayName: visibleName(120),
  workspaceName: visibleName(80),
});

export interface FirstOwnerLink {
  readonly userId: string;
  /** Whether the account was made now; false if its owner only gets a new link. */
  readonly isNew: boolean;
  /** The secret of the link that sets the first password. It is shown once and kept nowhere. */
  readonly token: string;
  readonly expiresAt: Instant;
}

/** For how long the link works that sets the first password. */
const linkDays = 1;

/**
 * Makes the account that an installation begins with, and its workspace, also where nobody may register. The operator
 * vouches for the address, as for any that it verifies. Until the owner has signed in or set a password this may be
 * repeated, and the newest link alone works; afterwards, and where there are other accounts, it throws `user.invalid_state`.
 */
export async function prepareFirstOwner(
  owner: z.infer<typeof FirstOwner>,
  work: Work,
): Promise<FirstOwnerLink> {
  const { accounts, now } = work;
  const [first, second] = await accounts.oldest(2);
  if (second !== undefined || (first !== undefined && !awaits(first, owner.email)))
    throw accountInvalidState({
      message:
        'This installation has accounts already, so it needs no first owner; its owners invite others.',
    });

  const userId = first?.id ?? (await addOwner(owner, work));
  const expiresAt = plusDays(now, linkDays);
  const link = { purpose: 'reset_password', userId, email: owner.email, expiresAt } as const;
  const token = await addLink(work.newId(), link, false, work);
  return { userId, isNew: first === undefined, token, expiresAt };
}

/** Whether this is the account that the command made before, and nobody has taken possession of it. */
const awaits = ({ email: address, hasPassword, lastSignInAt, status }: Account, wanted: string): boolean =>
  address === wanted && !hasPassword && lastSignInAt === null && status === 'active';

async function addOwner(
  { email: address, displayName, workspaceName }: z.infer<typeof FirstOwner>,
  work: Work,
): Promise<string> {
  const person = { email: address, displayName, locale: 'en', timeZone: 'UTC', hasPassword: false };
  const account = newAccount(person, true, work);
  await work.accounts.add(account, null);
  // The workspace comes first, so that the registration is written into its ledger.
  await work.workspaceAccess.found(account, workspaceName, work);
  const noMails = { verificationTokenId: null, takenByOwner: false, noticeToUserId: null };
  work.emit(userRegistered, { userId: account.id, email: address, ...noMails });
  work.emit(userEmailVerified, { userId: account.id, email: address });
  return account.id;
}
