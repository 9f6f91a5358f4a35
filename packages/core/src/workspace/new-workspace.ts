import type { NewMember, WorkspaceAccess, WorkspaceSummary } from '../identity/index.ts';
import type { UsageCounters } from '../kernel/entitlements.ts';
import type { FoundingContext } from '../kernel/handler-context.ts';
import { slugTaken } from './errors.ts';
import { memberJoined, workspaceCreated } from './events.ts';
import type { FoundingParticipant } from './founding-participant.ts';
import { joined } from './member.ts';
import type { MemberRepository, WorkspaceRepository } from './ports.ts';
import { begun, initialSettings, newWorkspaceId, slugOf } from './workspace.ts';

interface Repositories {
  readonly workspaces: WorkspaceRepository;
  readonly members: MemberRepository;
  readonly usage: UsageCounters;
  readonly foundingParticipants: readonly FoundingParticipant[];
}

/** Creates the first workspace of a person, with the slug that its name suggests. */
export const foundWorkspace =
  (repositories: () => Repositories): WorkspaceAccess['found'] =>
  (founder, name, context) =>
    newWorkspace(founder, { name, slug: null }, repositories, context);

/**
 * Creates a workspace with one owner and an open ledger; the rest of the transaction runs inside it. A slug that was asked
 * for is claimed or refused with `workspace.slug_taken`; null claims the first free one that the name suggests.
 */
export async function newWorkspace(
  founder: NewMember,
  { name, slug: wanted }: { readonly name: string; readonly slug: string | null },
  repositories: () => Repositories,
  context: FoundingContext,
): Promise<WorkspaceSummary> {
  const { now, random, settings } = context;
  const id = newWorkspaceId(random.bytes(26));
  context.enter(id);
  const { workspaces, members, usage, foundingParticipants } = repositories();
  const slug = wanted ?? (await workspaces.claimFreeSlug(slugOf(name), now));
  if (wanted !== null && !(await workspaces.claimSlug(wanted, now))) throw slugTaken();

  const workspace = begun(
    { id, name, slug },
    initialSettings(founder.timeZone, founder.locale),
    settings.defaultPlanCode,
    now,
  );
  await workspaces.add(workspace);
  await members.add(
    joined(
      founder,
      { membershipId: context.newId(), role: 'owner', invitedByUserId: null, lastActiveAt: now },
      now,
    ),
  );
  // The founder takes a seat. The entitlements of the call would count it in the workspace that the call came from.
  await usage.take('members', 1, null);
  await context.openLedger(id);
  for (const participant of foundingParticipants) await participant.founded(context);

  context.emit(workspaceCreated, { workspaceId: id, name });
  context.emit(memberJoined, {
    userId: founder.id,
    role: 'owner',
    invitationId: null,
    invitedByUserId: null,
  });
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
}
