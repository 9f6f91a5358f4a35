import { plusDays } from '../kernel/time.ts';
import { eachWorkspace, type WorkspaceWork } from './each-workspace.ts';
import { billingJobs } from './jobs.ts';
import { type BillingReacting, scheduled } from './ports.ts';
import { grantDefault } from './processor-updates.ts';
import { applyUnlessSecond } from './second-subscription.ts';
import { isFinal } from './subscription.ts';
import { refresh } from './subscription-refresh.ts';

/** Compares every subscription with the processor's and repairs ours (BIL-12). */
export const reconcileBilling = scheduled(
  {
    topic: 'billing.reconcile',
    cron: '0 4 * * *',
    policy: { ...billingJobs, maxAttempts: 5, leaseSeconds: 3600 },
    databaseRole: 'identity',
  },
  async (context) => {
    const { payments, read, transact, now } = context;
    const all = await read(({ billingSweeps }) => billingSweeps.all());
    await eachWorkspace(all, context, (work) => reconcileWorkspace(work, payments));
    await adoptUnknown(context);
    await transact(({ billingEvents }) => billingEvents.giveUp(plusDays(now, -1)));
  },
);

async function reconcileWorkspace(work: WorkspaceWork, payments: BillingReacting['payments']): Promise<void> {
  const subscription = await work.subscriptions.live();
  if (subscription === null) {
    await grantDefault(work);
    return;
  }
  if (subscription.processor !== payments.kind) return;
  await refresh(subscription, payments, work);
}

/** Finds subscriptions of our customers that no event reported, so that nobody goes on paying for a second one (BIL-15). */
async function adoptUnknown(context: BillingReacting): Promise<void> {
  const { payments, read } = context;
  for (const { subscriptionId, customerId } of await payments.listSubscriptions(null)) {
    const workspaceId = await read(({ billingSweeps }) =>
      billingSweeps.workspaceOf(customerId, subscriptionId),
    );
    if (workspaceId === null) continue;
    await eachWorkspace([workspaceId], context, async (work) => {
      if ((await work.subscriptions.byProcessorId(subscriptionId)) !== null) return;
      const state = await payments.fetchSubscription(subscriptionId, null);
      if (state === null || isFinal(state.subscription)) return;
      await applyUnlessSecond(state, payments, work);
    });
  }
}
