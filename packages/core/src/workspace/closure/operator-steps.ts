import type { Account } from '../../identity/index.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { custodyNotNeeded, hasOtherMembers, workspaceInvalidState, workspaceOwnerless } from '../errors.ts';
import {
  memberJoined,
  memberReactivated,
  memberRemoved,
  memberRoleChanged,
  workspaceCustodyTaken,
  workspaceReinstated,
  workspaceSuspended,
} from '../events.ts';
import { joined, type Member, reactivated, removed, seatOf, withRole } from '../member.ts';
import type { WorkspacePorts } from '../ports.ts';
import { inCustody, reinstatedByHost, suspendedByHost, type Workspace } from '../workspace.ts';
import { closureBlockers } from './closure-start.ts';

/** The context of an operator's step on a workspace that the transaction has entered (platform 3.4). */
export type OperatorWork = FollowUpContext & WorkspacePorts;

async function locked({ workspaces }: OperatorWork): Promise<Workspace> {
  await workspaces.lock();
  return workspaces.get();
}

/** Members can still read; writes and API keys are refused from the next request on. */
export async function suspendWorkspace(work: OperatorWork, reason: string): Promise<Workspace> {
  const after = await work.workspaces.save(suspendedByHost(await locked(work), work.now));
  work.emit(workspaceSuspended, { workspaceId: after.id, version: after.version, reason });
  return after;
}

/** An active workspace has an owner (WSP-1), so a workspace in custody must be given one first. */
export async function reinstateWorkspace(work: OperatorWork, reason: string): Promise<Workspace> {
  const changed = reinstatedByHost(await locked(work), work.now);
  if ((await work.members.ownerBesides('')) === null) throw workspaceOwnerless();
  const after = await work.workspaces.save(changed);
  work.emit(workspaceReinstated, { workspaceId: after.id, version: after.version, reason });
  return after;
}

/**
 * The way out for a sole owner whose records must be kept: the workspace becomes suspended and ownerless. If other members
 * are left, the operator makes one of them owner instead.
 */
export async function takeCustody(work: OperatorWork, reason: string): Promise<Workspace> {
  const workspace = await locked(work);
  const changed = inCustody(workspace, work.now);
  const { members, closures, membershipParticipants, now, emit } = work;
  const ownerUserId = await members.ownerBesides('');
  if (ownerUserId === null) throw workspaceInvalidState();
  if (await members.hasOthers(ownerUserId)) throw hasOtherMembers();
  if ((await closureBlockers(workspace.id, work.closureParticipants)).length === 0) throw custodyNotNeeded();

  const after = await work.workspaces.save(changed);
  await closures.takeCustody(now);
  emit(workspaceCustodyTaken, { workspaceId: after.id, version: after.version, reason, ownerUserId });
  const owner = await members.save(removed(await members.get(ownerUserId), now));
  await work.entitlements.release('members', 1);
  emit(memberRemoved, {
    userId: owner.id,
    role: owner.role,
    left: false,
    heirUserId: null,
    version: owner.version,
  });
  for (const participant of membershipParticipants)
    await participant.reassign({
      workspaceId: after.id,
      userId: owner.id,
      heirUserId: null,
      removedByUserId: null,
    });
  return after;
}

/** Makes a person owner, member or not. If the plan has no free seat, the owner takes one beyond it. */
export async function appointOwner(work: OperatorWork, person: Account): Promise<Member> {
  const workspace = await locked(work);
  if (workspace.status === 'closed') throw workspaceInvalidState();
  const { members, usage, now, newId, emit } = work;
  if (!(await members.isMember({ userId: person.id }))) {
    await members.add(
      joined(
        person,
        { membershipId: newId(), role: 'owner', invitedByUserId: null, lastActiveAt: null },
        now,
      ),
    );
    await usage.take('members', 1, null);
    emit(memberJoined, { userId: person.id, role: 'owner', invitationId: null, invitedByUserId: null });
    return members.get(person.id);
  }
  let member = await members.get(person.id);
  if (member.status === 'suspended') {
    member = await members.save(reactivated(member, now));
    await usage.take(seatOf(member.role), 1, null);
    emit(memberReactivated, { userId: member.id, role: member.role, version: member.version });
  }
  if (member.role === 'owner') return member;
  const roleBefore = member.role;
  member = await members.save(withRole(member, 'owner', now));
  if (roleBefore === 'guest') {
    await usage.release('guests', 1);
    await usage.take('members', 1, null);
  }
  emit(memberRoleChanged, { userId: member.id, role: 'owner', roleBefore, version: member.version });
  return member;
}
