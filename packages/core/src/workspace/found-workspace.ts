import type { WorkspaceAccess } from '../identity/index.ts';
import type { UsageCounters } from '../kernel/entitlements.ts';
import { memberJoined, workspaceCreated } from './events.ts';
import type { MemberRepository, WorkspaceRepository } from './ports.ts';
import { initialSettings, newWorkspaceId, slugOf } from './workspace.ts';

interface Repositories {
  readonly workspaces: WorkspaceRepository;
  readonly members: MemberRepository;
  readonly usage: UsageCounters;
}

/** Founds a workspace with one owner and opens its ledger; the rest of the transaction runs inside it. */
export const foundWorkspace =
  (repositories: () => Repositories): WorkspaceAccess['found'] =>
  async (founder, name, context) => {
    const { now, random, settings } = context;
    const id = newWorkspaceId(random.bytes(26));
    context.enter(id);
    const { workspaces, members, usage } = repositories();
    const slug = await workspaces.freeSlug(slugOf(name));

    await workspaces.add({
      id,
      name,
      slug,
      logoUrl: null,
      status: 'active',
      planCode: settings.defaultPlanCode,
      closesAt: null,
      settings: initialSettings(founder.timeZone, founder.locale),
      createdAt: now,
      updatedAt: now,
      version: 1,
    });
    await members.add({
      membershipId: context.newId(),
      id: founder.id,
      displayName: founder.displayName,
      email: null,
      avatarUrl: null,
      role: 'owner',
      status: 'active',
      joinedAt: now,
      updatedAt: now,
      invitedByUserId: null,
      suspendedAt: null,
      lastActiveAt: now,
      version: 1,
    });
    // The founder's seat. Not by the entitlements of the call: they count in the workspace it came from.
    await usage.take('members', 1, null);
    await context.openLedger(id);

    context.emit(workspaceCreated, { workspaceId: id, name });
    context.emit(memberJoined, { userId: founder.id, role: 'owner' });
    return {
      id,
      name,
      slug,
      logoUrl: null,
      status: 'active',
      role: 'owner',
      memberStatus: 'active',
      joinedAt: now,
    };
  };
