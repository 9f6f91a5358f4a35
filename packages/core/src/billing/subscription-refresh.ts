import type { BillingProcessor } from './billing-processor.ts';
import type { WorkspaceWork } from './each-workspace.ts';
import { operationId } from './processor-operations.ts';
import { stateOf } from './processor-state.ts';
import { applyProcessorState } from './processor-updates.ts';
import type { Subscription } from './subscription.ts';

/** Asks the processor for the current state of a subscription and writes it. The caller has locked the account. */
export async function refresh(
  subscription: Subscription,
  payments: Pick<BillingProcessor, 'fetchSubscription'>,
  work: WorkspaceWork,
): Promise<void> {
  const known = await stateOf(subscription, work.invoices);
  const state = await payments.fetchSubscription(subscription.processorSubscriptionId, known);
  if (state !== null) await applyProcessorState(state, work);
}

/** Ends a subscription at once, without a refund. The caller has locked the account. */
export async function endNow(
  subscription: Subscription,
  payments: Pick<BillingProcessor, 'cancel'>,
  work: WorkspaceWork,
): Promise<void> {
  const known = await stateOf(subscription, work.invoices);
  const key = operationId(subscription, { cancel: 'now' });
  await applyProcessorState(await payments.cancel(known, 'now', key), work);
}
