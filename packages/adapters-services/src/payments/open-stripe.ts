import type { BillingProcessor } from '@chancery/core';
import type { StripeOptions } from './stripe-billing-processor.ts';

/** Collects by Stripe. Its library is loaded only here, by whoever has an account there. */
export async function openStripe(options: StripeOptions): Promise<BillingProcessor> {
  const { StripeBillingProcessor } = await import('./stripe-billing-processor.ts');
  return new StripeBillingProcessor(options);
}
