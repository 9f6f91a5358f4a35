import { z } from 'zod';
import { versionConflict } from '../kernel/errors.ts';
import { requireVersion } from '../kernel/expected-version.ts';
import { version } from '../kernel/shapes.ts';
import { billingInvalidState, noSubscription, paymentFailed } from './errors.ts';
import { action } from './ports.ts';
import { applyAnswer, operationId, orPaymentFailed, runningSubscription } from './processor-operations.ts';
import { SubscriptionView, subscriptionView } from './views.ts';

export const resumeSubscription = action({
  summary: 'Take back the cancellation of the subscription',
  description: 'Until the period ends, this makes the subscription continue as if it had not been cancelled.',
  access: { owner: 'any' },
  always: true,
  input: z.strictObject({ expectedVersion: version().optional() }),
  output: z.object({ subscription: SubscriptionView }),
  errors: [noSubscription, billingInvalidState, paymentFailed, versionConflict],

  async prepare({ expectedVersion }, { payments, transact }) {
    const { subscription, state } = await transact(runningSubscription);
    requireVersion(subscription.version, expectedVersion);
    if (!subscription.cancelAtPeriodEnd) throw billingInvalidState();
    const key = operationId(subscription, { cancel: 'never' });
    return {
      subscription,
      answer: await orPaymentFailed(payments.resume(state, key)),
      processor: payments.kind,
    };
  },

  async run(_, context) {
    const { subscription, answer, processor } = context.prepared;
    return { subscription: subscriptionView(await applyAnswer(answer, subscription, processor, context)) };
  },
});
