import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { IntegrationMemberView } from '../views.ts';

export const listIntegrationMembers = query({
  summary: 'List the active members of the workspace of an API key',
  description: 'Lists all active members except guests, sorted by name, at most 1000.',
  access: { scope: 'members.read' },
  mayBeASecondOld: true,
  cli: { columns: ['displayName', 'email', 'role', 'status', 'id'] },
  input: z.strictObject({}),
  output: z.object({
    members: z.array(IntegrationMemberView).describe('The members.'),
    count: shown.count(),
    workspaceId: shown.workspaceId(),
  }),

  async run(_, { members, workspaceId }) {
    const active = await members.activeForIntegration(1000);
    return { members: active, count: active.count, workspaceId };
  },
});
