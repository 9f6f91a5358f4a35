import { billingEventStates, checkoutStates } from './checkout-states.ts';
import type { WorkspaceWork } from './each-workspace.ts';
import { type Enquiry, enquire, enquiry, followedBy } from './enquiry.ts';
import { billingEventReceived } from './events.ts';
import { billingJobs } from './jobs.ts';
import { type BillingEvent, reaction } from './ports.ts';
import { stateOf } from './processor-state.ts';
import { applyUnlessSecond } from './second-subscription.ts';
import { isFinal } from './subscription.ts';

const isOfUse = (type: string) =>
  type.startsWith('customer.subscription.') ||
  type.startsWith('invoice.') ||
  type.startsWith('checkout.session.');

/** Asks the processor for the current state, and writes it under the lock of the account (BIL-11, BIL-12, BIL-15). */
export const applyBillingEvent = reaction(
  billingEventReceived,
  {
    topic: 'billing.apply_event',
    policy: { ...billingJobs, maxAttempts: 15, baseSeconds: 5, capSeconds: 3600 },
    databaseRole: 'identity',
  },
  async ({ eventId }, context) => {
    const workspaceId = await context.transact(async ({ billingEvents, billingSweeps }) => {
      const event = await billingEvents.get(eventId);
      // An event that was given up is still applied if an operator replays its job.
      if (event === null || billingEventStates.isFinal(event.status)) return null;
      const concerned = isOfUse(event.type)
        ? await billingSweeps.workspaceOf(event.customerId, event.subscriptionId)
        : null;
      if (concerned === null) await billingEvents.mark(eventId, 'ignore');
      return concerned;
    });
    if (workspaceId !== null) await enquire(workspaceId, context, (work) => toApply(eventId, work));
  },
);

/** What to ask because of the event; null if it is applied already, or needs no answer. */
async function toApply(eventId: string, work: WorkspaceWork): Promise<Enquiry | null> {
  const event = await work.billingEvents.get(eventId);
  if (event === null || billingEventStates.isFinal(event.status)) return null;
  const { subscriptionId } = event;
  if (subscriptionId === null) return applied(event, work);
  const known = await work.subscriptions.byProcessorId(subscriptionId);
  const current = known === null ? null : await stateOf(known, work.invoices);
  return enquiry(
    (payments) => payments.fetchSubscription(subscriptionId, current),
    async (state, writing) => {
      // A subscription that ended before we knew of it is not ours: it is a second one that was undone.
      const isOurs = state !== null && !(known === null && isFinal(state.subscription));
      const undoing = isOurs ? await applyUnlessSecond(state, writing) : null;
      return undoing === null ? applied(event, writing) : followedBy(undoing, (work) => applied(event, work));
    },
  );
}

async function applied(event: BillingEvent, work: WorkspaceWork): Promise<null> {
  await endCheckout(event, work);
  await work.billingEvents.mark(event.id, 'apply');
  return null;
}

async function endCheckout({ type, checkoutId }: BillingEvent, { checkouts }: WorkspaceWork): Promise<void> {
  const checkout = checkoutId === null ? null : await checkouts.get(checkoutId);
  if (checkout === null || checkoutStates.isFinal(checkout.status)) return;
  const action = type === 'checkout.session.completed' ? 'complete' : 'expire';
  if (action === 'complete' || type === 'checkout.session.expired')
    await checkouts.save({ ...checkout, status: checkoutStates.next(checkout.status, action) });
}
