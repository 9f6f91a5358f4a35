import type { WorkspaceSummary } from '../identity/index.ts';
import type { Role } from '../kernel/access.ts';
import type { CursorKey } from '../kernel/pages.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { Member } from './member.ts';
import type { Project, ProjectMember } from './project.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspaceRepository {
  add(workspace: Workspace): Promise<void>;
  /** The workspace of this unit. */
  get(): Promise<Workspace>;
  /** The first of `slug`, `slug-2`, `slug-3`, … that nobody has. */
  freeSlug(slug: string): Promise<string>;
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

/** Memberships of the workspace of this unit. */
export interface MemberRepository {
  add(member: Omit<Member, 'hasSecondFactor'>): Promise<void>;
  /** The live membership of a person, or `member.not_found`. */
  get(userId: string): Promise<Member>;
  /** Stores the member as the version after `member.version`, or throws `version_conflict`. */
  save(member: Member): Promise<Member>;
  /** By sort name, user and membership, after the cursor key of these three; `limit + 1` rows tell that there is more. */
  list(
    filter: MemberFilter,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly (Member & { readonly sortName: string })[]>;
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

export interface WorkspacePorts {
  readonly workspaces: WorkspaceRepository;
  readonly members: MemberRepository;
  readonly projects: ProjectRepository;
}

export const { query, command, reaction } = useCasesOf<WorkspacePorts>();
