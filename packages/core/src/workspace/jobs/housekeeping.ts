import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { scheduled } from '../ports.ts';

/** Rows taken by one statement, so that no run holds locks or the embedded database for long. */
const batch = 5000;
const policy = { ...defaultJobPolicy, queue: 'system', maxAttempts: 5 };

/** Repeats until a batch is not full. */
async function inBatches(step: (limit: number) => Promise<number>): Promise<void> {
  while ((await step(batch)) === batch);
}

/** Jobs whose worker ended without an answer go to another, or die when that was their last attempt (JOB-4). */
export const reapJobs = scheduled(
  { topic: 'jobs.reap', cron: '*/30 * * * * *', policy },
  ({ housekeeping, now }) => inBatches((limit) => housekeeping.reapJobs(now, limit)),
);

/** Jobs that are over are kept for a while; dead letters until somebody acknowledges them (JOB-7). */
export const pruneJobs = scheduled(
  { topic: 'jobs.prune', cron: '7 * * * *', policy },
  async ({ housekeeping, now }) => {
    await inBatches((limit) => housekeeping.pruneJobs(now, limit));
    await inBatches((limit) => housekeeping.pruneInbox(now, limit));
  },
);

export const pruneIdempotency = scheduled(
  { topic: 'idempotency.prune', cron: '17 * * * *', policy },
  ({ housekeeping, now }) => inBatches((limit) => housekeeping.pruneIdempotency(now, limit)),
);

/** What keeps the ledger to one denial a minute is of no use once the minute is over. */
export const pruneDenials = scheduled(
  { topic: 'denials.prune', cron: '27 * * * *', policy },
  ({ housekeeping, now }) => inBatches((limit) => housekeeping.pruneDenials(now, limit)),
);
