import type { WorkspaceAccess } from '../identity/index.ts';
import type { UsageCounters } from '../kernel/entitlements.ts';
import type { FailureDetail } from '../kernel/errors.ts';
import { lastOwner } from './errors.ts';
import { workspaceSuspended } from './events.ts';
import { inLockOrder } from './lock-order.ts';
import type { WorkspacePorts } from './ports.ts';
import { suspendedByHost } from './workspace.ts';

/**
 * WSP-1 for the suspension of an account: each active workspace with no other owner who can act is suspended with it if it
 * was named; otherwise `workspace.last_owner` lists them all. Locks the workspaces until the commit.
 */
export const loseOwner =
  (repositories: () => WorkspacePorts & { readonly usage: UsageCounters }): WorkspaceAccess['loseOwner'] =>
  async ({ userId, workspaces: all, suspendWorkspaceIds, reason }, context) => {
    const ownerless: FailureDetail[] = [];
    const suspended: string[] = [];
    for (const { id, name, status, role, memberStatus } of inLockOrder(all)) {
      if (status !== 'active' || role !== 'owner' || memberStatus !== 'active') continue;
      context.enter(id);
      const { workspaces, members } = repositories();
      await workspaces.lock();
      if ((await members.ownerBesides(userId)) !== null) continue;
      if (!suspendWorkspaceIds.includes(id)) {
        ownerless.push({
          path: '/suspendWorkspaceIds',
          code: id,
          message: `${name} (${id}) would have no owner; appoint another one, or have it suspended too.`,
        });
        continue;
      }
      const after = await workspaces.save(suspendedByHost(await workspaces.get(), context.now));
      context.emit(workspaceSuspended, { workspaceId: id, version: after.version, reason });
      suspended.push(id);
    }
    if (ownerless.length > 0) throw lastOwner({ details: ownerless });
    return suspended;
  };
