import type {
  Account,
  MembershipParticipant,
  StandingInWorkspace,
  WorkspaceSummary,
} from '../identity/index.ts';
import type { Role } from '../kernel/access.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { UsageCounters } from '../kernel/entitlements.ts';
import type { CursorKey } from '../kernel/pages.ts';
import type { Throttle } from '../kernel/ports.ts';
import type { CallerWorkspace } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import { type PreparingContext, type ReactingContext, useCasesOf } from '../kernel/use-case.ts';
import type { ClosureParticipant, ClosurePurge } from './closure/closure-participant.ts';
import type { Invitation, InvitationStatus } from './invitations/invitation.ts';
import type { Housekeeping, Owners, WorkspaceJobs } from './jobs/ports.ts';
import type { Member } from './member.ts';
import type { MemberDirectory, WorkspaceIdentity } from './member-directory.ts';
import type { Project, ProjectMember } from './project.ts';
import type { SecondPersonCandidates } from './second-person/candidates.ts';
import type { SecondPersonRule } from './second-person/ports.ts';
import type { SecondPersonChange, SecondPersonUse } from './second-person/second-person.ts';
import type { TimeZoneState } from './time-zones/ports.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspaceRepository {
  add(workspace: Workspace): Promise<void>;
  /** The workspace of this unit. */
  get(): Promise<Workspace>;
  /** What its plan is, and how it stands to it. */
  plan(): Promise<Pick<CallerWorkspace, 'planCode' | 'planTerms'>>;
  /** Stores the workspace as the version after `workspace.version`, or throws `version_conflict`. */
  save(workspace: Workspace): Promise<Workspace>;
  /** Takes the slug for this workspace; false where another one has it or is still owed it (WSP-9). */
  claimSlug(slug: string, at: Instant): Promise<boolean>;
  /** Takes the first of `slug`, `slug-2`, `slug-3`, … that is free. */
  claimFreeSlug(slug: string, at: Instant): Promise<string>;
  /** Gives the slug up; until then only this workspace can take it back. */
  releaseSlug(slug: string, until: Instant): Promise<void>;
  /** How many live workspaces the person owns; in the role `identity`, under a lock on the person until the commit. */
  ownedBy(userId: string): Promise<number>;
  /** Locks the workspace row until the end of the transaction, so that counts of owners and leads hold (WSP-1, PRJ-4). */
  lock(): Promise<void>;
  /** Workspaces of a person that are not closed, by name then id, after the cursor key [name, id]; in the role `identity`. */
  ofPerson(userId: string, after: CursorKey | null, limit: number): Promise<readonly WorkspaceSummary[]>;
}

export interface MemberFilter {
  readonly search: string | null;
  readonly role: Role | null;
  readonly statuses: readonly Member['status'][];
}

export type IntegrationMember = Omit<
  Member,
  'membershipId' | 'invitedByUserId' | 'suspendedAt' | 'lastActiveAt' | 'hasSecondFactor' | 'version'
>;

export interface AbleMember {
  readonly userId: string;
  readonly displayName: string;
  readonly role: Role;
}

/** Memberships of the workspace of this unit. */
export interface MemberRepository {
  add(member: Omit<Member, 'hasSecondFactor'>): Promise<void>;
  /** The live membership of a person, or `member.not_found`. */
  get(userId: string): Promise<Member>;
  /** Whether the person, or whoever has verified the address, is a member that was not removed. */
  isMember(who: { readonly userId: string } | { readonly email: string }): Promise<boolean>;
  /** Stores the member as the version after `member.version`, or throws `version_conflict`. */
  save(member: Member): Promise<Member>;
  /** By sort name, user and membership, after the cursor key of these three; `limit + 1` rows tell that there is more. */
  list(
    filter: MemberFilter,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly (Member & { readonly sortName: string })[]>;
  /** Active members with active accounts among these, guests too; null: owners and admins, the longest-standing first. */
  able(userIds: readonly string[] | null): Promise<readonly AbleMember[]>;
  /** Whether anybody else is an active member. */
  hasOthers(userId: string): Promise<boolean>;
  /** A former member's name stands on no ended membership any more; how many memberships it stood on. */
  scrub(userId: string, at: Instant): Promise<number>;
  /** The longest-standing active owner with an active account other than this person; null where there is none (WSP-1). */
  ownerBesides(userId: string): Promise<string | null>;
  /** Active members of any role but guest, by sort name then id, at most `limit` (INT-3, INT-4, INT-5). */
  activeForIntegration(limit: number): Promise<readonly IntegrationMember[]>;
}

/** What a person who is neither owner nor admin sees of the projects: what is open to the workspace, and their own (PRJ-2). */
export interface ProjectSight {
  readonly visibleTo: string;
  /** Guests see only the projects that they are members of (WSP-8). */
  readonly ownOnly: boolean;
}

export interface ProjectFilter {
  /** Null: everything. */
  readonly sight: ProjectSight | null;
  readonly statuses: readonly Project['status'][];
  readonly visibility: Project['visibility'] | null;
  readonly search: string | null;
}

export type IntegrationProject = Pick<
  Project,
  | 'id'
  | 'key'
  | 'name'
  | 'description'
  | 'priority'
  | 'status'
  | 'color'
  | 'startDate'
  | 'targetDate'
  | 'createdAt'
  | 'updatedAt'
>;

export interface ProjectRepository {
  /** Writes the project with its members; false, with nothing written, when its key is taken. */
  add(project: Project): Promise<boolean>;
  /** The project with its members, or `project.not_found` where it is not in sight (null: everything is). */
  get(id: string, sight: ProjectSight | null): Promise<Project>;
  /** Stores everything but the members as the version after; throws `version_conflict` or `project.key_taken`. */
  save(project: Project): Promise<Project>;
  /** Adds the person to a project, or gives them another role in it. */
  setMember(projectId: string, member: Pick<ProjectMember, 'userId' | 'role' | 'addedAt'>): Promise<void>;
  removeMember(projectId: string, userId: string): Promise<void>;
  /** Latest updated first, after the cursor key [updatedAt, id]; `limit + 1` rows, without members. */
  list(
    filter: ProjectFilter,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly Omit<Project, 'members'>[]>;
  /** Keys in use that begin so. */
  keysBeginning(prefix: string): Promise<readonly string[]>;
  /** Workspace-visible, not archived, latest updated first (INT-3, PRJ-2). */
  visibleForIntegration(limit: number): Promise<readonly IntegrationProject[]>;
  /** Makes the heir lead wherever the person is the only active one (PRJ-4); the ids of those projects. */
  passLeads(userId: string, heirUserId: string, at: Instant): Promise<readonly string[]>;
  /** Takes the person out of all projects; another active lead answers for those that they answered for. */
  removePerson(userId: string, at: Instant): Promise<void>;
}

/** Whose a mailed link is: found by the hash of its token alone, before the workspace is known. */
export interface InvitationOfToken {
  readonly workspaceId: string;
  readonly invitationId: string;
  readonly email: string;
  readonly role: Role;
  readonly status: InvitationStatus;
  readonly expiresAt: Instant;
  /** A later sending has another link. */
  readonly replaced: boolean;
}

export interface InvitationFilter {
  readonly status: InvitationStatus;
  readonly roles: readonly Role[];
  /** Null: whoever invited. */
  readonly invitedByUserId: string | null;
}

/** Invitations to the workspace of this unit. */
export interface InvitationRepository {
  /** False, with nothing written, where one to the address is pending. */
  add(invitation: Invitation): Promise<boolean>;
  /** The invitation, or `workspace_invitation.not_found`. */
  get(id: string): Promise<Invitation>;
  /** The same under a row lock, so that of two who end it at once one finds it ended. */
  lock(id: string): Promise<Invitation>;
  /** Stores it as the version after; throws `version_conflict`, or `workspace_invitation.already_pending`. */
  save(invitation: Invitation): Promise<Invitation>;
  /** Newest first, after the cursor key [createdAt, id]; `limit + 1` rows. What has expired by `now` counts as expired. */
  list(
    filter: InvitationFilter,
    now: Instant,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly Invitation[]>;
  /** Pending ones whose time is over, of all addresses or of one, locked. */
  due(now: Instant, email: string | null): Promise<readonly Invitation[]>;
  /** Workspaces that have such; in the role `identity`. */
  workspacesWithDue(now: Instant): Promise<readonly string[]>;
  ofToken(tokenHash: string): Promise<InvitationOfToken | null>;
  /** Erases the sealed copy of this very link. */
  eraseSealed(id: string, tokenHash: string): Promise<void>;
}

/** Accounts, where a workspace must know more of a person than their membership shows; in the role `identity`. */
export interface PersonDirectory {
  /** The account, or null where it is gone. */
  account(userId: string): Promise<Account | null>;
}

/** All workspaces of one person, whichever the transaction has entered; in the role `identity`. */
export interface PersonMemberships {
  /** How workspace and live membership stand, as the gates see them; null where there is no such membership. */
  standingOf(userId: string, workspaceId: string): Promise<StandingInWorkspace | null>;
  /** Workspaces of the person, the most recently used first. */
  ofPerson(userId: string): Promise<readonly WorkspaceSummary[]>;
  /** Ids of the workspaces that the person was removed from, or left, and did not join again; none that is closed. */
  leftBy(userId: string): Promise<readonly string[]>;
  /** The person works in this workspace now. */
  used(userId: string, workspaceId: string, at: Instant): Promise<void>;
  /** Closes a workspace that only this person belongs to and that nobody pays for; false, with nothing done, for any other. */
  abandonOwn(userId: string, workspaceId: string, at: Instant): Promise<boolean>;
}

/** The two settings of the second person as they were, and what was decided under them, in the workspace of this unit. */
export interface SecondPersonRecords {
  addChange(change: SecondPersonChange): Promise<void>;
  /** Newest first, at most 200; the first is in force. Empty: nobody ever changed them. */
  changes(): Promise<readonly SecondPersonChange[]>;
  addUse(use: SecondPersonUse): Promise<void>;
  /** The use, or null. */
  use(id: string): Promise<SecondPersonUse | null>;
  /** Newest first, after the cursor key [at, id]; `limit + 1` rows. */
  uses(after: CursorKey | null, limit: number): Promise<readonly SecondPersonUse[]>;
  /** Ids of workspaces where it is on; of all, in the role `identity`. */
  workspacesCoolingOff(): Promise<readonly string[]>;
}

/** The end of workspaces; in the role `identity`, save `activeMemberIds`. */
export interface WorkspaceClosures {
  /** Of all workspaces: those whose closing period is over, and those that are closed and not purged. */
  due(
    now: Instant,
  ): Promise<readonly { readonly workspaceId: string; readonly status: 'closing' | 'closed' }[]>;
  /** Whether the workspace of this unit is there and not closed. */
  exists(): Promise<boolean>;
  /** True where the owners were not told since `since`; from now on they were. */
  takeNotice(at: Instant, since: Instant): Promise<boolean>;
  /** Nobody gets in any more, and nothing that waits runs. `nameDigest` is what the tombstone keeps of the name; null: no tombstone. */
  close(at: Instant, nameDigest: string | null): Promise<void>;
  /** All rows are gone, save the tombstone; does nothing where the workspace is not closed. Safe to repeat. */
  bury(at: Instant): Promise<void>;
  /** The host keeps the workspace, which has no owner from now on. */
  takeCustody(at: Instant): Promise<void>;
  /** Active members, by id, after this one. */
  activeMemberIds(after: string | null, limit: number): Promise<readonly string[]>;
}

export const ports = contextPorts({
  repositories: {
    secondPerson: port<SecondPersonRecords>(),
    timeZoneState: port<TimeZoneState>(),
    closures: port<WorkspaceClosures>(),
    invitations: port<InvitationRepository>(),
    people: port<PersonDirectory>(),
    personMemberships: port<PersonMemberships>(),
    workspaces: port<WorkspaceRepository>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
    members: port<MemberRepository>(),
    memberDirectory: port<MemberDirectory>(),
    projects: port<ProjectRepository>(),
    jobs: port<WorkspaceJobs>(),
    housekeeping: port<Housekeeping>(),
    owners: port<Owners>(),
  },
  asks: {
    usage: port<UsageCounters>(),
    membershipParticipants: port<readonly MembershipParticipant[]>(),
    closureParticipants: port<readonly ClosureParticipant[]>(),
    secondPersonCandidates: port<readonly SecondPersonCandidates[]>(),
    secondPersonRule: port<SecondPersonRule>(),
  },
  outside: { throttle: port<Throttle>() },
  asksOutside: { closurePurges: port<readonly ClosurePurge[]>() },
});
export type WorkspacePorts = PortsInside<typeof ports>;
export type WorkspacePreparing = PreparingContext<typeof ports>;
export type WorkspaceReacting = ReactingContext<typeof ports>;

export const { query, command, reaction, scheduled } = useCasesOf(ports);
