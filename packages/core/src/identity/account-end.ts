import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { type Account, farewellOf } from './account.ts';
import { accountOpenResponsibilities, accountSoleOwner } from './errors.ts';
import { sessionEnded, userDeactivated } from './events.ts';
import type { IdentityPorts } from './ports.ts';
import { detachTokens } from './providers/unlinking.ts';

/**
 * Ends an account for good (ACC-1 to ACC-4); the caller has locked its password. Throws `account.sole_owner`
 * or `account.open_responsibilities`. Returns the workspaces that are closing now.
 */
export async function endAccount(
  account: Account,
  { closeWorkspaceIds, reason }: { readonly closeWorkspaceIds: readonly string[]; readonly reason: string },
  context: FollowUpContext & IdentityPorts,
): Promise<string[]> {
  const { now, accounts, sessions, workspaceAccess, keyRing, settings, emitFor } = context;
  const userId = account.id;
  const ended = await sessions.revoke(userId, 'all', 'user_deactivated', now);
  const leaving = {
    userId,
    closeWorkspaceIds,
    workspaces: await workspaceAccess.ofPerson(userId),
    participants: context.membershipParticipants,
  };
  const { soleOwner, responsibilities } = await workspaceAccess.obstacles(leaving, context);
  if (soleOwner.length > 0) throw accountSoleOwner({ details: soleOwner });
  if (responsibilities.length > 0) throw accountOpenResponsibilities({ details: responsibilities });

  // These are emitted before the memberships end, because the lines belong to the workspaces that the person leaves.
  for (const sessionId of ended)
    emitFor(userId, sessionEnded, { sessionId, userId, reason: 'user_deactivated' });
  // Workspaces that the person left earlier hold data about them as well (ACC-5).
  const workspaceIds = [...leaving.workspaces.map(({ id }) => id), ...(await workspaceAccess.leftBy(userId))];
  emitFor(userId, userDeactivated, { userId, workspaceIds, reason });
  await detachTokens(userId, context);
  await accounts.erase(userId, farewellOf(account, settings, keyRing), now);
  return workspaceAccess.leaveAll(leaving, context);
}
