import { plusDays } from '../kernel/time.ts';
import { deliveryDaysKept } from './delivery.ts';
import { webhookJobs } from './jobs.ts';
import { scheduled } from './ports.ts';

/** How many deliveries one statement deletes, so that no run holds locks for long. */
const batch = 5000;

/** Deliveries are kept for 30 days. */
export const pruneWebhookDeliveries = scheduled(
  {
    topic: 'webhook.prune',
    cron: '20 * * * *',
    policy: { ...webhookJobs, maxAttempts: 5 },
    databaseRole: 'identity',
  },
  async ({ now, transact }) => {
    const before = plusDays(now, -deliveryDaysKept);
    while ((await transact(({ webhookSweep }) => webhookSweep.prune(before, batch))) === batch);
  },
);
