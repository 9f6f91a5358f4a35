import { applyState } from './apply-state.ts';
import type { BillingProcessor, ProcessorState } from './billing-processor.ts';
import type { WorkspaceWork } from './each-workspace.ts';
import { tellOwners } from './owner-notice.ts';
import { isFinal } from './subscription.ts';

/** Writes how a subscription stands, or undoes it where another of the workspace was there first (BIL-15). */
export async function applyUnlessSecond(
  state: ProcessorState,
  payments: Pick<BillingProcessor, 'undo'>,
  work: WorkspaceWork,
): Promise<void> {
  if (await isSecond(state, work)) await undoSecond(state, payments, work);
  else await applyState(state, work);
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

/** Ends it and gives back what was paid for it, once however often it is asked; owners are told. */
async function undoSecond(
  { subscription }: ProcessorState,
  payments: Pick<BillingProcessor, 'undo'>,
  work: WorkspaceWork,
): Promise<void> {
  const { processorSubscriptionId, planCode, currency } = subscription;
  const amount = await payments.undo(processorSubscriptionId, `undo:${processorSubscriptionId}`);
  await tellOwners('subscription_refunded', { planCode }, work.now, work, { amount, currency });
}
