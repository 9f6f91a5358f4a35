import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { countsOfTypes } from './counted-types.ts';
import { documentTypeStates } from './document-type.ts';
import { DocumentTypeView, documentTypeView } from './views.ts';

export const listDocumentTypes = query({
  summary: 'List document types',
  description: 'Returns the types of the workspace by name.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { columns: ['name', 'key', 'category', 'documentCount', 'id'] },
  input: z.strictObject({
    status: z
      .enum([...documentTypeStates.states, 'all'])
      .default('active')
      .describe('Which types to show.'),
    ...pageFields(['text', 'id'], { most: 200, usual: 100 }),
  }),
  output: z.object({
    types: z.array(DocumentTypeView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ status, limit, cursor }, context) {
    const { documentTypes, workspaceId } = context;
    const found = await documentTypes.list(status, cursor ?? null, limit);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ name, id }) => [name, id]);
    const counts = await countsOfTypes(
      rows.map(({ id }) => id),
      context,
    );
    return {
      types: rows.map((type) => documentTypeView(type, workspaceId, counts.get(type.id) ?? 0)),
      count,
      nextCursor,
    };
  },
});
