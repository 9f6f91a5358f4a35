import { workspaceClosing } from '../workspace/index.ts';
import { webhookJobs } from './jobs.ts';
import { reaction } from './ports.ts';

/** Cancels the waiting deliveries of a closing workspace; they can be recovered if it is reopened. */
export const cancelWebhooksAtClosing = reaction(
  workspaceClosing,
  {
    topic: 'webhook.cancel_at_closing',
    policy: webhookJobs,
    needs: [],
  },
  async (_closing, { now, once }) => {
    await once(async ({ webhookEndpoints, webhookDeliveries }) => {
      for (const endpointId of await webhookEndpoints.ids())
        await webhookDeliveries.cancelWaiting(endpointId, now);
    });
  },
);
