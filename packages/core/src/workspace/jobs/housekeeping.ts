import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { scheduled } from '../ports.ts';

/** How many rows one statement takes, so that no run holds locks or the embedded database for long. */
const batch = 5000;
const policy = { ...defaultJobPolicy, queue: 'system', maxAttempts: 5 };

/** Repeats until a batch is not full. */
async function inBatches(step: (limit: number) => Promise<number>): Promise<void> {
  while ((await step(batch)) === batch);
}

/** The role `app` cannot reach what belongs to other workspaces; the role `worker` can, and little else. */
const ofAllWorkspaces = { policy, databaseRole: 'worker' } as const;

/** Jobs whose worker ended without an answer go to another worker, or die if that was their last attempt (JOB-4). */
export const reapJobs = scheduled(
  { topic: 'jobs.reap', cron: '*/30 * * * * *', ...ofAllWorkspaces },
  ({ transact, now }) =>
    inBatches((limit) => transact(({ housekeeping }) => housekeeping.reapJobs(now, limit))),
);

/** Finished jobs are kept for a while, and dead letters until somebody acknowledges them (JOB-7). */
export const pruneJobs = scheduled(
  { topic: 'jobs.prune', cron: '7 * * * *', ...ofAllWorkspaces },
  async ({ transact, now }) => {
    await inBatches((limit) => transact(({ housekeeping }) => housekeeping.pruneJobs(now, limit)));
    await inBatches((limit) => transact(({ housekeeping }) => housekeeping.pruneInbox(now, limit)));
  },
);

export const pruneIdempotency = scheduled(
  { topic: 'idempotency.prune', cron: '17 * * * *', ...ofAllWorkspaces },
  ({ transact, now }) =>
    inBatches((limit) => transact(({ housekeeping }) => housekeeping.pruneIdempotency(now, limit))),
);

/** These rows limit the ledger to one denial a minute, so they are of no use once the minute is over. */
export const pruneDenials = scheduled(
  { topic: 'denials.prune', cron: '27 * * * *', ...ofAllWorkspaces },
  ({ transact, now }) =>
    inBatches((limit) => transact(({ housekeeping }) => housekeeping.pruneDenials(now, limit))),
);

/** A day that is over limits no mail any more. */
export const pruneMailCounts = scheduled(
  { topic: 'mail_counts.prune', cron: '37 * * * *', ...ofAllWorkspaces },
  ({ transact, now }) =>
    inBatches((limit) => transact(({ housekeeping }) => housekeeping.pruneMailCounts(now, limit))),
);
