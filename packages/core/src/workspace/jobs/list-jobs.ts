import { z } from 'zod';
import { cursorBehind, pageFields } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { jobStatuses } from './job.ts';
import { filterOf, jobFilterFields } from './job-filter.ts';
import { JobView } from './views.ts';

export const listJobs = query({
  summary: 'List background jobs',
  description:
    'Newest first; dead jobs by default. A dead job has used up its attempts and waits until somebody replays or acknowledges it.',
  access: { owner: 'any', admin: 'any' },
  cli: {
    command: 'workspace jobs list',
    columns: ['topic', 'status', 'attempts', 'createdAt', 'lastErrorCode', 'id'],
  },
  always: true,
  input: z.strictObject({
    status: z.enum(jobStatuses).default('dead').describe('Only work in this state.'),
    queue: jobFilterFields.queue,
    topic: jobFilterFields.topic,
    from: jobFilterFields.from,
    to: jobFilterFields.to,
    ...pageFields(['instant', 'id']),
  }),
  output: z.object({ jobs: z.array(JobView), count: shown.count(), nextCursor: shown.nextCursor() }),

  async run({ status, limit, cursor, ...filter }, { jobs }) {
    const page = await jobs.list(status, filterOf(filter), cursor ?? null, limit);
    const nextCursor = cursorBehind(page, ({ createdAt, id }) => [createdAt, id]);
    return { jobs: page, count: page.count, nextCursor };
  },
});
