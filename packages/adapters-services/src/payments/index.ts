export { openStripe } from './open-stripe.ts';
export type { StripeOptions } from './stripe-billing-processor.ts';
