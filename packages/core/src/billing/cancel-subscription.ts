import { z } from 'zod';
import { versionConflict } from '../kernel/errors.ts';
import { requireVersion } from '../kernel/expected-version.ts';
import { version } from '../kernel/shapes.ts';
import { billingInvalidState, noSubscription, paymentFailed } from './errors.ts';
import { action } from './ports.ts';
import { applyAnswer, operationId, orPaymentFailed, runningSubscription } from './processor-operations.ts';
import { SubscriptionView, subscriptionView } from './views.ts';

const endable: readonly string[] = ['trialing', 'active', 'past_due'];

export const cancelSubscription = action({
  summary: 'Cancel the subscription at the end of the period',
  description:
    'Until then nothing changes, and resuming takes the cancellation back. Cancelling again gives the same answer.',
  access: { owner: 'any' },
  always: true,
  input: z.strictObject({ expectedVersion: version().optional() }),
  output: z.object({ subscription: SubscriptionView }),
  errors: [noSubscription, billingInvalidState, paymentFailed, versionConflict],

  async prepare({ expectedVersion }, { payments, transact }) {
    const { subscription, state } = await transact(runningSubscription);
    requireVersion(subscription.version, expectedVersion);
    if (subscription.cancelAtPeriodEnd) return { subscription, answer: null, processor: payments.kind };
    if (!endable.includes(subscription.status)) throw billingInvalidState();
    const key = operationId(subscription, { cancel: 'period_end' });
    const answer = await orPaymentFailed(payments.cancel(state, 'period_end', key));
    return { subscription, answer, processor: payments.kind };
  },

  async run(_, context) {
    const { subscription, answer, processor } = context.prepared;
    const after =
      answer === null ? subscription : await applyAnswer(answer, subscription, processor, context);
    return { subscription: subscriptionView(after) };
  },
});
