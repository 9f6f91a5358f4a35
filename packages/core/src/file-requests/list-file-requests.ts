import { z } from 'zod';
import { isManager } from '../kernel/access.ts';
import { pageFields, pageOf } from '../kernel/pages.ts';
import { multiline, shown, userId } from '../kernel/shapes.ts';
import { readableCases } from './case-access.ts';
import { localDays } from './local-days.ts';
import { type FileRequestFilter, type FileRequestsPorts, query } from './ports.ts';
import { type FileRequest, fileRequestStates, openStatuses } from './request.ts';
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
    const { user, workspaceId } = context;
    const filter: FileRequestFilter = {
      statuses: status === '' ? null : status === open ? openStatuses : [status],
      words: [...new Set(search.split(/\s+/u).filter((word) => word !== ''))],
      ownerUserId: ownerUserId ?? null,
      viewer: { userId: user.userId, seesAll: isManager(user.membership?.role) },
    };
    const found = await seenRequests(filter, cursor?.[0] ?? null, limit + 1, context);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ id }) => [id]);
    const { today } = await localDays(context);
    return {
      requests: rows.map((request) => fileRequestSummaryView(request, { workspaceId, today })),
      count,
      nextCursor,
    };
  },
});

/** So many requests that the caller may see; of those of cases the ones are left out that may not be read (CFR-10). */
async function seenRequests(
  filter: FileRequestFilter,
  beforeId: string | null,
  most: number,
  { fileRequests, caseAccess }: Pick<FileRequestsPorts, 'fileRequests' | 'caseAccess'>,
): Promise<readonly FileRequest[]> {
  const { userId: viewerId } = filter.viewer;
  const seen: FileRequest[] = [];
  let before = beforeId;
  for (;;) {
    const rows = await fileRequests.list(filter, before, most);
    const caseIds = new Set(rows.flatMap(({ caseId }) => (caseId === null ? [] : [caseId])));
    const readable = await readableCases(caseAccess, viewerId, [...caseIds]);
    seen.push(
      ...rows.filter(
        ({ caseId, ownerUserId }) => caseId === null || ownerUserId === viewerId || readable.has(caseId),
      ),
    );
    before = rows.at(-1)?.id ?? null;
    if (rows.length < most || seen.length >= most) return seen.slice(0, most);
  }
}
