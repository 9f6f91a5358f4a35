import type {
  Account,
  MembershipParticipant,
  WorkspaceMembership,
  WorkspaceSummary,
} from '../identity/index.ts';
import type { Role } from '../kernel/access.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { UsageCounters } from '../kernel/entitlements.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { CursorKey } from '../kernel/pages.ts';
import type { Throttle } from '../kernel/ports.ts';
import type { CallerWorkspace } from '../kernel/principal.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { WrittenRows } from '../kernel/written-rows.ts';
import type { ClosureParticipant, ClosurePurge } from './closure/closure-participant.ts';
import type { FoundingParticipant } from './founding-participant.ts';
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
  /** The workspace that the transaction has entered. */
  get(): Promise<Workspace>;
  /** Its plan, with the terms that apply to it. */
  plan(): Promise<Pick<CallerWorkspace, 'planCode' | 'planTerms'>>;
  /** Stores the workspace as the version after `workspace.version`, or throws `version_conflict`. */
  save(workspace: Workspace): Promise<Workspace>;
  /** Claims the slug for this workspace; false if another workspace has it or still has it reserved (WSP-9). */
  claimSlug(slug: string, at: Instant): Promise<boolean>;
  /** Claims the first of `slug`, `slug-2`, `slug-3`, … that is free. */
  claimFreeSlug(slug: string, at: Instant): Promise<string>;
  /** Gives the slug up; before `until`, only this workspace can claim it again. */
  releaseSlug(slug: string, until: Instant): Promise<void>;
  /** Deletes the slugs given up that the workspace had reserved until `at` or earlier. */
  pruneSlugs(at: Instant): Promise<void>;
  /** How many open workspaces the person owns. Needs the role `identity`, and locks the person until the commit. */
  ownedBy(userId: string): Promise<number>;
  /** Locks the workspace row until the end of the transaction, so that counts of owners and leads hold (WSP-1, PRJ-4). */
  lock(): Promise<void>;
  /** Workspaces of a person that are not closed, by name then id, after the cursor key [name, id]. Needs the role `identity`. */
  ofPerson(userId: string, after: CursorKey | null, limit: number): Promise<WrittenRows<WorkspaceSummary>>;
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

/** Memberships of the workspace that the transaction has entered. */
export interface MemberRepository {
  add(member: Omit<Member, 'hasSecondFactor'>): Promise<void>;
  /** The membership of a person who was not removed, or `member.not_found`. */
  get(userId: string): Promise<Member>;
  /** Whether the person, or the one who has verified the address, is a member who was not removed. */
  isMember(who: { readonly userId: string } | { readonly email: string }): Promise<boolean>;
  /** Stores the member as the version after `member.version`, or throws `version_conflict`. */
  save(member: Member): Promise<Member>;
  /** By sort name, user and membership, after the cursor key of these three; `limit + 1` rows mean that there are more. */
  list(
    filter: MemberFilter,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly (Member & { readonly sortName: string })[]>;
  /** Active members with active accounts among these, including guests; null asks for owners and admins, oldest first. */
  able(userIds: readonly string[] | null): Promise<readonly AbleMember[]>;
  /** Whether anybody else is an active member. */
  hasOthers(userId: string): Promise<boolean>;
  /** Erases a former member's name from ended memberships; returns from how many. */
  scrub(userId: string, at: Instant): Promise<number>;
  /** The longest-standing active owner with an active account other than this person; null if there is none (WSP-1). */
  ownerBesides(userId: string): Promise<string | null>;
  /** Active members of any role but guest, by sort name then id, at most `limit` (INT-3, INT-4, INT-5). */
  activeForIntegration(limit: number): Promise<WrittenRows<IntegrationMember>>;
}

/** The projects that a person who is neither owner nor admin sees: those open to the workspace, and their own (PRJ-2). */
export interface VisibleProjects {
  readonly visibleTo: string;
  /** Guests see only the projects that they are members of (WSP-8). */
  readonly ownOnly: boolean;
}

export interface ProjectFilter {
  /** Null means that all projects are visible. */
  readonly visible: VisibleProjects | null;
  readonly statuses: readonly Project['status'][];
  readonly visibility: Project['visibility'] | null;
  /** Each of them has to be found in the name or in the key. */
  readonly words: readonly string[];
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
  /** The project with its members, or `project.not_found` if it is not among the visible ones (null: all are). */
  get(id: string, visible: VisibleProjects | null): Promise<Project>;
  /** Stores everything except the members as the next version; throws `version_conflict` or `project.key_taken`. */
  save(project: Project): Promise<Project>;
  /** Adds the person to a project, or gives them another role in it. */
  setMember(projectId: string, member: Pick<ProjectMember, 'userId' | 'role' | 'addedAt'>): Promise<void>;
  removeMember(projectId: string, userId: string): Promise<void>;
  /** Most recently updated first, after the cursor key [updatedAt, id], without members. */
  list(
    filter: ProjectFilter,
    after: CursorKey | null,
    limit: number,
  ): Promise<WrittenRows<Omit<Project, 'members' | 'statusBeforeArchive'>>>;
  /** The keys in use that begin with the prefix. */
  keysBeginning(prefix: string): Promise<readonly string[]>;
  /** Projects that are visible to the workspace and not archived, most recently updated first (INT-3, PRJ-2). */
  visibleForIntegration(limit: number): Promise<WrittenRows<IntegrationProject>>;
  /** Makes the heir a lead of each project that only this person leads (PRJ-4); returns the ids of those projects. */
  passLeads(userId: string, heirUserId: string, at: Instant): Promise<readonly string[]>;
  /** Removes the person from all projects; another active lead becomes responsible for those that were theirs. */
  removePerson(userId: string, at: Instant): Promise<void>;
}

/** The invitation of a mailed link, found by the hash of its token alone, before the workspace is known. */
export interface InvitationOfToken {
  readonly workspaceId: string;
  readonly invitationId: string;
  readonly email: string;
  readonly role: Role;
  readonly status: InvitationStatus;
  readonly expiresAt: Instant;
  /** True if a later sending has replaced this link. */
  readonly replaced: boolean;
}

export interface InvitationFilter {
  readonly status: InvitationStatus;
  readonly roles: readonly Role[];
  /** Null matches every inviter. */
  readonly invitedByUserId: string | null;
}

/** Invitations to the workspace that the transaction has entered. */
export interface InvitationRepository {
  /** False, with nothing written, if an invitation to the address is pending. */
  add(invitation: Invitation): Promise<boolean>;
  /** The invitation, or `workspace_invitation.not_found`. */
  get(id: string): Promise<Invitation>;
  /** The same with a row lock, so that of two people who end it at once one finds it ended. */
  lock(id: string): Promise<Invitation>;
  /** Stores it as the next version; throws `version_conflict` or `workspace_invitation.already_pending`. */
  save(invitation: Invitation): Promise<Invitation>;
  /** Newest first, after the cursor key [createdAt, id]; `limit + 1` rows. One that is overdue at `now` counts as expired. */
  list(
    filter: InvitationFilter,
    now: Instant,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly Invitation[]>;
  /** Locks and returns the overdue pending invitations, of one address or of all. */
  due(now: Instant, email: string | null): Promise<readonly Invitation[]>;
  /** Workspaces with overdue pending invitations. Needs the role `identity`. */
  workspacesWithDue(now: Instant): Promise<readonly string[]>;
  ofToken(tokenHash: string): Promise<InvitationOfToken | null>;
  /** Erases the sealed copy of exactly this link. */
  eraseSealed(id: string, tokenHash: string): Promise<void>;
}

/** Accounts, for what a workspace must know of a person beyond their membership. Needs the role `identity`. */
export interface PersonDirectory {
  /** The account, or null if it is gone. */
  account(userId: string): Promise<Account | null>;
}

/** All workspaces of one person, whichever the transaction has entered. Needs the role `identity`. */
export interface PersonMemberships {
  /** The state of workspace and membership as the gates see it; null if there is no such membership. */
  membershipIn(userId: string, workspaceId: string): Promise<WorkspaceMembership | null>;
  /** Workspaces of the person, the most recently used first. */
  ofPerson(userId: string): Promise<readonly WorkspaceSummary[]>;
  /** Ids of the open workspaces that the person was removed from, or left, and did not join again. */
  leftBy(userId: string): Promise<readonly string[]>;
  /** Records that the person works in this workspace now. */
  used(userId: string, workspaceId: string, at: Instant): Promise<void>;
  /** Closes a workspace that only this person belongs to and nobody pays for; returns false for any other, and does nothing. */
  abandonOwn(userId: string, workspaceId: string, at: Instant): Promise<boolean>;
}

/** The history of the two second-person settings, and what was decided under them, in the entered workspace. */
export interface SecondPersonRecords {
  addChange(change: SecondPersonChange): Promise<void>;
  /** Newest first, at most 200; the first is in force. The list is empty if nobody has ever changed the settings. */
  changes(): Promise<readonly SecondPersonChange[]>;
  addUse(use: SecondPersonUse): Promise<void>;
  /** The use, or null if there is none. */
  use(id: string): Promise<SecondPersonUse | null>;
  /** Newest first, after the cursor key [at, id]; `limit + 1` rows. */
  uses(after: CursorKey | null, limit: number): Promise<readonly SecondPersonUse[]>;
  /** Ids of all workspaces where the setting is on. Needs the role `identity`. */
  workspacesCoolingOff(): Promise<readonly string[]>;
}

/** The end of workspaces. Everything except `activeMemberIds` needs the role `identity`. */
export interface WorkspaceClosures {
  /** All workspaces whose closing period is over, and all that are closed but not purged. */
  due(
    now: Instant,
  ): Promise<readonly { readonly workspaceId: string; readonly status: 'closing' | 'closed' }[]>;
  /** Ids of all workspaces, closed ones too. Needs the role `identity`. */
  everyWorkspace(): Promise<readonly string[]>;
  /** Whether the entered workspace exists and is not closed. */
  exists(): Promise<boolean>;
  /** True if the owners have not been notified since `since`; the call records that they are now. */
  takeNotice(at: Instant, since: Instant): Promise<boolean>;
  /** From now on nobody gets in, and no waiting job runs. The tombstone keeps `nameDigest`; null means no tombstone. */
  close(at: Instant, nameDigest: string | null): Promise<void>;
  /** Deletes all rows except the tombstone; does nothing if the workspace is not closed. It is safe to repeat. */
  bury(at: Instant): Promise<void>;
  /** Records that the operator keeps the workspace, which has no owner from now on. */
  takeCustody(at: Instant): Promise<void>;
  /** Ids of active members in order, after this one. */
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
    foundingParticipants: port<readonly FoundingParticipant[]>(),
    secondPersonCandidates: port<readonly SecondPersonCandidates[]>(),
    secondPersonRule: port<SecondPersonRule>(),
  },
  outside: { throttle: port<Throttle>() },
  asksOutside: { closurePurges: port<readonly ClosurePurge[]>() },
});
export type WorkspacePorts = PortsInside<typeof ports>;
export type WorkspacePreparing = PreparingContext<typeof ports>;
export type WorkspaceReacting = ReactingContext<typeof ports>;

export const { query, slowQuery, command, reaction, scheduled } = useCasesOf(ports);
