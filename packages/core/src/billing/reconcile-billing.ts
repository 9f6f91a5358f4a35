import { plusDays } from '../kernel/time.ts';
import { eachWorkspace, type WorkspaceWork } from './each-workspace.ts';
import { type Enquiry, enquire, enquiry } from './enquiry.ts';
import { billingJobs } from './jobs.ts';
import { type BillingReacting, scheduled } from './ports.ts';
import { grantDefault } from './processor-updates.ts';
import { applyUnlessSecond } from './second-subscription.ts';
import { isFinal } from './subscription.ts';
import { refreshOf } from './subscription-refresh.ts';

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
    await eachWorkspace(all, (workspaceId) =>
      enquire(workspaceId, context, (work) => toCompare(work, payments.kind)),
    );
    await adoptUnknown(context);
    await transact(({ billingEvents }) => billingEvents.giveUp(plusDays(now, -1)));
  },
);

async function toCompare(
  work: WorkspaceWork,
  processor: BillingReacting['payments']['kind'],
): Promise<Enquiry | null> {
  const subscription = await work.subscriptions.live();
  if (subscription === null) {
    await grantDefault(work);
    return null;
  }
  return subscription.processor === processor ? refreshOf(subscription, work) : null;
}

/** Finds subscriptions of our customers that no event reported, so that nobody goes on paying for a second one (BIL-15). */
async function adoptUnknown(context: BillingReacting): Promise<void> {
  const { payments, read } = context;
  for (const { subscriptionId, customerId } of await payments.listSubscriptions(null)) {
    const workspaceId = await read(({ billingSweeps }) =>
      billingSweeps.workspaceOf(customerId, subscriptionId),
    );
    if (workspaceId === null) continue;
    await enquire(workspaceId, context, async ({ subscriptions }) =>
      (await subscriptions.byProcessorId(subscriptionId)) === null ? stateToAdopt(subscriptionId) : null,
    );
  }
}

const stateToAdopt = (subscriptionId: string): Enquiry =>
  enquiry(
    (payments) => payments.fetchSubscription(subscriptionId, null),
    async (state, work) =>
      state === null || isFinal(state.subscription) ? null : applyUnlessSecond(state, work),
  );
