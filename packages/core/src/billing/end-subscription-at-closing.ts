import { workspaceClosing } from '../workspace/index.ts';
import { enquire } from './enquiry.ts';
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
  async (_, context) => {
    const { workspaceId, payments } = context;
    if (workspaceId === null) return;
    await enquire(workspaceId, context, async (work) => {
      const subscription = await work.subscriptions.live();
      if (subscription === null || subscription.processor !== payments.kind) return null;
      return endNow(subscription, work);
    });
  },
);
