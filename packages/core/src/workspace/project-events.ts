import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id, userId } from '../kernel/shapes.ts';
import type { WebhookEntry } from '../kernel/webhook-events.ts';
import { openProjectStatuses, projectPriorities, projectRoles, projectVisibilities } from './project.ts';

const project = {
  projectId: id(),
  key: z.string(),
  name: z.string(),
  status: z.enum([...openProjectStatuses, 'archived']),
  visibility: z.enum(projectVisibilities),
  priority: z.enum(projectPriorities),
  version: z.int(),
};
const projectTarget = (data: { readonly projectId: string; readonly version: number }) => ({
  kind: 'project',
  id: data.projectId,
  version: data.version,
});
const named = ({ key, name }: { readonly key: string; readonly name: string }) => ({ key, name });

/** Private projects are left out, as they are of the list that applications read (WHK-14). */
const webhookOfProject = {
  webhook: {
    context: 'workspace',
    data: ({ projectId, status, visibility, version }) =>
      visibility === 'private' ? null : { projectId, status, version },
  } satisfies WebhookEntry<{ projectId: string; status: string; visibility: string; version: number }>,
} as const;

export const projectCreated = event(
  'project.created',
  z.strictObject({ ...project, leadUserId: userId().nullable() }),
  {
    target: projectTarget,
    facts: ({ status, visibility, priority, leadUserId }) => ({ status, visibility, priority, leadUserId }),
    detail: named,
  },
  webhookOfProject,
);

export const projectUpdated = event(
  'project.updated',
  z.strictObject({ ...project, leadUserId: userId().nullable(), changed: z.array(z.string()) }),
  {
    target: projectTarget,
    facts: ({ status, visibility, priority, leadUserId, changed }) => ({
      status,
      visibility,
      priority,
      leadUserId,
      changed,
    }),
    detail: named,
  },
  webhookOfProject,
);

export const projectArchived = event(
  'project.archived',
  z.strictObject(project),
  {
    target: projectTarget,
    facts: ({ visibility }) => ({ visibility }),
    detail: named,
  },
  webhookOfProject,
);

export const projectRestored = event(
  'project.restored',
  z.strictObject(project),
  {
    target: projectTarget,
    facts: ({ status, visibility }) => ({ status, visibility }),
    detail: named,
  },
  webhookOfProject,
);

/** A null `role` means that the person was removed from the project. */
export const projectMemberChanged = event(
  'project.member_changed',
  z.strictObject({
    projectId: id(),
    userId: userId(),
    role: z.enum(projectRoles).nullable(),
    version: z.int().nullable(),
  }),
  {
    target: ({ projectId, version }) => ({ kind: 'project', id: projectId, version }),
    facts: (data) => ({ userId: data.userId, role: data.role }),
  },
);
