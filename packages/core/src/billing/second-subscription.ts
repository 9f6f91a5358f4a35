import type { BillingProcessor, ProcessorState } from './billing-processor.ts';
import type { WorkspaceWork } from './each-workspace.ts';
import { notifyOwners } from './owner-notices.ts';
import { applyProcessorState } from './processor-updates.ts';
import { isFinal } from './subscription.ts';

/** Writes the state of a subscription, or undoes it if the workspace already had another one (BIL-15). */
export async function applyUnlessSecond(
  state: ProcessorState,
  payments: Pick<BillingProcessor, 'undo'>,
  work: WorkspaceWork,
): Promise<void> {
  if (await isSecond(state, work)) await undoSecond(state, payments, work);
  else await applyProcessorState(state, work);
}

async function isSecond(
  state: ProcessorState,
  { subscriptions }: Pick<WorkspaceWork, 'subscriptions'>,
): Promise<boolean> {
  const { processorSubscriptionId } = state.subscription;
  const live = await subscriptions.live();
  if (live === null || isFinal(state.subscription)) return false;
  return live.processorSubscriptionId !== processorSubscriptionId;
}

/** Ends it, refunds what was paid for it, and notifies the owners; repeated calls take effect once. */
async function undoSecond(
  { subscription }: ProcessorState,
  payments: Pick<BillingProcessor, 'undo'>,
  work: WorkspaceWork,
): Promise<void> {
  const { processorSubscriptionId, planCode, currency } = subscription;
  const amount = await payments.undo(processorSubscriptionId, `undo:${processorSubscriptionId}`);
  await notifyOwners('subscription_refunded', { planCode }, work.now, work, { amount, currency });
}
