import { z } from 'zod';
import type { PlanCatalog } from '../kernel/entitlements.ts';
import { shown } from '../kernel/shapes.ts';
import { quantityOf } from './billing-processor.ts';
import { query } from './ports.ts';
import { periodEndAfter } from './proration.ts';
import type { Subscription } from './subscription.ts';
import { InvoiceView, invoiceView, PlanView, planView, SubscriptionView, subscriptionView } from './views.ts';

const UpcomingInvoice = z.object({
  currency: z.string().describe('The ISO 4217 code of the currency, such as EUR.'),
  total: z.int().describe('What it comes to before taxes, in minor units of the currency.'),
  periodStart: shown.instant().describe('When the period begins.'),
  periodEnd: shown.instant().describe('When the period ends.'),
});

export const getBilling = query({
  summary: 'Show the subscription and its invoices',
  description: 'Shows the running subscription, its plan, and the newest hundred invoices.',
  access: { owner: 'any', admin: 'any' },
  cli: { command: 'billing get' },
  always: true,
  input: z.strictObject({}),
  output: z.object({
    subscription: SubscriptionView.nullable().describe('The running subscription; null without one.'),
    plan: PlanView,
    paymentMethod: z
      .object({
        brand: z.string().describe('The brand of the card, such as visa.'),
        last4: z.string().describe('The last four digits of the card.'),
        expMonth: z.int().describe('The month in which the card expires, from 1 to 12.'),
        expYear: z.int().describe('The year in which the card expires.'),
      })
      .nullable()
      .describe('The card that is charged; null if there is none.'),
    invoices: z.array(InvoiceView).describe('The latest invoices, newest first.'),
    upcomingInvoice: UpcomingInvoice.nullable().describe(
      'The next invoice, as far as it is known; null if there is none.',
    ),
    portalAvailable: z.boolean().describe('True if there is a portal where the owner manages payment.'),
  }),

  async run(_, { plans, settings, workspacePlans, subscriptions, invoices, billingAccounts }) {
    const subscription = await subscriptions.live();
    const { planCode } = await workspacePlans.get();
    const { processorCustomerId } = await billingAccounts.get();
    return {
      subscription: subscription === null ? null : subscriptionView(subscription),
      plan: planView(plans.plan(planCode)),
      paymentMethod: subscription?.paymentMethod ?? null,
      invoices: (await invoices.newest(100)).map(invoiceView),
      upcomingInvoice: subscription === null ? null : upcomingInvoice(subscription, plans),
      portalAvailable: settings.billing.processor === 'embedded' || processorCustomerId !== null,
    };
  },
});

/** What the next period will cost, as far as it is known here; null if none follows or nothing is charged. */
function upcomingInvoice(
  subscription: Subscription,
  plans: PlanCatalog,
): z.input<typeof UpcomingInvoice> | null {
  const { status, cancelAtPeriodEnd, collection, pendingChange: pending, currentPeriodEnd } = subscription;
  const runs = status === 'trialing' || status === 'active' || status === 'past_due';
  if (!runs || cancelAtPeriodEnd || collection === 'none') return null;
  const price =
    pending === null
      ? null
      : plans.plan(pending.planCode).prices.find(({ interval }) => interval === pending.interval);
  const { unitAmount, perSeat } = price ?? subscription;
  const interval = pending?.interval ?? subscription.interval;
  const anchor =
    status === 'trialing' || interval !== subscription.interval
      ? currentPeriodEnd
      : subscription.periodAnchor;
  const total = unitAmount * quantityOf({ perSeat, seats: pending?.seats ?? subscription.seats });
  return {
    currency: subscription.currency,
    total: Math.max(0, total - subscription.credit),
    periodStart: currentPeriodEnd,
    periodEnd: periodEndAfter(anchor, interval, currentPeriodEnd),
  };
}
