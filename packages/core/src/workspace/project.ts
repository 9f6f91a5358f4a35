import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant, PlainDate } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import { projectLastLead } from './errors.ts';

export const projectInvalidState = failure(
  'project.invalid_state',
  'conflict',
  'The project is in another state now; read it again.',
);

/** `planned`, `active`, `on_hold` and `completed` are all open and change freely; only `archived` is a state of its own. */
export const projectStates = machine(projectInvalidState, ['open'], {
  open: { edit: 'open', archive: 'archived' },
  archived: { restore: 'open' },
});

export const openProjectStatuses = ['planned', 'active', 'on_hold', 'completed'] as const;
export const projectPriorities = ['low', 'medium', 'high', 'critical'] as const;
export const projectVisibilities = ['workspace', 'private'] as const;
export const projectRoles = ['lead', 'contributor', 'viewer'] as const;

export interface Project {
  readonly id: string;
  /** Unique in the workspace, including archived projects. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly priority: (typeof projectPriorities)[number];
  readonly status: (typeof openProjectStatuses)[number] | 'archived';
  readonly statusBeforeArchive: (typeof openProjectStatuses)[number] | null;
  readonly visibility: (typeof projectVisibilities)[number];
  readonly color: string;
  readonly startDate: PlainDate | null;
  readonly targetDate: PlainDate | null;
  /** The lead who is responsible for it; one of the members with the role `lead`. */
  readonly leadUserId: string | null;
  readonly members: readonly ProjectMember[];
  readonly archivedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export interface ProjectMember {
  readonly userId: string;
  readonly displayName: string;
  readonly role: (typeof projectRoles)[number];
  readonly addedAt: Instant;
  /** False if the member is suspended in the workspace or a guest of it, and so can do nothing as a lead. */
  readonly mayLead: boolean;
}

const phaseOf = (project: Project) => (project.status === 'archived' ? 'archived' : 'open');

export const isArchived = (project: Project): boolean => project.status === 'archived';
export const isEditable = (project: Project): boolean => projectStates.can(phaseOf(project), 'edit');

export function archived(project: Project, at: Instant): Project {
  const status = projectStates.next(phaseOf(project), 'archive');
  const statusBeforeArchive = project.status === 'archived' ? null : project.status;
  return { ...project, status, statusBeforeArchive, archivedAt: at, updatedAt: at };
}

export function restored(project: Project, at: Instant): Project {
  projectStates.next(phaseOf(project), 'restore');
  return {
    ...project,
    status: project.statusBeforeArchive ?? 'active',
    statusBeforeArchive: null,
    archivedAt: null,
    updatedAt: at,
  };
}

const isLead = (project: Project, userId: string): boolean =>
  project.members.some((member) => member.userId === userId && member.role === 'lead');

/**
 * The project without this person as lead: another active lead becomes responsible for it. Throws `project.last_lead` if
 * there is none (PRJ-4).
 */
export function withoutLead(project: Project, userId: string): Project {
  if (!isLead(project, userId)) return project;
  const other = project.members.find(
    (member) => member.userId !== userId && member.role === 'lead' && member.mayLead,
  );
  if (other === undefined) throw projectLastLead();
  return project.leadUserId === userId ? { ...project, leadUserId: other.userId } : project;
}

/** PRJ-5: compares plain calendar dates. */
export function checkDates(startDate: PlainDate | null, targetDate: PlainDate | null): void {
  if (startDate !== null && targetDate !== null && targetDate < startDate) {
    throw invalidField(
      '/targetDate',
      'project.target_before_start',
      'Give a targetDate that is not before startDate.',
    );
  }
}
