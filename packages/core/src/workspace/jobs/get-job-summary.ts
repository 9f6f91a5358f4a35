import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';

export const getJobSummary = query({
  summary: 'Summarize background jobs',
  description:
    'Counts the jobs of each queue, and the mails, webhook deliveries and reminders that are still to be sent. A dead job needs attention.',
  access: { owner: 'any', admin: 'any' },
  cli: { command: 'workspace jobs summary' },
  always: true,
  input: z.strictObject({}),
  output: z.object({
    queues: z.array(
      z.object({
        queue: z.string(),
        pending: z.int(),
        running: z.int(),
        retrying: z.int(),
        dead: z.int(),
        oldestPendingSeconds: z
          .int()
          .describe('How long the oldest job that could run has waited; 0 if none waits.'),
      }),
    ),
    mailQueued: z.int(),
    webhooksQueued: z.int(),
    remindersQueued: z.int(),
    nextScheduledAt: shown.instant().nullable().describe('When the next job that is not due yet runs.'),
  }),

  async run(_, { jobs, now }) {
    const { queues, ...counts } = await jobs.counts(now);
    const queued = (name: string) => {
      const found = queues.find(({ queue }) => queue === name);
      return found === undefined ? 0 : found.pending + found.running + found.retrying;
    };
    return {
      queues: [...queues],
      mailQueued: queued('mail'),
      webhooksQueued: queued('webhook'),
      ...counts,
    };
  },
});
