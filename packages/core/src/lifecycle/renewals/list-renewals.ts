import { z } from 'zod';
import { viewerOf } from '../../documents/index.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, plannedDate, shown, userId } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import type { RenewalFilter } from './ports.ts';
import { openRenewalStatuses, renewalStates } from './renewal.ts';
import { RenewalCaseView, renewalView } from './views.ts';

/** The filter that stands for whoever asks. */
const me = 'me';

export const listRenewals = query({
  summary: 'List renewals of documents',
  description: 'Of documents that you see, the one that is due first comes first.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: {
    command: 'documents renewals list',
    columns: ['documentName', 'status', 'priority', 'dueOn', 'overdue', 'id'],
  },
  input: z.strictObject({
    status: z
      .enum(renewalStates.states)
      .optional()
      .describe('A state; open stands for all in which somebody has something to do. By default all.'),
    ownerUserId: z
      .union([z.literal(me), userId()])
      .optional()
      .describe(`Only those of this person; ${me} for your own.`),
    documentId: id().optional().describe('Only those of this document.'),
    dueBefore: plannedDate().optional().describe('Only those that are due before this day.'),
    ...pageFields(['date', 'id']),
  }),
  output: z.object({
    renewals: z.array(RenewalCaseView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ status, ownerUserId, documentId, dueBefore, limit, cursor }, context) {
    const { renewals, user } = context;
    const filter: RenewalFilter = {
      statuses: status === undefined ? null : status === 'open' ? openRenewalStatuses : [status],
      ownerUserId: ownerUserId === me ? user.userId : (ownerUserId ?? null),
      documentId: documentId ?? null,
      dueBefore: dueBefore ?? null,
    };
    const rows = await renewals.list(filter, viewerOf(user), cursor ?? null, limit);
    const page = pageOf(rows, limit, (renewal) => [renewal.dueOn, renewal.id]);
    return {
      renewals: page.rows.map((renewal) => renewalView(renewal, context)),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});
