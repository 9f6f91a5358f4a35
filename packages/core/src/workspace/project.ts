import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant, PlainDate } from '../kernel/time.ts';

export const projectInvalidState = failure('project.invalid_state', 'conflict', 'The project is in another state now; read it again.');

const open = { plan: 'planned', activate: 'active', hold: 'on_hold', complete: 'completed', archive: 'archived' } as const;

/** Open states move freely among themselves; `restore` goes back to the state before the archive (platform 3.6). */
export const projectStates = machine(projectInvalidState, {
  planned: open,
  active: open,
  on_hold: open,
  completed: open,
  archived: { restore: 'before' },
  before: {},
});

export interface Project {
  readonly id: string;
  /** Unique in the workspace, archived ones included. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly priority: 'low' | 'medium' | 'high' | 'critical';
  readonly status: 'planned' | 'active' | 'on_hold' | 'completed' | 'archived';
  readonly statusBeforeArchive: Project['status'] | null;
  readonly visibility: 'workspace' | 'private';
  readonly color: string;
  readonly startDate: PlainDate | null;
  readonly targetDate: PlainDate | null;
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
  readonly role: 'lead' | 'contributor' | 'viewer';
  readonly addedAt: Instant;
}
