import { z } from 'zod';
import { documentNotFound } from '../../../documents/index.ts';
import { pageFields, pageOf } from '../../../kernel/pages.ts';
import { id, shown } from '../../../kernel/shapes.ts';
import { seenLifecycle } from '../../lifecycles/found-lifecycle.ts';
import { documentId } from '../../lifecycles/get-document-lifecycle.ts';
import { query } from '../../ports.ts';
import { evidenceKinds } from '../rules/proposals.ts';
import { EvidenceView, ExtractionRunView, evidenceView, extractionRunView } from '../views.ts';
import { evidenceStates } from './evidence.ts';

const mostRuns = 20;

export const listDocumentEvidence = query({
  summary: 'List what was found in a document',
  description:
    'Dates and numbers with the page, the line and the place where they stand, and the newest runs that looked for them. What a newer run has looked for again is shown only with the run that found it.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: {
    command: 'documents evidence list',
    lists: ['evidence'],
    columns: ['kind', 'value', 'confidence', 'page', 'status', 'id'],
  },
  input: z.strictObject({
    documentId: documentId(),
    kind: z.enum(evidenceKinds).optional().describe('Only values of this kind.'),
    status: z.enum(evidenceStates.states).optional().describe('Only what people made this of.'),
    runId: id().optional().describe('Only what this run found.'),
    minConfidence: z.number().min(0).max(1).default(0).describe('Only what is at least so sure.'),
    ...pageFields(['integer', 'integer', 'text', 'text', 'id'], { usual: 100 }),
  }),
  output: z.object({
    extractions: z.array(ExtractionRunView).describe(`The newest runs, at most ${mostRuns}.`),
    evidence: z.array(EvidenceView).describe('What was found, by page, line, kind and value.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [documentNotFound],

  find: seenLifecycle,

  async run({ documentId: wanted, limit, cursor, minConfidence, ...asked }, { extractionRuns, evidence }) {
    const filter = {
      kind: asked.kind ?? null,
      status: asked.status ?? null,
      runId: asked.runId ?? null,
      minConfidence,
    };
    const [runs, rows] = await Promise.all([
      extractionRuns.list(wanted, mostRuns),
      evidence.list(wanted, filter, cursor ?? null, limit),
    ]);
    const page = pageOf(rows, limit, ({ page: number, line, kind, value, id: own }) => [
      String(number ?? 0),
      String(line),
      kind,
      value,
      own,
    ]);
    return {
      extractions: runs.map(extractionRunView),
      evidence: page.rows.map(evidenceView),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});
