import type { ProcessorState } from './billing-processor.ts';
import type { WorkspaceWork } from './each-workspace.ts';
import { type Enquiry, enquiry } from './enquiry.ts';
import { notifyOwners } from './owner-notices.ts';
import { applyProcessorState } from './processor-updates.ts';
import { isFinal } from './subscription.ts';

/** Writes the state of a subscription, or undoes it if the workspace already had another one (BIL-15). */
export async function applyUnlessSecond(state: ProcessorState, work: WorkspaceWork): Promise<Enquiry | null> {
  if (await isSecond(state, work)) return undoOf(state);
  await applyProcessorState(state, work);
  return null;
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
function undoOf({ subscription }: ProcessorState): Enquiry {
  const { processorSubscriptionId, planCode, currency } = subscription;
  return enquiry(
    (payments) => payments.undo(processorSubscriptionId, `undo:${processorSubscriptionId}`),
    async (amount, work) => {
      await notifyOwners('subscription_refunded', { planCode }, work.now, work, { amount, currency });
      return null;
    },
  );
}
