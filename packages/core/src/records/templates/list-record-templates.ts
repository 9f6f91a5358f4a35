import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { code } from '../cases/case-fields.ts';
import { query } from '../ports.ts';
import { shownTemplates } from './found-template.ts';
import { recordTemplateStates } from './template.ts';
import { RecordTemplateView } from './views.ts';

export const listRecordTemplates = query({
  summary: 'List templates of entries',
  description: 'Returns the templates of the workspace by name.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['name', 'code', 'entryType', 'currentVersion', 'status', 'id'] },
  input: z.strictObject({
    status: z
      .enum([...recordTemplateStates.states, 'all'])
      .default('active')
      .describe('Which templates to show.'),
    entryType: code(100).optional().describe('Shows templates of this type of entry.'),
    caseType: code(100).optional().describe('Shows templates for this type of case.'),
    ...pageFields(['text', 'id'], { most: 200, usual: 100 }),
  }),
  output: z.object({
    templates: z.array(RecordTemplateView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ status, entryType, caseType, limit, cursor }, context) {
    const found = await context.recordTemplates.list(
      { status, entryType: entryType ?? null, caseType: caseType ?? null, words: [] },
      cursor ?? null,
      limit,
    );
    const { rows, count, nextCursor } = pageOf(found, limit, ({ name, id }) => [name.toLowerCase(), id]);
    return { templates: await shownTemplates(rows, context), count, nextCursor };
  },
});
