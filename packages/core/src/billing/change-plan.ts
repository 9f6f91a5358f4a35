import { z } from 'zod';
import {
  billingIntervals,
  dailyLimitCodes,
  type LimitCode,
  limitCodes,
  monthlyLimitCodes,
  type PlanEntitlements,
  type PlanPrice,
  type Usage,
  usageMonth,
} from '../kernel/entitlements.ts';
import { versionConflict } from '../kernel/errors.ts';
import { requireVersion } from '../kernel/expected-version.ts';
import { shown, version } from '../kernel/shapes.ts';
import { secondsBetween } from '../kernel/time.ts';
import { type ChangePreview, quantityOf, type SubscriptionChange } from './billing-processor.ts';
import type { WorkspaceWork } from './each-workspace.ts';
import { billingInvalidState, noSubscription, paymentFailed, samePlan, usageExceedsPlan } from './errors.ts';
import { checkSeats, planChoiceOf } from './plan-choice.ts';
import { action } from './ports.ts';
import { applyAnswer, operationId, orPaymentFailed, runningSubscription } from './processor-operations.ts';
import { wholeSecond } from './proration.ts';
import type { ProrationPin, Subscription } from './subscription.ts';
import { InvoiceLineView, SubscriptionView, subscriptionView } from './views.ts';

/** For how long the charge equals the one that a preview showed (BIL-7). */
const pinSeconds = 60;

const Preview = z.object({
  amountDueNow: z
    .int()
    .describe(
      'What is to be paid now, in minor units of the currency; a negative amount lowers the next invoice.',
    ),
  currency: z.string().describe('The ISO 4217 code of the currency, such as EUR.'),
  lines: z.array(InvoiceLineView).describe('What the change costs, line by line.'),
  nextInvoiceTotal: z.int().describe('What the next invoice comes to, in minor units of the currency.'),
  effectiveAt: shown.instant().describe('When the change would take effect.'),
  overLimits: z
    .array(
      z.object({
        code: z.string().describe('The code of the limit.'),
        limit: z.int().describe('How much the plan allows.'),
        used: z.int().describe('How much is in use.'),
      }),
    )
    .describe('The limits that are exceeded after the change, each with its use.'),
});

export const changePlan = action({
  summary: 'Change the plan',
  description:
    'A more expensive plan starts at once and is prorated, and a cheaper one starts at the end of the period, unless effective says otherwise. With preview nothing changes; if you repeat the request without preview within a minute, the charge is exactly the one shown.',
  access: { owner: 'any' },
  cli: { example: { planCode: 'business' } },
  always: true,
  input: z
    .strictObject({
      planCode: z.string().min(1).max(40).describe('The code of the plan that you choose.'),
      interval: z
        .enum(billingIntervals)
        .optional()
        .describe('How often the plan is paid; by default unchanged.'),
      seats: z
        .int()
        .min(1)
        .max(100_000)
        .optional()
        .describe('How many members are paid for; by default unchanged.'),
      effective: z
        .enum(['immediately', 'period_end'])
        .optional()
        .describe('When the change takes effect: immediately, or at the end of the paid period.'),
      preview: z.boolean().default(false).describe('True only shows what the change would cost.'),
      acknowledgeOverLimit: z
        .boolean()
        .default(false)
        .describe(
          'Whether to change even if more is in use than the plan allows. Nothing is deleted, but nothing more can be created.',
        ),
      expectedVersion: version().optional(),
    })
    .meta({ examples: [{ planCode: 'team', interval: 'month', preview: true }] }),
  output: z.object({
    subscription: SubscriptionView,
    preview: Preview.nullable().describe('What the change would cost; null once it is made.'),
  }),
  errors: [noSubscription, samePlan, usageExceedsPlan, billingInvalidState, paymentFailed, versionConflict],

  async prepare(input, context) {
    const { payments, transact } = context;
    const found = await transact(async (work) => {
      const { subscription, state } = await runningSubscription(work);
      const { plan, price } = planChoiceOf(
        input.planCode,
        input.interval ?? subscription.interval ?? undefined,
        context,
      );
      const counters = await countersNow(work);
      const seats = input.seats ?? subscription.seats;
      const effective =
        input.effective ?? (isDearer(subscription, price, seats) ? 'immediately' : 'period_end');
      checkSeats(seats, counters.members?.used ?? 0);
      // Compared here and not once more after the charge: what the processor has booked stands.
      requireVersion(subscription.version, input.expectedVersion);
      const overLimits = overLimitsOf(plan, counters, effective);
      if (overLimits.length > 0 && !input.preview && !input.acknowledgeOverLimit)
        throw usageExceedsPlan({
          details: overLimits.map(({ code, limit, used }) => ({
            path: '',
            code,
            message: `${used} ${code} are in use, the plan ${plan.name} allows ${limit}.`,
          })),
        });
      if (subscription.status !== 'active' && subscription.status !== 'trialing') throw billingInvalidState();
      if (isSame(subscription, plan.code, price, seats)) throw samePlan();

      const wanted: Omit<ProrationPin, 'at'> = {
        planCode: plan.code,
        interval: price?.interval ?? null,
        seats,
        effective,
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
      : await orPaymentFailed(payments.change(state, change, operationId(subscription, pin)));
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

type Counters = Readonly<Partial<Record<LimitCode, Usage>>>;

/** What is in use today, and in the month that runs (BIL-5). */
async function countersNow({
  now,
  workspacePlans,
  usageRecount,
}: Pick<WorkspaceWork, 'now' | 'workspacePlans' | 'usageRecount'>): Promise<Counters> {
  const { terms } = await workspacePlans.get();
  return usageRecount.counters(usageMonth(terms, now).from.slice(0, 10), now.slice(0, 10));
}

/** The limits of which more is in use than the plan allows when it starts (BIL-6). */
function overLimitsOf(
  { limits }: PlanEntitlements,
  counters: Counters,
  effective: SubscriptionChange['effective'],
): { code: LimitCode; limit: number; used: number }[] {
  return limitCodes.flatMap((code) => {
    // What was sent today is no longer in use tomorrow; a plan that starts with a period starts with a month of its own.
    if (dailyLimitCodes.has(code)) return [];
    if (monthlyLimitCodes.has(code) && effective === 'period_end') return [];
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

/** Compares what a month costs. */
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
