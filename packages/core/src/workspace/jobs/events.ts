import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id, userId } from '../../kernel/shapes.ts';

export const jobReplayed = event(
  'job.replayed',
  z.strictObject({
    jobId: id(),
    topic: z.string(),
    replayCount: z.int(),
    reason: z.string().nullable(),
  }),
  {
    target: ({ jobId }) => ({ kind: 'job', id: jobId }),
    facts: ({ topic, replayCount }) => ({ topic, replayCount }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
);

export const jobAcknowledged = event(
  'job.acknowledged',
  z.strictObject({ jobId: id(), topic: z.string(), reason: z.string() }),
  {
    target: ({ jobId }) => ({ kind: 'job', id: jobId }),
    facts: ({ topic }) => ({ topic }),
    detail: ({ reason }) => ({ reason }),
  },
);

/** One for each owner to notify of dead letters, so that the mail to one never waits for that to another. */
export const deadLetterNotice = event(
  'job.dead_letter_notice',
  z.strictObject({
    ownerUserId: userId(),
    topics: z.array(z.strictObject({ topic: z.string().regex(/^[a-z][a-z0-9_.]*$/), count: z.int().min(1) })),
  }),
  null,
);
