import type {
  BillingInterval,
  InvoiceLine,
  PendingChange,
  ProcessorEvent,
  ProcessorInvoice,
  ProcessorStatus,
  ProcessorSubscription,
} from '@chancery/core';
import type Stripe from 'stripe';

/** Our metadata on objects at Stripe, by which they can be understood without knowing our plans. */
export const metadataKeys = {
  workspace: 'chancery_workspace',
  checkout: 'chancery_checkout',
  plan: 'chancery_plan',
  perSeat: 'chancery_per_seat',
  seats: 'chancery_seats',
} as const;

/** What is fetched together with a subscription: the coming phases, their prices, and the payment method. */
export const subscriptionParts = ['default_payment_method', 'schedule.phases.items.price'];

export const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
export const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
export const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

const statuses: Readonly<Record<string, ProcessorStatus>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'incomplete_expired',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  // We decide when a debt restricts a workspace, and when it ends the subscription.
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'cancelled',
};

export function subscriptionOf(remote: Stripe.Subscription): ProcessorSubscription {
  const [item] = remote.items.data;
  if (item === undefined) throw new TypeError(`The subscription ${remote.id} has no item`);
  const { plan, interval, perSeat } = saleOf(item.price);
  const seats = perSeat ? (item.quantity ?? 1) : Number(remote.metadata[metadataKeys.seats] ?? 1);
  const ended = remote.status === 'canceled';
  return {
    processorSubscriptionId: remote.id,
    processorCustomerId: idOf(remote.customer),
    status: statuses[remote.status] ?? 'past_due',
    planCode: plan,
    interval,
    seats,
    perSeat,
    currency: item.price.currency.toUpperCase(),
    unitAmount: item.price.unit_amount ?? 0,
    credit: 0,
    periodAnchor: instantOf(remote.billing_cycle_anchor),
    currentPeriodStart: instantOf(item.current_period_start),
    currentPeriodEnd: instantOf(item.current_period_end),
    cancelAtPeriodEnd: !ended && remote.cancel_at_period_end,
    trialEndsAt: remote.trial_end === null ? null : instantOf(remote.trial_end),
    pendingChange: ended ? null : pendingOf(remote),
    paymentMethod: paymentMethodOf(remote.default_payment_method),
    startedAt: instantOf(remote.start_date),
    cancelledAt: ended ? instantOf(remote.ended_at ?? remote.canceled_at ?? remote.start_date) : null,
  };
}

interface Sale {
  readonly plan: string;
  readonly interval: BillingInterval | null;
  readonly perSeat: boolean;
}

export function saleOf(price: Pick<Stripe.Price, 'metadata' | 'recurring'>): Sale {
  const interval = price.recurring?.interval;
  return {
    plan: price.metadata[metadataKeys.plan] ?? 'free',
    interval: interval === 'month' ? 'month' : interval === 'year' ? 'year' : null,
    perSeat: price.metadata[metadataKeys.perSeat] !== 'false',
  };
}

/** The phase after the running one is what has been agreed for the end of the period. */
function pendingOf(remote: Stripe.Subscription): PendingChange | null {
  const { schedule } = remote;
  if (schedule === null || typeof schedule === 'string') return null;
  const [item] = remote.items.data;
  const next = schedule.phases.find(({ start_date }) => start_date >= (item?.current_period_end ?? 0));
  const [coming] = next?.items ?? [];
  if (next === undefined || coming === undefined || typeof coming.price === 'string') return null;
  if (!('metadata' in coming.price)) return null;
  const { plan, interval, perSeat } = saleOf(coming.price as Stripe.Price);
  const seats = perSeat ? (coming.quantity ?? 1) : Number(remote.metadata[metadataKeys.seats] ?? 1);
  return { planCode: plan, interval, seats, effectiveAt: instantOf(next.start_date) };
}

/** Brand, last four digits and expiry are all that we ever receive of a card (BIL-18). */
function paymentMethodOf(method: Stripe.Subscription['default_payment_method']) {
  if (method === null || typeof method === 'string' || method.card === undefined) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { brand, last4, expMonth, expYear };
}

const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

export function invoiceOf(remote: Stripe.Invoice): ProcessorInvoice {
  const lines = remote.lines.data.map(lineOf);
  const paidAt = remote.status_transitions.paid_at;
  return {
    processorInvoiceId: remote.id ?? '',
    number: remote.number,
    status: invoiceStatuses.find((status) => status === remote.status) ?? 'draft',
    currency: remote.currency.toUpperCase(),
    subtotal: remote.subtotal,
    tax: (remote.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    total: remote.total,
    amountPaid: remote.amount_paid,
    amountDue: remote.amount_due,
    periodStart: instantOf(remote.period_start),
    periodEnd: instantOf(remote.period_end),
    issuedAt: instantOf(remote.status_transitions.finalized_at ?? remote.created),
    dueAt: remote.due_date === null ? null : instantOf(remote.due_date),
    paidAt: paidAt === null ? null : instantOf(paidAt),
    hostedUrl: remote.hosted_invoice_url ?? null,
    pdfUrl: remote.invoice_pdf ?? null,
    lines,
  };
}

export function lineOf(line: Stripe.InvoiceLineItem): InvoiceLine {
  const quantity = line.quantity ?? 1;
  const parent = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
  return {
    description: line.description ?? '',
    quantity,
    unitAmount: quantity === 0 ? 0 : Math.round(Math.abs(line.amount) / quantity),
    amount: line.amount,
    proration: parent?.proration ?? false,
    periodStart: instantOf(line.period.start),
    periodEnd: instantOf(line.period.end),
  };
}

/** Finds whom an event is about. The rest of it is not read, because the present state is fetched anew (BIL-11). */
export function eventOf({ id, type, data }: Stripe.Event): ProcessorEvent {
  // The object may be of any kind; the field that we look for is a text or missing.
  const object = data.object as unknown as Record<string, unknown>;
  const reference = (value: unknown): string | null =>
    typeof value === 'string'
      ? value
      : typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
        ? value.id
        : null;
  const within = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  const objectId = reference(object.id) ?? '';
  return {
    id,
    type,
    objectId,
    customerId: reference(object.customer),
    subscriptionId: type.startsWith('customer.subscription.')
      ? objectId
      : (reference(object.subscription) ??
        reference(within(within(object.parent, 'subscription_details'), 'subscription'))),
    checkoutId: reference(within(object.metadata, metadataKeys.checkout)),
  };
}
