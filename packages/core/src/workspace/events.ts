import { z } from 'zod';
import { roles } from '../kernel/access.ts';
import { event } from '../kernel/events.ts';
import { id, userId } from '../kernel/shapes.ts';
import { openProjectStatuses, projectPriorities, projectRoles, projectVisibilities } from './project.ts';

export const workspaceCreated = event(
  'workspace.created',
  z.strictObject({ workspaceId: z.string(), name: z.string() }),
  {
    target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId, version: 1 }),
    detail: ({ name }) => ({ name }),
  },
);

export const memberJoined = event(
  'member.joined',
  z.strictObject({ userId: userId(), role: z.enum(roles) }),
  {
    target: (data) => ({ kind: 'member', id: data.userId, version: 1 }),
    facts: ({ role }) => ({ role }),
  },
);

const memberTarget = (data: { readonly userId: string; readonly version: number }) => ({
  kind: 'member',
  id: data.userId,
  version: data.version,
});
const member = { userId: userId(), role: z.enum(roles), version: z.int() };
const reasonOf = ({ reason }: { readonly reason: string }) => (reason === '' ? null : { reason });

export const memberRoleChanged = event(
  'member.role_changed',
  z.strictObject({ ...member, roleBefore: z.enum(roles) }),
  {
    target: memberTarget,
    facts: ({ role, roleBefore }) => ({ role, roleBefore }),
  },
);

export const memberSuspended = event('member.suspended', z.strictObject({ ...member, reason: z.string() }), {
  target: memberTarget,
  facts: ({ role }) => ({ role }),
  detail: reasonOf,
});

export const memberReactivated = event('member.reactivated', z.strictObject(member), {
  target: memberTarget,
  facts: ({ role }) => ({ role }),
});

/** `left`: by the member's own hand. `heirUserId` took over what had to go on. */
export const memberRemoved = event(
  'member.removed',
  z.strictObject({ ...member, left: z.boolean(), heirUserId: userId().nullable() }),
  {
    target: memberTarget,
    facts: ({ role, left, heirUserId }) => ({ role, left, heirUserId }),
  },
);

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

export const projectCreated = event(
  'project.created',
  z.strictObject({ ...project, leadUserId: userId().nullable() }),
  {
    target: projectTarget,
    facts: ({ status, visibility, priority, leadUserId }) => ({ status, visibility, priority, leadUserId }),
    detail: named,
  },
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
);

export const projectArchived = event('project.archived', z.strictObject(project), {
  target: projectTarget,
  facts: ({ visibility }) => ({ visibility }),
  detail: named,
});

export const projectRestored = event('project.restored', z.strictObject(project), {
  target: projectTarget,
  facts: ({ status, visibility }) => ({ status, visibility }),
  detail: named,
});

/** `role` null: taken out of the project. */
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
