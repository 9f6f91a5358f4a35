import { z } from 'zod';
import { cursorBehind, pageFields } from '../../kernel/pages.ts';
import { shown, text } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { openProjectStatuses, projectVisibilities } from '../project.ts';
import { ProjectSummaryView } from '../views.ts';
import { visibleProjectsOf } from './visible-projects.ts';

export const listProjects = query({
  summary: 'List the projects that you see',
  description: 'The most recently updated first. Archived projects are left out unless a status is given.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  mayBeASecondOld: true,
  cli: { aliases: ['projects'], columns: ['key', 'name', 'status', 'priority', 'targetDate', 'id'] },
  input: z.strictObject({
    status: z
      .enum([...openProjectStatuses, 'archived'])
      .optional()
      .describe('Only projects in this state.'),
    visibility: z.enum(projectVisibilities).optional().describe('Only projects of this visibility.'),
    search: text(120).optional().describe('Part of a name or a key.'),
    ...pageFields(['instant', 'id']),
  }),
  output: z.object({
    projects: z.array(ProjectSummaryView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ status, visibility, search, limit, cursor }, { projects, user }) {
    const statuses = status === undefined ? openProjectStatuses : [status];
    const filter = {
      visible: visibleProjectsOf(user),
      statuses,
      visibility: visibility ?? null,
      words: search === undefined ? [] : [search],
    };
    const page = await projects.list(filter, cursor ?? null, limit);
    const nextCursor = cursorBehind(page, ({ updatedAt, id }) => [updatedAt, id]);
    return { projects: page, count: page.count, nextCursor };
  },
});
