import { plusSeconds } from '../kernel/time.ts';
import type { BillingProcessor } from './billing-processor.ts';
import { eachWorkspace, type WorkspaceWork } from './each-workspace.ts';
import { type Enquiry, enquire, enquiry } from './enquiry.ts';
import { billingJobs } from './jobs.ts';
import { scheduled } from './ports.ts';
import { operationId } from './processor-operations.ts';
import { stateOf } from './processor-state.ts';
import { applyProcessorState } from './processor-updates.ts';
import { wholeSecond } from './proration.ts';

/**
 * Adjusts the paid seats to those that are taken (BIL-8). It compares counts instead of reading events, so that it misses
 * nothing. The minute between two runs is the debounce, and the least time between two calls for a workspace.
 */
export const syncSeats = scheduled(
  {
    topic: 'billing.sync_seats',
    cron: '* * * * *',
    policy: { ...billingJobs, maxAttempts: 15, capSeconds: 3600 },
    databaseRole: 'identity',
  },
  async (context) => {
    const { payments, read, now } = context;
    const due = await read(({ billingSweeps }) => billingSweeps.toSyncSeats(plusSeconds(now, -60)));
    // Another try in the same minute would be a second call (BIL-8): what was in between is seen by the next run.
    await eachWorkspace(due, (workspaceId) =>
      enquire(workspaceId, context, (work) => seatsToSet(work, payments.kind), { tries: 1 }),
    );
  },
);

async function seatsToSet(work: WorkspaceWork, processor: BillingProcessor['kind']): Promise<Enquiry | null> {
  const { plans, now, subscriptions, usage, billingAccounts, invoices } = work;
  const subscription = await subscriptions.live();
  if (subscription === null || subscription.processor !== processor) return null;
  const { used } = await usage.counted('members');
  const { seatsChosen } = await billingAccounts.get();
  const seats = Math.max(used, seatsChosen, 1);
  const { pendingChange: pending } = subscription;
  if (seats === (pending?.seats ?? subscription.seats)) return null;

  await subscriptions.note(subscription.id, { seatsSyncedAt: now });
  // Fewer seats go with the plan that waits for the end of the period, more with the present one.
  const sold = seats > subscription.seats || pending === null ? subscription : pending;
  const plan = plans.plan(sold.planCode);
  const price = plan.prices.find(({ interval }) => interval === sold.interval) ?? null;
  const change = { plan, price, seats, effective: 'immediately' as const, prorationAt: wholeSecond(now) };
  const key = operationId(subscription, { seats });
  const state = await stateOf(subscription, invoices);
  return enquiry(
    (payments) => payments.setSeats(state, change, key),
    async (answer, writing) => {
      await applyProcessorState(answer, writing);
      return null;
    },
  );
}
