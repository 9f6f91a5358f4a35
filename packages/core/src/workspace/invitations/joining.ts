import type { WorkspaceAccess } from '../../identity/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { memberAlreadyExists } from '../errors.ts';
import { memberJoined, projectMemberChanged } from '../events.ts';
import { joined, seatOf } from '../member.ts';
import type { WorkspacePorts } from '../ports.ts';
import { isArchived } from '../project.ts';
import { maxProjectMembers } from '../projects/project-fields.ts';
import { invitationAccepted } from './events.ts';
import { accepted, type Invitation } from './invitation.ts';
import { requirePending } from './invitation-of-link.ts';
import { requireInvitable } from './invitation-rules.ts';

/**
 * The person takes the seat that the invitation reserved, and the rest of the transaction runs inside its workspace. Throws
 * `link.gone` if the invitation has ended, and leaves it pending if the workspace cannot take the person now.
 */
export const joinWorkspace =
  (ports: () => WorkspacePorts): WorkspaceAccess['join'] =>
  async (person, { workspaceId, invitationId }, context) => {
    const { now, emit } = context;
    context.enter(workspaceId);
    const { workspaces, members, invitations, usage } = ports();
    // Every change of a project locks the workspace, so two people who join one project at once both see its latest state.
    await workspaces.lock();
    // Under the lock, so that nobody joins while it is closed or suspended.
    await context.enterByLink(workspaceId);
    const [workspace, invitation] = await Promise.all([workspaces.get(), invitations.lock(invitationId)]);
    requirePending(invitation, now);
    const { role } = invitation;
    requireInvitable(invitation, workspace.settings);
    const seat = seatOf(role);
    const { used } = await usage.counted(seat);
    // The seat has been reserved since the invitation; only a change to a smaller plan can stand in the way.
    context.entitlementsOn(await workspaces.plan()).requireWithin(seat, used + 1);
    if (await members.isMember({ userId: person.id })) throw memberAlreadyExists();

    const after = await invitations.save(accepted(invitation, person.id, now));
    await usage.settle(seat, 1);
    const { invitedByUserId } = invitation;
    await members.add(
      joined(person, { membershipId: context.newId(), role, invitedByUserId, lastActiveAt: null }, now),
    );
    emit(invitationAccepted, { invitationId, role, version: after.version, userId: person.id });
    emit(memberJoined, {
      userId: person.id,
      role,
      invitationId,
      invitedByUserId,
    });
    await joinProjects(after, person.id, ports(), context);
    const { id, name, slug, logoUrl, status } = workspace;
    return { id, name, slug, logoUrl, status, role, memberStatus: 'active', joinedAt: now };
  };

/** Leaves out projects that were archived or have become full since the invitation. */
async function joinProjects(
  { projectIds, role }: Invitation,
  userId: string,
  { projects }: WorkspacePorts,
  { now, emit }: Pick<WritingContext, 'now' | 'emit'>,
): Promise<void> {
  const projectRole = role === 'guest' ? 'viewer' : 'contributor';
  for (const projectId of projectIds) {
    const project = await projects.get(projectId, null);
    if (isArchived(project) || project.members.length >= maxProjectMembers) continue;
    await projects.setMember(projectId, { userId, role: projectRole, addedAt: now });
    const { version } = await projects.save({ ...project, updatedAt: now });
    emit(projectMemberChanged, { projectId, userId, role: projectRole, version });
  }
}
