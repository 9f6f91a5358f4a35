import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { jobStatuses } from '../../workspace/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { query } from '../ports.ts';
import { shownActions } from './shown-actions.ts';
import { actionContexts, WorkerActionView } from './worker-action.ts';

export const listRecordWorkerActions = query({
  summary: 'List background work about records',
  description: 'The newest first; by default what was given up and what waits for its next attempt.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance worker actions list', columns: ['kind', 'status', 'attempts', 'deadAt', 'id'] },
  input: z.strictObject({
    status: z
      .array(z.enum(jobStatuses))
      .min(1)
      .max(jobStatuses.length)
      .default(['dead', 'retrying'])
      .describe('Only work in one of these states.'),
    kind: z
      .string()
      .regex(/^[a-z][a-z0-9_.]{0,79}$/, 'Give a topic such as meetings.mail, in lower case.')
      .optional()
      .describe('Only work of this topic.')
      .meta({ examples: ['governance.mail_consent'] }),
    ...pageFields(['instant', 'id']),
  }),
  output: z.object({
    actions: z.array(WorkerActionView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),
  may: onGovernance('operations'),

  async run({ status: statuses, kind = null, limit, cursor }, context) {
    const filter = { contexts: actionContexts, statuses, topic: kind };
    const { rows, count, nextCursor } = pageOf(
      await context.jobControl.list(filter, cursor ?? null, limit),
      limit,
      ({ createdAt, id }) => [createdAt, id],
    );
    return { actions: await shownActions(rows, context), count, nextCursor };
  },
});
