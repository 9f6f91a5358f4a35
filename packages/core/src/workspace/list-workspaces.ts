import { z } from 'zod';
import { WorkspaceSummaryView } from '../identity/index.ts';
import { cursorBehind, pageFields } from '../kernel/pages.ts';
import { shown } from '../kernel/shapes.ts';
import { query } from './ports.ts';

export const listWorkspaces = query({
  summary: 'List the workspaces that you belong to',
  description: 'Sorted by name, with your role in each.',
  access: 'account',
  cli: { command: 'workspace list', columns: ['name', 'slug', 'role', 'status', 'id'] },
  databaseRole: 'identity',
  input: z.strictObject(pageFields(['text', 'text'])),
  output: z.object({
    workspaces: z.array(WorkspaceSummaryView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ limit, cursor }, { workspaces, user }) {
    const page = await workspaces.ofPerson(user.userId, cursor ?? null, limit);
    const nextCursor = cursorBehind(page, ({ name, id }) => [name, id]);
    return { workspaces: page, count: page.count, nextCursor };
  },
});
