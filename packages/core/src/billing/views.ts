import { z } from 'zod';
import { billingIntervals, type Plan } from '../kernel/entitlements.ts';
import { shown } from '../kernel/shapes.ts';
import type { Checkout } from './ports.ts';
import { type Invoice, type Subscription, subscriptionStates } from './subscription.ts';

const interval = z.enum(billingIntervals);

export const PlanView = z
  .object({
    code: z.string(),
    name: z.string(),
    description: z.string(),
    isPublic: z.boolean(),
    sortOrder: z.int(),
    trialDays: z.int(),
    prices: z.array(
      z.object({
        interval,
        currency: z.string(),
        unitAmount: z.int().describe('In minor units of the currency.'),
        perSeat: z.boolean(),
      }),
    ),
    features: z.record(z.string(), z.boolean()),
    limits: z.record(z.string(), z.int().nullable()).describe('Null means unlimited.'),
  })
  .meta({ id: 'Plan' });
export const planView = (plan: Plan): z.input<typeof PlanView> => ({ ...plan, prices: [...plan.prices] });

export const PendingChangeView = z.object({
  planCode: z.string(),
  interval: interval.nullable(),
  seats: z.int(),
  effectiveAt: shown.instant(),
});

export const SubscriptionView = z
  .object({
    id: shown.id(),
    status: z.enum(subscriptionStates.states),
    planCode: z.string(),
    interval: interval.nullable(),
    seats: z.int(),
    currency: z.string(),
    unitAmount: z.int().describe('In minor units of the currency.'),
    currentPeriodStart: shown.instant().nullable(),
    currentPeriodEnd: shown.instant().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    trialEndsAt: shown.instant().nullable(),
    graceEndsAt: shown
      .instant()
      .nullable()
      .describe('Until when everything keeps working after a failed payment.'),
    pendingChange: PendingChangeView.nullable(),
    processor: z.enum(['embedded', 'stripe']),
    collection: z.enum(['none', 'manual', 'automatic']),
    version: z.int(),
  })
  .meta({ id: 'Subscription' });
export const subscriptionView = (subscription: Subscription): z.input<typeof SubscriptionView> =>
  subscription;

export const InvoiceLineView = z.object({
  description: z.string(),
  quantity: z.int(),
  unitAmount: z.int(),
  amount: z.int(),
  proration: z.boolean(),
  periodStart: shown.instant(),
  periodEnd: shown.instant(),
});

export const InvoiceView = z
  .object({
    id: shown.id(),
    number: z.string(),
    status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
    currency: z.string(),
    subtotal: z.int(),
    tax: z.int(),
    total: z.int(),
    amountPaid: z.int(),
    amountDue: z.int(),
    periodStart: shown.instant(),
    periodEnd: shown.instant(),
    issuedAt: shown.instant(),
    dueAt: shown.instant().nullable(),
    paidAt: shown.instant().nullable(),
    hostedUrl: z.string().nullable(),
    pdfUrl: z.string().nullable(),
    lines: z.array(InvoiceLineView),
  })
  .meta({ id: 'Invoice' });
export const invoiceView = (invoice: Invoice): z.input<typeof InvoiceView> => ({
  ...invoice,
  lines: [...invoice.lines],
});

export const CheckoutSessionView = z
  .object({
    id: shown.id(),
    status: z.enum(['open', 'complete', 'expired']),
    url: z.string().describe('Where to send the owner; the success page if there is nothing to pay.'),
    planCode: z.string(),
    interval: interval.nullable(),
    seats: z.int(),
    expiresAt: shown.instant(),
  })
  .meta({ id: 'CheckoutSession' });
export const checkoutView = (checkout: Checkout): z.input<typeof CheckoutSessionView> => ({
  ...checkout,
  url: checkout.url ?? checkout.successUrl,
});

export const PortalSessionView = z
  .object({ url: z.string(), expiresAt: shown.instant() })
  .meta({ id: 'PortalSession' });
