import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, plannedDate, shown } from '../../kernel/shapes.ts';
import { holdsOn } from '../holds/holds-on.ts';
import { query } from '../ports.ts';
import { retentionCandidateStates } from './candidate.ts';
import { candidateView, RetentionCandidateView } from './views.ts';

export const listRetentionCandidates = query({
  summary: 'List documents that may be destroyed',
  description:
    'Those whose retention period is over, with what was decided about them; the one that has waited longest comes first.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: {
    command: 'documents retention list',
    columns: ['documentName', 'status', 'eligibleOn', 'executeAfter', 'id'],
  },
  input: z.strictObject({
    status: z.enum(retentionCandidateStates.states).optional().describe('Only those in this state.'),
    documentId: id().optional().describe('Only those of this document.'),
    dueBefore: plannedDate().optional().describe('Only those whose period was over before this day.'),
    ...pageFields(['date', 'id']),
  }),
  output: z.object({
    candidates: z.array(RetentionCandidateView),
    summary: z
      .object({
        byStatus: z
          .record(z.string(), z.int())
          .describe('How many there are in each state, whatever state was asked for.'),
      })
      .describe('What there is beside this page.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ status, documentId, dueBefore, limit, cursor }, context) {
    const { retentionCandidates } = context;
    const filter = { status: status ?? null, documentId: documentId ?? null, dueBefore: dueBefore ?? null };
    const rows = await retentionCandidates.list(filter, cursor ?? null, limit);
    const page = pageOf(rows, limit, (candidate) => [candidate.eligibleOn, candidate.id]);
    const ids = page.rows.map((candidate) => candidate.documentId);
    const holds = await holdsOn(ids, context);
    const counts = await retentionCandidates.counts(filter);
    const countOf = new Map(counts.map((each) => [each.status, each.count]));
    return {
      candidates: page.rows.map((candidate) => candidateView(candidate, holds)),
      summary: {
        byStatus: Object.fromEntries(
          retentionCandidateStates.states.map((state) => [state, countOf.get(state) ?? 0]),
        ),
      },
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});
