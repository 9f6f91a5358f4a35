import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { IntegrationProjectView } from '../views.ts';

export const listIntegrationProjects = query({
  summary: 'List the projects of the workspace of an API key',
  description:
    'Lists the projects that the whole workspace sees and that are not archived, the most recently updated first, at most 500.',
  access: { scope: 'projects.read' },
  mayBeASecondOld: true,
  cli: { columns: ['key', 'name', 'status', 'priority', 'targetDate', 'id'] },
  input: z.strictObject({}),
  output: z.object({
    projects: z.array(IntegrationProjectView),
    count: shown.count(),
    workspaceId: shown.workspaceId(),
  }),

  async run(_, { projects, workspaceId }) {
    const visible = await projects.visibleForIntegration(500);
    return { projects: visible, count: visible.count, workspaceId };
  },
});
