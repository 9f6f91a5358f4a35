import { plusSeconds } from '../kernel/time.ts';
import { webhookCareDue } from './events.ts';
import { webhookJobs } from './jobs.ts';
import { scheduled } from './ports.ts';

/** Owners and the creator are notified of an endpoint that has had no success for so long (WHK-9). */
export const notifyAfterSeconds = 24 * 3600;

/** Finds the endpoints of all workspaces that have been failing for a day; each is handled in its own workspace. */
export const watchWebhookHealth = scheduled(
  {
    topic: 'webhook.health',
    cron: '*/10 * * * *',
    policy: { ...webhookJobs, maxAttempts: 5 },
    databaseRole: 'identity',
  },
  async ({ now, once }) => {
    await once(async ({ webhookEndpoints, emitIn }) => {
      const failing = await webhookEndpoints.failingSinceBefore(plusSeconds(now, -notifyAfterSeconds));
      for (const { workspaceId, endpointId } of failing) emitIn(workspaceId, webhookCareDue, { endpointId });
    });
  },
);
