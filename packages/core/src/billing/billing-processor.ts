import type { BillingInterval, Plan, PlanPrice } from '../kernel/entitlements.ts';
import type { Instant } from '../kernel/time.ts';

/** How a paid relation stands at whoever collects the money. What follows from it in time (grace, restriction) is ours. */
export type ProcessorStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'cancelled';

export interface PendingChange {
  readonly planCode: string;
  readonly interval: BillingInterval | null;
  readonly seats: number;
  readonly effectiveAt: Instant;
}

export interface PaymentMethod {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface ProcessorSubscription {
  readonly processorSubscriptionId: string;
  readonly processorCustomerId: string | null;
  readonly status: ProcessorStatus;
  readonly planCode: string;
  readonly interval: BillingInterval | null;
  readonly seats: number;
  /** Whether `unitAmount` is for each seat or for all. */
  readonly perSeat: boolean;
  readonly currency: string;
  readonly unitAmount: number;
  /** Minor units that the next invoice is lowered by. */
  readonly credit: number;
  /** Periods are counted from here, so that the 31st stays the 31st after a February. */
  readonly periodAnchor: Instant;
  readonly currentPeriodStart: Instant;
  readonly currentPeriodEnd: Instant;
  readonly cancelAtPeriodEnd: boolean;
  readonly trialEndsAt: Instant | null;
  readonly pendingChange: PendingChange | null;
  readonly paymentMethod: PaymentMethod | null;
  readonly startedAt: Instant;
  readonly cancelledAt: Instant | null;
}

/** What a price is multiplied by. */
export const quantityOf = ({
  perSeat,
  seats,
}: {
  readonly perSeat: boolean;
  readonly seats: number;
}): number => (perSeat ? seats : 1);

export interface InvoiceLine {
  readonly description: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly amount: number;
  readonly proration: boolean;
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
}

export interface ProcessorInvoice {
  readonly processorInvoiceId: string;
  /** Null: we number it. */
  readonly number: string | null;
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  readonly currency: string;
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  readonly amountPaid: number;
  readonly amountDue: number;
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
  readonly issuedAt: Instant;
  readonly dueAt: Instant | null;
  readonly paidAt: Instant | null;
  readonly hostedUrl: string | null;
  readonly pdfUrl: string | null;
  readonly lines: readonly InvoiceLine[];
}

/** A subscription with its invoices: of what we keep the open ones, of an answer those that are new or changed. */
export interface ProcessorState {
  readonly subscription: ProcessorSubscription;
  readonly invoices: readonly ProcessorInvoice[];
}

export interface CheckoutOrder {
  /** Our id of the checkout; the idempotency key of all that is called for it (BIL-9). */
  readonly checkoutId: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly customerId: string | null;
  readonly plan: Plan;
  readonly price: PlanPrice | null;
  readonly seats: number;
  /** 0: no trial. */
  readonly trialDays: number;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly promotionCode: string | null;
}

export interface StartedCheckout {
  readonly processorCheckoutId: string;
  readonly status: 'open' | 'complete' | 'expired';
  readonly url: string;
  readonly expiresAt: Instant;
  readonly customerId: string | null;
  /** Where nothing is left to do: what was sold. */
  readonly state: ProcessorState | null;
}

export interface SubscriptionChange {
  readonly plan: Plan;
  readonly price: PlanPrice | null;
  readonly seats: number;
  readonly effective: 'immediately' | 'period_end';
  /** The second that a proration counts from; the same in preview and charge (BIL-7). */
  readonly prorationAt: Instant;
}

export interface ChangePreview {
  /** What is charged at once; below zero it becomes credit. */
  readonly amountDueNow: number;
  readonly currency: string;
  readonly lines: readonly InvoiceLine[];
  readonly nextInvoiceTotal: number;
  readonly effectiveAt: Instant;
}

/** A message of the processor whose signature was good. It is only a hint to look: its content is never applied (BIL-11). */
export interface ProcessorEvent {
  readonly id: string;
  readonly type: string;
  readonly objectId: string;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  /** Our id of the checkout that was completed or ran out. */
  readonly checkoutId: string | null;
}

/**
 * Whoever collects the money. `operationId` is the idempotency key: a call that timed out is repeated with it and takes
 * effect once (BIL-9). Every method but `verifyEvent` throws `dependency.unavailable` while the processor is away;
 * `change`, `setSeats` and `createCheckout` throw `PaymentDeclined` when the means of payment is refused, and nothing
 * has changed then.
 */
export interface BillingProcessor {
  readonly kind: 'embedded' | 'stripe';
  readonly collection: 'none' | 'manual' | 'automatic';
  /** Whether its last call got through, so that health can say so; true before the first one. */
  readonly isReachable: boolean;
  createCheckout(order: CheckoutOrder): Promise<StartedCheckout>;
  /** One that is complete or gone already is no error. */
  expireCheckout(processorCheckoutId: string): Promise<void>;
  createPortal(
    customerId: string | null,
    returnUrl: string,
  ): Promise<{ readonly url: string; readonly expiresAt: Instant }>;
  preview(current: ProcessorState, change: SubscriptionChange): Promise<ChangePreview>;
  change(current: ProcessorState, change: SubscriptionChange, operationId: string): Promise<ProcessorState>;
  /** More seats at once and prorated, fewer from the next period on (BIL-8). */
  setSeats(current: ProcessorState, change: SubscriptionChange, operationId: string): Promise<ProcessorState>;
  cancel(current: ProcessorState, when: 'period_end' | 'now', operationId: string): Promise<ProcessorState>;
  resume(current: ProcessorState, operationId: string): Promise<ProcessorState>;
  /** Ends a subscription that should not be and gives back what was paid for it; minor units given back. */
  undo(processorSubscriptionId: string, operationId: string): Promise<number>;
  /**
   * How it stands now, or null where there is none. `current` is what we know of it; an embedded processor keeps nothing
   * else and goes on from there.
   */
  fetchSubscription(
    processorSubscriptionId: string,
    current: ProcessorState | null,
  ): Promise<ProcessorState | null>;
  /** Ids, with their customers, of subscriptions made since, or of all; nothing where the processor keeps none. */
  listSubscriptions(
    since: Instant | null,
  ): Promise<readonly { readonly subscriptionId: string; readonly customerId: string | null }[]>;
  /** The event, `invalid` where signature or time is not good (BIL-10), null where this processor sends none. */
  verifyEvent(raw: Uint8Array, signature: string, now: Instant): ProcessorEvent | 'invalid' | null;
}

/** The means of payment was refused; nothing has changed. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined';
}
