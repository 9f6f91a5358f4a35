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
    queues: z
      .array(
        z.object({
          queue: z.string().describe('The queue of the work.'),
          pending: z.int().describe('How many wait to be done.'),
          running: z.int().describe('How many are being done.'),
          retrying: z.int().describe('How many failed and are tried again.'),
          dead: z.int().describe('How many were given up.'),
          oldestPendingSeconds: z
            .int()
            .describe('How long the oldest job that could run has waited; 0 if none waits.'),
        }),
      )
      .describe('How much is in each queue.'),
    mailQueued: z.int().describe('How many mails wait to be sent.'),
    webhooksQueued: z.int().describe('How many webhook deliveries wait to be sent.'),
    remindersQueued: z.int().describe('How many reminders wait to be sent.'),
    nextScheduledAt: shown
      .instant()
      .nullable()
      .describe('When the next job that is not due yet runs; null if there is none.'),
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
