import { z } from 'zod';
import { billingIntervals, type Plan } from '../kernel/entitlements.ts';
import { shown } from '../kernel/shapes.ts';
import type { Checkout } from './ports.ts';
import { type Invoice, type Subscription, subscriptionStates } from './subscription.ts';

const interval = z.enum(billingIntervals);

export const PlanView = z
  .object({
    code: z.string().describe('The code by which requests name the plan, such as team.'),
    name: z.string().describe('The name of the plan, as people read it.'),
    description: z.string().describe('What the plan is for.'),
    isPublic: z.boolean().describe('True if everybody can choose it.'),
    sortOrder: z.int().describe('The place in the list of plans, lowest first.'),
    trialDays: z.int().describe('How many days can be tried without payment.'),
    prices: z
      .array(
        z.object({
          interval: interval.describe('How often is paid.'),
          currency: z.string().describe('The ISO 4217 code of the currency, such as EUR.'),
          unitAmount: z.int().describe('The price of one, in minor units of the currency.'),
          perSeat: z.boolean().describe('True if the price is paid for each member.'),
        }),
      )
      .describe('What it costs, for each interval.'),
    features: z
      .record(z.string(), z.boolean())
      .describe('Each feature by its code, and whether it is included.'),
    limits: z
      .record(z.string(), z.int().nullable())
      .describe('The most of each, by the code of the limit; null means unlimited.'),
  })
  .meta({ id: 'Plan', description: 'A plan that can be chosen.' });
export const planView = (plan: Plan): z.input<typeof PlanView> => ({ ...plan, prices: [...plan.prices] });

export const PendingChangeView = z.object({
  planCode: z.string().describe('The code of the plan, such as team.'),
  interval: interval.nullable().describe('How often will be paid; null if nothing is.'),
  seats: z.int().describe('How many members are paid for.'),
  effectiveAt: shown.instant().describe('When it takes effect.'),
});

export const SubscriptionView = z
  .object({
    id: shown.ownId(),
    status: z.enum(subscriptionStates.states).describe('The state of the subscription.'),
    planCode: z.string().describe('The code of the plan, such as team.'),
    interval: interval.nullable().describe('How often is paid; null if nothing is.'),
    seats: z.int().describe('How many members are paid for.'),
    currency: z.string().describe('The ISO 4217 code of the currency, such as EUR.'),
    unitAmount: z.int().describe('The price of one, in minor units of the currency.'),
    currentPeriodStart: shown.instant().nullable().describe('When the paid period began; null without one.'),
    currentPeriodEnd: shown.instant().nullable().describe('When the paid period ends; null without one.'),
    cancelAtPeriodEnd: z.boolean().describe('True if the subscription ends with the paid period.'),
    trialEndsAt: shown.instant().nullable().describe('When the trial ends; null without one.'),
    graceEndsAt: shown
      .instant()
      .nullable()
      .describe('Until when everything keeps working after a failed payment; null if nothing is overdue.'),
    pendingChange: PendingChangeView.nullable().describe(
      'The change that was asked for and has not taken effect yet; null without one.',
    ),
    processor: z.enum(['embedded', 'stripe']).describe('Who takes the payments.'),
    collection: z.enum(['none', 'manual', 'automatic']).describe('How payment is collected.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'Subscription', description: 'What a workspace has subscribed to.' });
export const subscriptionView = (subscription: Subscription): z.input<typeof SubscriptionView> =>
  subscription;

export const InvoiceLineView = z.object({
  description: z.string().describe('What is charged.'),
  quantity: z.int().describe('How many are charged.'),
  unitAmount: z.int().describe('The price of one, in minor units of the currency.'),
  amount: z.int().describe('The amount of the line, in minor units of the currency.'),
  proration: z.boolean().describe('True if the line settles a change within a period.'),
  periodStart: shown.instant().describe('When the period begins.'),
  periodEnd: shown.instant().describe('When the period ends.'),
});

export const InvoiceView = z
  .object({
    id: shown.ownId(),
    number: z.string().describe('The number of the invoice.'),
    status: z
      .enum(['draft', 'open', 'paid', 'void', 'uncollectible'])
      .describe('Whether the invoice is paid.'),
    currency: z.string().describe('The ISO 4217 code of the currency, such as EUR.'),
    subtotal: z.int().describe('The sum before tax, in minor units of the currency.'),
    tax: z.int().describe('The tax, in minor units of the currency.'),
    total: z.int().describe('The sum with tax, in minor units of the currency.'),
    amountPaid: z.int().describe('What was paid, in minor units of the currency.'),
    amountDue: z.int().describe('What is still to be paid, in minor units of the currency.'),
    periodStart: shown.instant().describe('When the period begins.'),
    periodEnd: shown.instant().describe('When the period ends.'),
    issuedAt: shown.instant().describe('When it was issued.'),
    dueAt: shown.instant().nullable().describe('When it is to be paid; null if at once.'),
    paidAt: shown.instant().nullable().describe('When it was paid; null until then.'),
    hostedUrl: z.string().nullable().describe('Where the invoice can be read and paid; null if nowhere.'),
    pdfUrl: z.string().nullable().describe('Where the invoice is as a PDF; null if nowhere.'),
    lines: z.array(InvoiceLineView).describe('The lines of the invoice.'),
  })
  .meta({ id: 'Invoice', description: 'An invoice for a workspace.' });
export const invoiceView = (invoice: Invoice): z.input<typeof InvoiceView> => ({
  ...invoice,
  lines: [...invoice.lines],
});

export const CheckoutSessionView = z
  .object({
    id: shown.ownId(),
    status: z.enum(['open', 'complete', 'expired']).describe('Whether the owner has paid yet.'),
    url: z.string().describe('Where to send the owner; the success page if there is nothing to pay.'),
    planCode: z.string().describe('The code of the plan, such as team.'),
    interval: interval.nullable().describe('How often is paid; null if nothing is.'),
    seats: z.int().describe('How many members are paid for.'),
    expiresAt: shown.instant().describe('When it expires.'),
  })
  .meta({ id: 'CheckoutSession', description: 'A purchase that an owner is to finish.' });
export const checkoutView = (checkout: Checkout): z.input<typeof CheckoutSessionView> => ({
  ...checkout,
  url: checkout.url ?? checkout.successUrl,
});

export const PortalSessionView = z
  .object({
    url: z.string().describe('Where to send the owner.'),
    expiresAt: shown.instant().describe('When it expires.'),
  })
  .meta({ id: 'PortalSession', description: 'A visit to the portal where the owner manages payment.' });
