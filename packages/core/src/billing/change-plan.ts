import { z } from 'zod';
import {
  billingIntervals,
  type LimitCode,
  limitCodes,
  type PlanEntitlements,
  type PlanPrice,
  type Usage,
} from '../kernel/entitlements.ts';
import { dependencyUnavailable, versionConflict } from '../kernel/errors.ts';
import { shown, version } from '../kernel/shapes.ts';
import { secondsBetween } from '../kernel/time.ts';
import { type ChangePreview, quantityOf, type SubscriptionChange } from './billing-processor.ts';
import { billingInvalidState, noSubscription, paymentFailed, samePlan, usageExceedsPlan } from './errors.ts';
import { checkSeats, offerOf } from './offer.ts';
import { applyAnswer, asked, operationId, runningSubscription } from './operate.ts';
import { action } from './ports.ts';
import { wholeSecond } from './proration.ts';
import type { ProrationPin, Subscription } from './subscription.ts';
import { InvoiceLineView, SubscriptionView, subscriptionView } from './views.ts';

/** For how long a charge is the one that was shown (BIL-7). */
const pinSeconds = 60;

const Preview = z.object({
  amountDueNow: z.int().describe('Minor units; below zero it lowers the next invoice.'),
  currency: z.string(),
  lines: z.array(InvoiceLineView),
  nextInvoiceTotal: z.int(),
  effectiveAt: shown.instant(),
  overLimits: z.array(z.object({ code: z.string(), limit: z.int(), used: z.int() })),
});

export const changePlan = action({
  summary: 'Change the plan',
  description:
    'Dearer at once and prorated, cheaper at the end of the period, unless you say otherwise. With preview nothing changes; the charge is the one shown when you repeat it without preview within a minute.',
  access: { owner: 'any' },
  always: true,
  input: z.strictObject({
    planCode: z.string().min(1).max(40),
    interval: z.enum(billingIntervals).optional().describe('By default as now.'),
    seats: z.int().min(1).max(100_000).optional().describe('By default as now.'),
    effective: z.enum(['immediately', 'period_end']).optional(),
    preview: z.boolean().default(false),
    acknowledgeOverLimit: z
      .boolean()
      .default(false)
      .describe(
        'Change although more is in use than the plan allows; nothing is deleted, nothing more can be made.',
      ),
    expectedVersion: version().optional(),
  }),
  output: z.object({ subscription: SubscriptionView, preview: Preview.nullable() }),
  errors: [
    noSubscription,
    samePlan,
    usageExceedsPlan,
    billingInvalidState,
    paymentFailed,
    versionConflict,
    dependencyUnavailable,
  ],

  async prepare(input, context) {
    const { payments, transact } = context;
    const found = await transact(async (work) => {
      const { subscription, state } = await runningSubscription(work);
      const { plan, price } = offerOf(
        input.planCode,
        input.interval ?? subscription.interval ?? undefined,
        context,
      );
      const counters = await work.usageRecount.counters(work.now.slice(0, 10));
      const seats = input.seats ?? subscription.seats;
      checkSeats(seats, counters.members?.used ?? 0);
      const overLimits = overLimitsOf(plan, counters);
      if (overLimits.length > 0 && !input.preview && !input.acknowledgeOverLimit)
        throw usageExceedsPlan({
          details: overLimits.map(({ code, limit, used }) => ({
            path: '',
            code,
            message: `${used} ${code} are in use, the plan ${plan.name} allows ${limit}.`,
          })),
        });
      if (input.expectedVersion !== undefined && input.expectedVersion !== subscription.version)
        throw versionConflict();
      if (subscription.status !== 'active' && subscription.status !== 'trialing') throw billingInvalidState();
      if (isSame(subscription, plan.code, price, seats)) throw samePlan();

      const wanted: Omit<ProrationPin, 'at'> = {
        planCode: plan.code,
        interval: price?.interval ?? null,
        seats,
        effective: input.effective ?? (isDearer(subscription, price, seats) ? 'immediately' : 'period_end'),
      };
      const pin = pinned(subscription.prorationPin, wanted, work.now);
      await work.subscriptions.note(subscription.id, { prorationPin: pin });
      const change: SubscriptionChange = {
        plan,
        price,
        seats,
        effective: pin.effective,
        prorationAt: pin.at,
      };
      return { subscription, state, change, pin, overLimits };
    });

    const { subscription, state, change, pin, overLimits } = found;
    const preview: ChangePreview | null = input.preview ? await payments.preview(state, change) : null;
    const answer = input.preview
      ? null
      : await asked(payments.change(state, change, operationId(subscription, pin)));
    return { subscription, preview, answer, overLimits, processor: payments.kind };
  },

  async run(input, context) {
    const { subscription, preview, answer, overLimits, processor } = context.prepared;
    if (answer === null)
      return {
        subscription: subscriptionView(subscription),
        preview: preview === null ? null : { ...preview, lines: [...preview.lines], overLimits },
      };
    const after = await applyAnswer(answer, subscription, processor, context);
    await context.subscriptions.note(after.id, { prorationPin: null });
    if (input.seats !== undefined) {
      const account = await context.billingAccounts.lock();
      await context.billingAccounts.save({ ...account, seatsChosen: input.seats });
    }
    return { subscription: subscriptionView(after), preview: null };
  },
});

/** Counted limits that more is used of than the plan allows (BIL-6). */
function overLimitsOf(
  { limits }: PlanEntitlements,
  counters: Readonly<Partial<Record<LimitCode, Usage>>>,
): { code: LimitCode; limit: number; used: number }[] {
  return limitCodes.flatMap((code) => {
    const limit = limits[code];
    const used = counters[code]?.used ?? 0;
    return limit !== null && used > limit ? [{ code, limit, used }] : [];
  });
}

const isSame = (now: Subscription, planCode: string, price: PlanPrice | null, seats: number): boolean =>
  now.planCode === planCode &&
  now.interval === (price?.interval ?? null) &&
  now.seats === seats &&
  now.pendingChange === null;

/** By what a month costs. */
function isDearer(now: Subscription, price: PlanPrice | null, seats: number): boolean {
  const monthly = (unitAmount: number, perSeat: boolean, count: number, interval: string | null) =>
    (unitAmount * quantityOf({ perSeat, seats: count })) / (interval === 'year' ? 12 : 1);
  const before = monthly(now.unitAmount, now.perSeat, now.seats, now.interval);
  const after = price === null ? 0 : monthly(price.unitAmount, price.perSeat, seats, price.interval);
  return after >= before;
}

function pinned(known: ProrationPin | null, wanted: Omit<ProrationPin, 'at'>, now: string): ProrationPin {
  const holds =
    known !== null &&
    known.planCode === wanted.planCode &&
    known.interval === wanted.interval &&
    known.seats === wanted.seats &&
    known.effective === wanted.effective &&
    secondsBetween(known.at, now) <= pinSeconds + 1;
  return holds ? known : { ...wanted, at: wholeSecond(now) };
}
