import { z } from 'zod';
import { emailUnverified } from '../kernel/access.ts';
import { billingIntervals } from '../kernel/entitlements.ts';
import { plusDays } from '../kernel/time.ts';
import { type CheckoutStatus, checkoutStates } from './checkout-states.ts';
import { billingInvalidState, subscriptionExists } from './errors.ts';
import { checkSeats, planChoiceOf } from './plan-choice.ts';
import { action, type Checkout } from './ports.ts';
import { applyProcessorState } from './processor-updates.ts';
import { CheckoutSessionView, checkoutView } from './views.ts';
import { billingPage, webAddress, webPath } from './web-path.ts';

export const createCheckout = action({
  summary: 'Check out a plan',
  description:
    'Opens a checkout session at the payment processor; send the owner to its url. While a session is open, the same order returns the same session. Without a processor the plan applies at once and costs nothing.',
  access: { owner: 'any' },
  cli: { example: { planCode: 'team', interval: 'month' }, command: 'billing checkout' },
  outside: true,
  input: z
    .strictObject({
      planCode: z.string().min(1).max(40).describe('The code of a plan that GET /api/v1/plans lists.'),
      interval: z
        .enum(billingIntervals)
        .optional()
        .describe('How often the plan is paid; required if the plan has a price.'),
      seats: z
        .int()
        .min(1)
        .max(100_000)
        .optional()
        .describe('How many members are paid for; by default all that are active.'),
      successPath: webPath().default(billingPage).describe('The path of the web app to return to.'),
      cancelPath: webPath()
        .default(billingPage)
        .describe('The path of the web app to return to without payment.'),
      promotionCode: z.string().min(1).max(64).optional().describe('A promotion code, if you have one.'),
    })
    .meta({ examples: [{ planCode: 'team', interval: 'month' }] }),
  output: CheckoutSessionView,
  errors: [subscriptionExists, billingInvalidState],

  async prepare(input, context) {
    const { settings, user, payments, workspaceId } = context;
    // This comes before anything reaches the processor; the pipeline checks again when the transaction begins.
    if (settings.emailVerification === 'required' && !user.emailVerified) throw emailUnverified();
    const { plan, price } = planChoiceOf(input.planCode, input.interval, context);

    const begun = await context.transact(async (work) => {
      const account = await work.billingAccounts.lock();
      if ((await work.subscriptions.live()) !== null) throw subscriptionExists();
      const { used: active } = await work.usage.counted('members');
      const seats = input.seats ?? Math.max(1, active);
      checkSeats(seats, active);
      const order = {
        planCode: plan.code,
        interval: price?.interval ?? null,
        seats,
        promotionCode: input.promotionCode ?? null,
      };
      const open = await work.checkouts.open();
      // One open session of a workspace, for the order as it was given last (BIL-15).
      const same = open !== null && open.expiresAt > work.now && sameOrder(open, order);
      if (open !== null && !same)
        await work.checkouts.save({ ...open, status: checkoutStates.next(open.status, 'expire') });
      const checkout: Checkout = same
        ? open
        : {
            ...order,
            id: work.newId(),
            status: checkoutStates.begin('open'),
            processorCheckoutId: null,
            url: null,
            trialDays: account.trialUsedAt === null ? plan.trialDays : 0,
            successUrl: webAddress(settings.webUrl, input.successPath),
            cancelUrl: webAddress(settings.webUrl, input.cancelPath),
            expiresAt: plusDays(work.now, 1),
            createdAt: work.now,
          };
      if (!same) await work.checkouts.add(checkout);
      const { name } = await work.workspaceIdentity.identity();
      return { checkout, account, name, superseded: same ? null : (open?.processorCheckoutId ?? null) };
    });

    const { checkout, account, name, superseded } = begun;
    if (superseded !== null) await payments.expireCheckout(superseded);
    if (checkout.url !== null) return { checkout, started: null, seatsChosen: null };
    const started = await payments.createCheckout({
      checkoutId: checkout.id,
      workspaceId,
      workspaceName: name,
      customerId: account.processorCustomerId,
      plan,
      price,
      seats: checkout.seats,
      trialDays: checkout.trialDays,
      successUrl: checkout.successUrl,
      cancelUrl: checkout.cancelUrl,
      promotionCode: checkout.promotionCode,
    });
    return { checkout, started, seatsChosen: input.seats ?? 0 };
  },

  async run(_, context) {
    const { checkout, started, seatsChosen } = context.prepared;
    if (started === null) return checkoutView(checkout);
    const { billingAccounts, checkouts, subscriptions } = context;
    const account = await billingAccounts.lock();
    const known = (await checkouts.get(checkout.id)) ?? checkout;
    // Another call for the same checkout was faster, and its answer is stored.
    if (known.url !== null) return checkoutView(known);
    if (started.state !== null && (await subscriptions.live()) !== null) throw subscriptionExists();

    const { processorCheckoutId, url, expiresAt } = started;
    const status = statusAfter(known.status, started.status);
    const after: Checkout = { ...known, processorCheckoutId, status, url, expiresAt };
    await checkouts.save(after);
    await billingAccounts.save({
      ...account,
      seatsChosen: seatsChosen ?? 0,
      processorCustomerId: started.customerId ?? account.processorCustomerId,
    });
    if (started.state !== null) await applyProcessorState(started.state, context);
    return checkoutView(after);
  },
});

/** The status that the processor reports. A checkout that another order has replaced meanwhile is not opened again. */
function statusAfter(known: CheckoutStatus, remote: CheckoutStatus): CheckoutStatus {
  if (remote === known) return known;
  if (remote === 'open') throw billingInvalidState();
  return checkoutStates.next(known, remote === 'complete' ? 'complete' : 'expire');
}

const sameOrder = (
  open: Checkout,
  order: Pick<Checkout, 'planCode' | 'interval' | 'seats' | 'promotionCode'>,
): boolean =>
  open.planCode === order.planCode &&
  open.interval === order.interval &&
  open.seats === order.seats &&
  open.promotionCode === order.promotionCode;
