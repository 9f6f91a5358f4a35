import type { WorkspaceAccess, WorkspaceSummary } from '../identity/index.ts';
import type { UsageCounters } from '../kernel/entitlements.ts';
import type { FailureDetail } from '../kernel/errors.ts';
import { closureBlockers, startClosing } from './closure/closure-start.ts';
import { memberRemoved } from './events.ts';
import { inLockOrder } from './lock-order.ts';
import { removed, seatOf } from './member.ts';
import type { WorkspacePorts } from './ports.ts';

type Repositories = () => WorkspacePorts & { readonly usage: UsageCounters };

/** ACC-1, ACC-2: what keeps a person from leaving all workspaces. Locks each, so that the answer holds until the commit. */
export const obstaclesToLeaving =
  (repositories: Repositories): WorkspaceAccess['obstacles'] =>
  async (leaving, context) => {
    const soleOwner: FailureDetail[] = [];
    const responsibilities: FailureDetail[] = [];
    for (const { id, name, status, role, memberStatus } of inLockOrder(leaving.workspaces)) {
      context.enter(id);
      const { workspaces, members } = repositories();
      await workspaces.lock();
      const isSole =
        role === 'owner' &&
        memberStatus === 'active' &&
        (await members.ownerBesides(leaving.userId)) === null;
      if (isSole) {
        const others = await members.hasOthers(leaving.userId);
        if (others || !leaving.closeWorkspaceIds.includes(id))
          soleOwner.push({
            path: '/closeWorkspaceIds',
            code: id,
            message: others
              ? `You are the only owner of ${name}, which has other members; make one of them owner.`
              : `You are the only owner of ${name}; name it here to close it, or invite another owner.`,
          });
        else if (status !== 'closing')
          soleOwner.push(...(await blocked({ id, name, status }, repositories())));
      }
      for (const participant of leaving.participants) {
        const open = await participant.responsibilities({ workspaceId: id, userId: leaving.userId });
        for (const { kind, count, ids } of open)
          responsibilities.push({
            path: '',
            code: kind,
            message: `${name}: ${count} of ${kind} that only you can finish: ${ids.slice(0, 20).join(', ')}.`,
          });
      }
    }
    return { soleOwner, responsibilities };
  };

/** Explains why a workspace that was to close cannot, with the ways out (ACC-1). */
async function blocked(
  { id, name, status }: Pick<WorkspaceSummary, 'id' | 'name' | 'status'>,
  { closureParticipants }: Pick<WorkspacePorts, 'closureParticipants'>,
): Promise<readonly FailureDetail[]> {
  const detail = (message: string) => [{ path: '/closeWorkspaceIds', code: id, message }];
  if (status === 'suspended') return detail(`${name} is suspended; ask the operator of this installation.`);
  const blockers = await closureBlockers(id, closureParticipants);
  if (blockers.length === 0) return [];
  const what = blockers.map(({ message }) => message).join(' ');
  return detail(
    `${name} cannot close: ${what} Invite another owner, or ask the operator of this installation to take it into custody.`,
  );
}

/** Ends every membership. Each context hands on or ends what the person had; what they owned alone starts to close. */
export const leaveAll =
  (repositories: Repositories): WorkspaceAccess['leaveAll'] =>
  async ({ userId, workspaces: all, closeWorkspaceIds, participants }, context) => {
    const closed: string[] = [];
    for (const { id, role, memberStatus } of inLockOrder(all)) {
      context.enter(id);
      const { members, usage } = repositories();
      const isSole =
        role === 'owner' && memberStatus === 'active' && (await members.ownerBesides(userId)) === null;
      if (isSole && closeWorkspaceIds.includes(id)) {
        await startClosing('account_deactivated', repositories(), context);
        closed.push(id);
      }
      const member = await members.get(userId);
      const after = await members.save(removed(member, context.now));
      if (member.status === 'active') await usage.release(seatOf(member.role), 1);
      context.emit(memberRemoved, {
        userId,
        role: after.role,
        left: true,
        heirUserId: null,
        version: after.version,
      });
      for (const participant of participants)
        await participant.reassign({ workspaceId: id, userId, heirUserId: null, removedByUserId: null });
    }
    return closed;
  };
