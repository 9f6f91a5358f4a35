import type { WorkspaceWork } from './each-workspace.ts';
import { type Enquiry, enquiry } from './enquiry.ts';
import { operationId } from './processor-operations.ts';
import { stateOf } from './processor-state.ts';
import { applyProcessorState } from './processor-updates.ts';
import type { Subscription } from './subscription.ts';

/** Asks the processor for the current state of a subscription, and writes it. */
export async function refreshOf(subscription: Subscription, work: WorkspaceWork): Promise<Enquiry> {
  const known = await stateOf(subscription, work.invoices);
  return enquiry(
    (payments) => payments.fetchSubscription(subscription.processorSubscriptionId, known),
    async (state, writing) => {
      if (state !== null) await applyProcessorState(state, writing);
      return null;
    },
  );
}

/** Ends a subscription at once, without a refund. */
export async function endNow(subscription: Subscription, work: WorkspaceWork): Promise<Enquiry> {
  const known = await stateOf(subscription, work.invoices);
  const key = operationId(subscription, { cancel: 'now' });
  return enquiry(
    (payments) => payments.cancel(known, 'now', key),
    async (state, writing) => {
      await applyProcessorState(state, writing);
      return null;
    },
  );
}
