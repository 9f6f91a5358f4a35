import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { FileRequestTemplateView, fileRequestTemplateView } from './views.ts';

export const listFileRequestTemplates = query({
  summary: 'List templates of requests for files',
  description: 'By name.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'file-requests templates list', columns: ['name', 'title', 'dueInDays', 'id'] },
  always: true,
  input: z.strictObject({
    archived: z.boolean().default(false).describe('Whether archived templates are shown too.'),
    ...pageFields(['text', 'id']),
  }),
  output: z.object({
    templates: z.array(FileRequestTemplateView).describe('Templates, by name.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ archived, limit, cursor }, context) {
    const found = await context.fileRequestTemplates.list(archived, cursor ?? null, limit + 1);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ sortName, id }) => [sortName, id]);
    return {
      templates: rows.map((template) => fileRequestTemplateView(template, context)),
      count,
      nextCursor,
    };
  },
});
