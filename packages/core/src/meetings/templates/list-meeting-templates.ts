import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { MeetingTemplateView, meetingTemplateView } from './views.ts';

export const listMeetingTemplates = query({
  summary: 'List meeting templates',
  description: 'Returns your own templates and those of the workspace, by name, without archived ones.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { columns: ['name', 'title', 'durationMinutes', 'scope', 'id'] },
  input: z.strictObject({
    scope: z.enum(['personal', 'workspace', 'all']).default('all').describe('Whose templates to show.'),
    ...pageFields(['text', 'id'], { most: 200, usual: 100 }),
  }),
  output: z.object({
    templates: z.array(MeetingTemplateView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ scope, limit, cursor }, { templates, user, workspaceId }) {
    const after = cursor ?? null;
    const rows = await templates.list({ userId: user.userId, scope }, after, limit);
    const page = pageOf(rows, limit, (template) => [template.name, template.id]);
    return {
      templates: page.rows.map((template) => meetingTemplateView(template, workspaceId)),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});
