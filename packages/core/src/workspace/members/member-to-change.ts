import { lastOwner } from '../errors.ts';
import type { Member } from '../member.ts';
import type { MemberRepository, WorkspacePorts } from '../ports.ts';

/** Locks the workspace, so that nobody else changes roles or statuses, and returns the member (WSP-1). */
export async function memberToChange(
  userId: string,
  { workspaces, members }: WorkspacePorts,
): Promise<Member> {
  await workspaces.lock();
  return members.get(userId);
}

/** WSP-1: throws `workspace.last_owner` if this is the last active owner. */
export async function requireOtherOwner(
  { id, role, status }: Member,
  members: MemberRepository,
): Promise<void> {
  if (role === 'owner' && status === 'active' && (await members.ownerBesides(id)) === null) throw lastOwner();
}
