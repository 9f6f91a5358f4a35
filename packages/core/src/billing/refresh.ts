import { applyState } from './apply-state.ts';
import type { BillingProcessor } from './billing-processor.ts';
import type { WorkspaceWork } from './each-workspace.ts';
import { operationId } from './operate.ts';
import { stateOf } from './processor-state.ts';
import type { Subscription } from './subscription.ts';

/** Asks the processor how a subscription of ours stands now, and writes that; the account is locked. */
export async function refresh(
  subscription: Subscription,
  payments: Pick<BillingProcessor, 'fetchSubscription'>,
  work: WorkspaceWork,
): Promise<void> {
  const known = await stateOf(subscription, work.invoices);
  const state = await payments.fetchSubscription(subscription.processorSubscriptionId, known);
  if (state !== null) await applyState(state, work);
}

/** Ends a subscription of ours at once, without a refund; the account is locked. */
export async function endNow(
  subscription: Subscription,
  payments: Pick<BillingProcessor, 'cancel'>,
  work: WorkspaceWork,
): Promise<void> {
  const known = await stateOf(subscription, work.invoices);
  const key = operationId(subscription, { cancel: 'now' });
  await applyState(await payments.cancel(known, 'now', key), work);
}
