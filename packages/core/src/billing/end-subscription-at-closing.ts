import { workspaceClosing } from '../workspace/index.ts';
import { billingJobs } from './jobs.ts';
import { reaction } from './ports.ts';
import { endNow } from './subscription-refresh.ts';

/** Ends the subscription of a closing workspace at once, without a refund (platform 3.4). */
export const endSubscriptionAtClosing = reaction(
  workspaceClosing,
  {
    topic: 'billing.end_at_closing',
    needs: ['version'],
    policy: { ...billingJobs, maxAttempts: 15, capSeconds: 3600 },
  },
  async (_, { payments, once }) => {
    await once(async (work) => {
      await work.billingAccounts.lock();
      const subscription = await work.subscriptions.live();
      if (subscription === null || subscription.processor !== payments.kind) return;
      await endNow(subscription, payments, work);
    });
  },
);
