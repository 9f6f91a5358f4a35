import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { billingEventStates, checkoutStates } from './checkout-states.ts';
import { billingEventReceived } from './events.ts';
import { billingJobs } from './jobs.ts';
import { type BillingEvent, type BillingPorts, reaction } from './ports.ts';
import { stateOf } from './processor-state.ts';
import { applyUnlessSecond } from './second-subscription.ts';
import { isFinal } from './subscription.ts';

const isOfUse = (type: string) =>
  type.startsWith('customer.subscription.') ||
  type.startsWith('invoice.') ||
  type.startsWith('checkout.session.');

/** Asks the processor for the current state and writes it, under the lock of the account (BIL-11, BIL-12, BIL-15). */
export const applyBillingEvent = reaction(
  billingEventReceived,
  {
    topic: 'billing.apply_event',
    policy: { ...billingJobs, maxAttempts: 15, baseSeconds: 5, capSeconds: 3600 },
    databaseRole: 'identity',
  },
  async ({ eventId }, { payments, transact, once }) => {
    const found = await transact(async ({ billingEvents, billingSweeps }) => {
      const event = await billingEvents.get(eventId);
      // An event that was given up is still applied if an operator replays its job.
      if (event === null || billingEventStates.isFinal(event.status)) return null;
      const workspaceId = isOfUse(event.type)
        ? await billingSweeps.workspaceOf(event.customerId, event.subscriptionId)
        : null;
      if (workspaceId !== null) return { event, workspaceId };
      await billingEvents.mark(eventId, 'ignore');
      return null;
    });
    if (found === null) return;
    const { event, workspaceId } = found;
    await once(async (work) => {
      work.enter(workspaceId);
      await work.billingAccounts.lock();
      await endCheckout(event, work);
      const { subscriptionId } = event;
      if (subscriptionId !== null) {
        const known = await work.subscriptions.byProcessorId(subscriptionId);
        const current = known === null ? null : await stateOf(known, work.invoices);
        const state = await payments.fetchSubscription(subscriptionId, current);
        // A subscription that ended before we knew of it is not ours: it is a second one that was undone.
        if (state === null || (known === null && isFinal(state.subscription))) return done(work, eventId);
        await applyUnlessSecond(state, payments, work);
      }
      await done(work, eventId);
    });
  },
);

const done = ({ billingEvents }: Work, eventId: string) => billingEvents.mark(eventId, 'apply');

type Work = FollowUpContext & BillingPorts;

async function endCheckout({ type, checkoutId }: BillingEvent, { checkouts }: Work): Promise<void> {
  const checkout = checkoutId === null ? null : await checkouts.get(checkoutId);
  if (checkout === null || checkoutStates.isFinal(checkout.status)) return;
  const action = type === 'checkout.session.completed' ? 'complete' : 'expire';
  if (action === 'complete' || type === 'checkout.session.expired')
    await checkouts.save({ ...checkout, status: checkoutStates.next(checkout.status, action) });
}
