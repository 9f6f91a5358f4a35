import { z } from 'zod';
import { pageFields, pageOf } from '../kernel/pages.ts';
import { multiline, shown, userId } from '../kernel/shapes.ts';
import { viewerOf } from './found-request.ts';
import { localDays } from './local-days.ts';
import { type FileRequestFilter, query } from './ports.ts';
import { fileRequestStates, openStatuses } from './request.ts';
import { FileRequestSummaryView, fileRequestSummaryView } from './views.ts';

/** The filter that stands for all states of `openStatuses`. */
const open = 'open';

export const listFileRequests = query({
  summary: 'List requests for files',
  description:
    'The newest first, without the files. Members see their own and those of cases that they may read; owners and admins see all that belong to no case, too. Whoever leaves status and search empty sees all.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: {
    command: 'file-requests list',
    columns: ['title', 'clientName', 'status', 'progress.received', 'dueOn', 'id'],
  },
  always: true,
  input: z.strictObject({
    status: z
      .enum(['', open, ...fileRequestStates.states])
      .default('')
      .describe('A state, or open for all in which the client or you have something to do; empty for all.'),
    search: multiline(200)
      .default('')
      .describe('Words that must all be found in the title, or in the name or address of the client.'),
    ownerUserId: userId().optional().describe('Only requests of this person.'),
    ...pageFields(['id']),
  }),
  output: z.object({
    requests: z.array(FileRequestSummaryView).describe('Requests, the newest first.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ status, search, ownerUserId, limit, cursor }, context) {
    const { fileRequests, workspaceId } = context;
    const filter: FileRequestFilter = {
      statuses: status === '' ? null : status === open ? openStatuses : [status],
      words: [...new Set(search.split(/\s+/u).filter((word) => word !== ''))],
      ownerUserId: ownerUserId ?? null,
      viewer: await viewerOf(context),
    };
    const found = await fileRequests.list(filter, cursor?.[0] ?? null, limit + 1);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ id }) => [id]);
    const { today } = await localDays(context);
    return {
      requests: rows.map((request) => fileRequestSummaryView(request, { workspaceId, today })),
      count,
      nextCursor,
    };
  },
});
