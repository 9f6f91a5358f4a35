import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { actionKinds } from './action.ts';
import { nextPlanAfter, workerStatuses } from './health.ts';
import { workerPulse } from './worker-pulse.ts';

const counted = {
  pending: z.int().describe('How many are due and wait for a worker.'),
  running: z.int().describe('How many are being done.'),
  retrying: z.int().describe('How many failed and are tried again.'),
  dead: z.int().describe('How many were given up.'),
};

export const getLifecycleWorkerHealth = query({
  summary: 'Read how the lifecycle worker is',
  description:
    'Counts what is planned, under way and given up for documents that you see. The worker is stalled if something is more than 15 minutes late or nothing was planned for two hours, and degraded if something is more than 5 minutes late or was given up.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'documents worker health' },
  input: z.strictObject({}),
  output: z.object({
    status: z.enum(workerStatuses).describe('How the worker is.'),
    checkedAt: shown.instant().describe('When this was counted.'),
    planner: z
      .object({
        lastRunAt: shown.instant().nullable().describe('When it last ran; null if it never did.'),
        lagSeconds: z.int().describe('How many seconds ago that was.'),
        nextRunAt: shown.instant().describe('When it runs next.'),
      })
      .describe('What plans the actions of documents.'),
    actions: z
      .object({
        planned24h: z.int().describe('How many are planned within a day.'),
        ...counted,
        succeeded24h: z.int().describe('How many were done within the last day.'),
      })
      .describe('How many actions there are of documents that you see.'),
    oldestDueSeconds: z
      .int()
      .describe('How many seconds the oldest action that is due and not begun is late; 0 if none is.'),
    byKind: z
      .array(
        z.object({
          kind: z.enum(actionKinds).describe('What they do.'),
          planned: z.int().describe('How many are planned.'),
          ...counted,
        }),
      )
      .describe('How many actions of each kind have not ended.'),
    queues: z
      .array(z.object({ queue: z.string().describe('The queue of the work.'), ...counted }))
      .describe('How many actions there are in each queue.'),
  }),

  async run(_, context) {
    const { now } = context;
    const { status, standing, lastRunAt, lagSeconds } = await workerPulse(context);
    const { actions, oldestDueSeconds, byKind, queues } = standing;
    return {
      status,
      checkedAt: now,
      planner: { lastRunAt, lagSeconds, nextRunAt: nextPlanAfter(now) },
      actions,
      oldestDueSeconds,
      byKind: [...byKind],
      queues: [...queues],
    };
  },
});
