import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { type Account, accountStates } from './account.ts';
import { endAccount } from './account-end.ts';
import { proveClaim } from './claim-proof.ts';
import { accountGone, accountInvalidState } from './errors.ts';
import { userEmailVerified, userReinstated, userSuspended } from './events.ts';
import { factorResetDone } from './factors/events.ts';
import { cancelPendingFactorReset } from './factors/factor-reset-cancellation.ts';
import type { IdentityPorts } from './ports.ts';
import type { ShownSession } from './session.ts';
import { endAccess, endSessions } from './session-end.ts';

/** The transaction in which somebody at the shell of the machine changes an account (platform 3.1); in the role `identity`. */
export type OperatorWork = FollowUpContext & IdentityPorts;

/** Finds an account by id or by address: the owner, else the oldest claimant. Throws `user.not_found` if there is none. */
export async function accountNamed(name: string, { accounts }: OperatorWork): Promise<Account> {
  const found = name.includes('@')
    ? ((await accounts.ownerOf(name)) ?? (await accounts.oldestClaimantOf(name)))
    : await accounts.withPassword(name);
  if (found === null) throw accountGone({ message: 'There is no such account.' });
  return found.account;
}

/** The operator vouches for the address. Throws `auth.email_taken` if another account owns it. */
export async function verifyAccount(account: Account, work: OperatorWork): Promise<void> {
  const { id: userId, email, emailVerifiedAt, status } = account;
  if (emailVerifiedAt !== null || email === null || status === 'deactivated') throw accountInvalidState();
  await proveClaim(userId, null, work);
  await work.oneTimeTokens.supersede(userId, ['verify_email'], work.now);
  work.emitFor(userId, userEmailVerified, { userId, email });
}

/**
 * Nobody can sign in to the account any more, and its sessions end. An active workspace that would be left without
 * an owner who can act is suspended too if it is named; otherwise this throws `workspace.last_owner` (WSP-1).
 */
export async function suspendAccount(
  account: Account,
  {
    reason,
    suspendWorkspaceIds,
  }: { readonly reason: string; readonly suspendWorkspaceIds: readonly string[] },
  work: OperatorWork,
): Promise<{ readonly endedSessions: number; readonly suspendedWorkspaceIds: readonly string[] }> {
  const userId = account.id;
  const status = accountStates.next(account.status, 'suspend');
  // The locks are taken in the order of a deactivation: sessions, then workspaces.
  const ended = await endSessions(userId, 'all', 'user_suspended', work);
  await work.standingLinks.endAll(userId, work.now);
  const workspaces = await work.workspaceAccess.ofPerson(userId);
  const suspendedWorkspaceIds = await work.workspaceAccess.loseOwner(
    { userId, workspaces, suspendWorkspaceIds, reason },
    work,
  );
  await work.accounts.setStatus(userId, account.status, status, work.now);
  work.emitFor(userId, userSuspended, { userId, reason });
  return { endedSessions: ended.length, suspendedWorkspaceIds };
}

export async function reinstateAccount(account: Account, reason: string, work: OperatorWork): Promise<void> {
  const userId = account.id;
  const status = accountStates.next(account.status, 'reinstate');
  await work.accounts.setStatus(userId, account.status, status, work.now);
  work.emitFor(userId, userReinstated, { userId, reason });
}

/** Deactivates the account under the conditions that hold for the person. Returns the ids of the workspaces that are closing. */
export async function deactivateByHost(
  account: Account,
  terms: { readonly closeWorkspaceIds: readonly string[]; readonly reason: string },
  work: OperatorWork,
): Promise<string[]> {
  accountStates.next(account.status, 'deactivate');
  const locked = await work.accounts.lockWithPassword(account.id);
  if (locked === null || locked.account.status === 'deactivated') throw accountInvalidState();
  return endAccount(locked.account, terms, work);
}

export const sessionsOf = (account: Account, work: OperatorWork): Promise<readonly ShownSession[]> =>
  work.sessions.liveOf(account.id, work.now);

/** Ends all sessions, as if the person had signed out everywhere. Returns how many. */
export async function endSessionsByHost(account: Account, work: OperatorWork): Promise<number> {
  return (await endAccess(account.id, 'logout_all', work)).length;
}

/** How many accounts one transaction of `endSessionsBehind` may work on. */
const mostAtOnce = 100;

/**
 * The same for the next accounts in the order of their ids, behind the given one; null begins with the first. Returns how many
 * they were, how many sessions ended, and the last id, null where there are no more.
 */
export async function endSessionsBehind(
  id: string | null,
  work: OperatorWork,
): Promise<{ readonly accounts: number; readonly sessions: number; readonly last: string | null }> {
  const ids = await work.accounts.idsBehind(id, mostAtOnce);
  let sessions = 0;
  for (const userId of ids) sessions += (await endAccess(userId, 'logout_all', work)).length;
  return { accounts: ids.length, sessions, last: ids.length < mostAtOnce ? null : (ids.at(-1) ?? null) };
}

/** Removes factors and recovery codes at once and ends every session (MFA-14). */
export async function resetFactorsByHost(account: Account, work: OperatorWork): Promise<number> {
  const userId = account.id;
  if (account.status === 'deactivated') throw accountInvalidState();
  await work.factors.lock(userId);
  await cancelPendingFactorReset(userId, null, work);
  await work.factors.removeAll(userId);
  await work.recoveryCodes.removeAll(userId);
  const ended = await endSessions(userId, 'all', 'factor_reset', work);
  work.emitFor(userId, factorResetDone, { factorResetId: null, userId, requestedByUserId: null });
  return ended.length;
}
