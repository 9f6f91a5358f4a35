import { z } from 'zod';
import { documentNotFound } from '../../documents/index.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { seenLifecycle } from '../lifecycles/found-lifecycle.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { mayConfigure } from '../lifecycles/lifecycle-permissions.ts';
import { query } from '../ports.ts';
import { legalHoldStates } from './legal-hold.ts';
import { LegalHoldView, legalHoldView } from './views.ts';

export const listLegalHolds = query({
  summary: 'List the legal holds on a document',
  description:
    'The newest come first. Whoever sees the document sees that there is a hold; matter and reason are for those who manage it or keep it in force.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'documents holds list', columns: ['matter', 'kind', 'status', 'placedAt', 'id'] },
  input: z.strictObject({
    documentId: documentId(),
    status: z.enum(legalHoldStates.states).optional().describe('Which holds to show; by default all.'),
    ...pageFields(['id']),
  }),
  output: z.object({
    legalHolds: z.array(LegalHoldView),
    held: z.boolean().describe('True if any hold on the document is active, also one of a record.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [documentNotFound],

  find: seenLifecycle,

  async run({ documentId: id, status, limit, cursor }, { found, legalHolds, documentLibrary, user }) {
    const rows = await legalHolds.list(id, status ?? null, cursor?.[0] ?? null, limit);
    const page = pageOf(rows, limit, (hold) => [hold.id]);
    const tellsMatter = mayConfigure(found, user);
    return {
      legalHolds: page.rows.map((hold) => legalHoldView(hold, tellsMatter)),
      held: await documentLibrary.isHeld(id),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});
