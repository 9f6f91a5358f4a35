import type { ProcessorState } from './billing-processor.ts';
import type { InvoiceRepository } from './ports.ts';
import { processorSubscriptionOf, type Subscription } from './subscription.ts';

/** A subscription as a processor needs it, with the invoices that are still open. */
export const stateOf = async (
  subscription: Subscription,
  invoices: InvoiceRepository,
): Promise<ProcessorState> => ({
  subscription: processorSubscriptionOf(subscription),
  invoices: await invoices.open(subscription.id),
});
