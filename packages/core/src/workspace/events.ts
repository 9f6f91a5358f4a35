import { z } from 'zod';
import { roles } from '../kernel/access.ts';
import { event } from '../kernel/events.ts';
import { userId } from '../kernel/shapes.ts';

export const workspaceCreated = event('workspace.created', z.strictObject({ workspaceId: z.string(), name: z.string() }), {
  target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId, version: 1 }),
  detail: ({ name }) => ({ name }),
});

export const memberJoined = event('member.joined', z.strictObject({ userId: userId(), role: z.enum(roles) }), {
  target: (data) => ({ kind: 'member', id: data.userId, version: 1 }),
  facts: ({ role }) => ({ role }),
});
