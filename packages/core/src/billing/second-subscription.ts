import type { BillingProcessor, ProcessorState } from '../kernel/billing-processor.ts';
import type { WorkspaceWork } from './each-workspace.ts';
import { tellOwners } from './owner-notice.ts';

export const hasEnded = ({ subscription: { status } }: ProcessorState): boolean =>
  status === 'cancelled' || status === 'incomplete_expired';

/** Whether another subscription of the workspace was there first (BIL-15). */
export async function isSecond(
  state: ProcessorState,
  { subscriptions }: Pick<WorkspaceWork, 'subscriptions'>,
): Promise<boolean> {
  const { processorSubscriptionId } = state.subscription;
  const live = await subscriptions.live();
  if (live === null || hasEnded(state)) return false;
  return live.processorSubscriptionId !== processorSubscriptionId;
}

/** Ends it and gives back what was paid for it, once however often it is asked; owners are told. */
export async function undoSecond(
  { subscription }: ProcessorState,
  payments: Pick<BillingProcessor, 'undo'>,
  work: WorkspaceWork,
): Promise<void> {
  const { processorSubscriptionId, planCode, currency } = subscription;
  const amount = await payments.undo(processorSubscriptionId, `undo:${processorSubscriptionId}`);
  await tellOwners('subscription_refunded', { planCode }, work.now, work, { amount, currency });
}
