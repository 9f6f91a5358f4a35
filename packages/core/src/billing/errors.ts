import { failure } from '../kernel/errors.ts';

export const subscriptionExists = failure(
  'billing.subscription_exists',
  'conflict',
  'This workspace has a subscription already; change its plan instead.',
);
export const noSubscription = failure(
  'billing.no_subscription',
  'conflict',
  'This workspace has no subscription; check out a plan first.',
);
export const billingInvalidState = failure(
  'billing.invalid_state',
  'conflict',
  'The subscription is in a state that does not allow this; read it again.',
);
export const samePlan = failure(
  'billing.same_plan',
  'conflict',
  'The subscription has this plan, interval and number of seats already.',
);
export const usageExceedsPlan = failure(
  'billing.usage_exceeds_plan',
  'conflict',
  'More is in use than that plan allows; see details, and repeat with acknowledgeOverLimit to change anyway.',
);
export const paymentFailed = failure(
  'billing.payment_failed',
  'conflict',
  'The payment was declined and nothing has changed; check the payment method in the billing portal.',
);
export const noCustomer = failure(
  'billing.no_customer',
  'conflict',
  'This workspace has never checked out a plan, so there is no billing portal yet.',
);
export const signatureInvalid = failure(
  'billing.signature_invalid',
  'invalid',
  'The signature does not belong to this body, or is too old.',
);
