import { hexOf, sha256 } from '../kernel/crypto.ts';
import { versionConflict } from '../kernel/errors.ts';
import { canonicalJson } from '../kernel/ledger/index.ts';
import { type BillingProcessor, PaymentDeclined, type ProcessorState } from './billing-processor.ts';
import { noSubscription, paymentFailed } from './errors.ts';
import type { BillingPorts } from './ports.ts';
import { stateOf } from './processor-state.ts';
import { type ApplyContext, applyProcessorState } from './processor-updates.ts';
import type { Subscription } from './subscription.ts';

/**
 * The idempotency key of one operation at the processor. It stays the same while the subscription does, so that repeating
 * the operation after a lost answer takes effect once (BIL-9).
 */
export const operationId = (subscription: Subscription, asked: object): string =>
  hexOf(
    sha256(canonicalJson({ subscriptionId: subscription.id, version: subscription.version, asked })),
  ).slice(0, 40);

/** Locks and returns the running subscription, as we and as the processor know it; throws `billing.no_subscription`. */
export async function runningSubscription({
  billingAccounts,
  subscriptions,
  invoices,
}: Pick<BillingPorts, 'billingAccounts' | 'subscriptions' | 'invoices'>): Promise<{
  readonly subscription: Subscription;
  readonly state: ProcessorState;
}> {
  await billingAccounts.lock();
  const subscription = await subscriptions.live();
  if (subscription === null) throw noSubscription();
  return { subscription, state: await stateOf(subscription, invoices) };
}

/** Turns a refused payment into 409 `billing.payment_failed`. */
export async function orPaymentFailed<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PaymentDeclined) throw paymentFailed({ cause: error });
    throw error;
  }
}

/**
 * Writes the answer. An embedded processor derives it from what we held when we asked, so nobody may have written in
 * between; an outside processor reports its own state, whatever we held.
 */
export async function applyAnswer(
  answer: ProcessorState,
  asked: Subscription,
  processor: BillingProcessor['kind'],
  context: ApplyContext,
): Promise<Subscription> {
  await context.billingAccounts.lock();
  const current = await context.subscriptions.live();
  if (processor === 'embedded' && current?.version !== asked.version) throw versionConflict();
  return applyProcessorState(answer, context);
}
