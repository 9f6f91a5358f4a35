import type { FollowUpContext } from '../kernel/use-case.ts';
import { type Account, accountStates } from './account.ts';
import { endAccount } from './account-end.ts';
import { accountGone, accountInvalidState } from './errors.ts';
import { userEmailVerified, userReinstated, userSuspended } from './events.ts';
import { factorResetDone } from './factors/events.ts';
import { cancelPendingFactorReset } from './factors/factor-reset-cancellation.ts';
import type { IdentityPorts } from './ports.ts';
import type { ShownSession } from './session.ts';
import { endSessions } from './session-end.ts';

/** What somebody at the shell of the machine does to an account (platform 3.1); in the role `identity`. */
export type OperatorWork = FollowUpContext & IdentityPorts;

/** By id, or by address: its owner, else the newest who claims it. Or `user.not_found`. */
export async function accountNamed(name: string, { accounts }: OperatorWork): Promise<Account> {
  const found = name.includes('@')
    ? ((await accounts.ownerOf(name)) ?? (await accounts.newestClaimantOf(name)))
    : await accounts.withPassword(name);
  if (found === null) throw accountGone({ message: 'There is no such account.' });
  return found.account;
}

/** The operator vouches for the address; `auth.email_taken` where another account owns it. */
export async function verifyAccount(account: Account, work: OperatorWork): Promise<void> {
  const { id: userId, email, emailVerifiedAt, status } = account;
  if (emailVerifiedAt !== null || email === null || status === 'deactivated') throw accountInvalidState();
  await work.accounts.verifyEmail(userId, work.now);
  await work.oneTimeTokens.supersede(userId, ['verify_email'], work.now);
  work.emitFor(userId, userEmailVerified, { userId, email });
}

/**
 * Nobody signs in to it any more, and whoever is signed in is so no longer. An active workspace that would be left without
 * an owner who can act is suspended too where it is named, and otherwise in the way: `workspace.last_owner` (WSP-1).
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
  // The locks in the order of a deactivation: sessions, then workspaces.
  const ended = await endSessions(userId, 'all', 'user_suspended', work);
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

/** As the person would do it, under the same conditions; the ids of the workspaces that are closing now. */
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

/** All of them, as if the person had signed out everywhere; how many. */
export async function endSessionsByHost(account: Account, work: OperatorWork): Promise<number> {
  return (await endSessions(account.id, 'all', 'logout_all', work)).length;
}

/** Factors and recovery codes go at once, and every session with them (MFA-14). */
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
