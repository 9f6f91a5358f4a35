import type { Role } from '../kernel/access.ts';
import type { CursorKey } from '../kernel/pages.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { Member } from './member.ts';
import type { Project } from './project.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspaceRepository {
  add(workspace: Workspace): Promise<void>;
  /** The workspace of this unit. */
  get(): Promise<Workspace>;
  /** The first of `slug`, `slug-2`, `slug-3`, … that nobody has. */
  freeSlug(slug: string): Promise<string>;
  /** Locks the workspace row until the end of the transaction, so that counts of owners hold (WSP-1). */
  lock(): Promise<void>;
}

export interface MemberFilter {
  readonly search: string | null;
  readonly role: Role | null;
  readonly statuses: readonly Member['status'][];
}

/** Memberships of the workspace of this unit. */
export interface MemberRepository {
  add(member: Member): Promise<void>;
  /** The live membership of a person, or `member.not_found`. */
  get(userId: string): Promise<Member>;
  /** Stores the member as the version after `member.version`, or throws `version_conflict`. */
  save(member: Member): Promise<Member>;
  /** By sort name and id, after the cursor key [sortName, userId]; `limit + 1` rows tell that there is more. */
  list(filter: MemberFilter, after: CursorKey | null, limit: number): Promise<readonly (Member & { readonly sortName: string })[]>;
  activeOwners(): Promise<number>;
  /** Active members of any role but guest, by sort name then id, at most `limit` (INT-3, INT-4, INT-5). */
  activeForIntegration(limit: number): Promise<readonly Omit<Member, 'membershipId' | 'invitedByUserId' | 'suspendedAt' | 'lastActiveAt' | 'version'>[]>;
}

export interface ProjectFilter {
  readonly statuses: readonly Project['status'][];
  readonly visibility: Project['visibility'] | null;
  readonly search: string | null;
  /** Null for owners and admins, who see everything; else only workspace-visible ones and those of this person (PRJ-2). */
  readonly visibleTo: string | null;
  /** Guests see only the projects that they are members of (WSP-8). */
  readonly ownOnly: boolean;
}

export interface ProjectRepository {
  /** False when the key is taken: the caller answers or derives another. */
  add(project: Project): Promise<boolean>;
  /** The project with its members, or `project.not_found` where it is not visible to the person (null: everything is). */
  get(id: string, visibleTo: string | null): Promise<Project>;
  /** Stores project and members as the next version, or throws `version_conflict`; false when its key is taken. */
  save(project: Project): Promise<Project | false>;
  /** Latest updated first, after the cursor key [updatedAt, id]. Members are left out (empty). */
  list(filter: ProjectFilter, after: CursorKey | null, limit: number): Promise<readonly Project[]>;
  /** Workspace-visible, not archived, latest updated first (INT-3, PRJ-2). */
  visibleForIntegration(limit: number): Promise<readonly Omit<Project, 'statusBeforeArchive' | 'visibility' | 'leadUserId' | 'members' | 'archivedAt' | 'version'>[]>;
  /** Passes on or ends the project roles of a person who leaves; ids of projects that were left without a lead get `heirUserId` (PRJ-4). */
  removePerson(userId: string, heirUserId: string): Promise<void>;
}

export interface WorkspacePorts {
  readonly workspaces: WorkspaceRepository;
  readonly members: MemberRepository;
  readonly projects: ProjectRepository;
}

export const { query, command, reaction } = useCasesOf<WorkspacePorts>();
