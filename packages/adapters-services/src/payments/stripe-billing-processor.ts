import {
  type BillingProcessor,
  type ChangePreview,
  type CheckoutOrder,
  dependencyUnavailable,
  PaymentDeclined,
  type Plan,
  type PlanPrice,
  type ProcessorEvent,
  type ProcessorState,
  type StartedCheckout,
  type SubscriptionChange,
} from '@chancery/core';
import { plusSeconds, quantityOf } from '@chancery/core/internal';
import Stripe from 'stripe';
import {
  eventOf,
  idOf,
  instantOf,
  invoiceOf,
  lineOf,
  metadataKeys,
  saleOf,
  secondsOf,
  subscriptionOf,
  subscriptionParts,
} from './stripe-mapping.ts';

export interface StripeOptions {
  /** A restricted key suffices, for Checkout, Billing, Customers, Prices, and Refunds for second subscriptions. */
  readonly secretKey: string;
  /** Any of them may have signed a message, so that they can be rotated. */
  readonly webhookSecrets: readonly string[];
  /** Another address of the API, for tests. */
  readonly baseUrl?: string;
}

const toleranceSeconds = 300;

/**
 * Stripe collects, by its hosted checkout and portal, so that card data never comes here (BIL-18). Prices are found by their
 * lookup key and created if they are missing, so that plans are defined in one place. Each call that changes something carries
 * our id of the operation, and answers with the state that Stripe has after it (BIL-9).
 */
export class StripeBillingProcessor implements BillingProcessor {
  readonly kind = 'stripe';
  readonly collection = 'automatic';
  readonly #stripe: Stripe;
  readonly #webhookSecrets: readonly string[];
  #isReachable = true;

  constructor({ secretKey, webhookSecrets, baseUrl }: StripeOptions) {
    const url = baseUrl === undefined ? null : new URL(baseUrl);
    this.#webhookSecrets = webhookSecrets;
    this.#stripe = new Stripe(secretKey, {
      timeout: 10_000,
      // Each repeat carries the idempotency key of the first.
      maxNetworkRetries: 2,
      telemetry: false,
      ...(url === null
        ? {}
        : { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
    });
  }

  get isReachable(): boolean {
    return this.#isReachable;
  }

  createCheckout(order: CheckoutOrder): Promise<StartedCheckout> {
    return this.#reach(async () => {
      const customer = order.customerId ?? (await this.#customerOf(order));
      const price = await this.#priceOf(order.plan, order.price);
      const discount = order.promotionCode === null ? null : await this.#promotionOf(order.promotionCode);
      const session = await this.#stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          client_reference_id: order.workspaceId,
          line_items: [{ price, quantity: soldOf(order.price, order.seats) }],
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
          metadata: {
            [metadataKeys.workspace]: order.workspaceId,
            [metadataKeys.checkout]: order.checkoutId,
          },
          subscription_data: {
            metadata: {
              [metadataKeys.workspace]: order.workspaceId,
              [metadataKeys.seats]: String(order.seats),
            },
            ...(order.trialDays > 0 ? { trial_period_days: order.trialDays } : {}),
          },
          ...(discount === null ? {} : { discounts: [{ promotion_code: discount }] }),
        },
        { idempotencyKey: `checkout:${order.checkoutId}` },
      );
      return {
        processorCheckoutId: session.id,
        status: 'open',
        url: session.url ?? order.successUrl,
        expiresAt: instantOf(session.expires_at),
        customerId: customer,
        state: null,
      };
    });
  }

  expireCheckout(processorCheckoutId: string): Promise<void> {
    return this.#reach(async () => {
      await this.#stripe.checkout.sessions.expire(processorCheckoutId).catch((error: unknown) => {
        // The checkout is complete or expired already.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
    });
  }

  createPortal(customerId: string | null, returnUrl: string) {
    return this.#reach(async () => {
      const session = await this.#stripe.billingPortal.sessions.create({
        customer: customerId ?? '',
        return_url: returnUrl,
      });
      return { url: session.url, expiresAt: plusSeconds(instantOf(session.created), 300) };
    });
  }

  /** The same items, seats and instant as the charge that may follow (BIL-7). */
  preview({ subscription }: ProcessorState, change: SubscriptionChange): Promise<ChangePreview> {
    return this.#reach(async () => {
      const { price, seats, effective, prorationAt } = change;
      const currency = price?.currency ?? subscription.currency;
      const nextInvoiceTotal = (price?.unitAmount ?? 0) * soldOf(price, seats);
      if (effective === 'period_end')
        return {
          amountDueNow: 0,
          currency,
          lines: [],
          nextInvoiceTotal,
          effectiveAt: subscription.currentPeriodEnd,
        };
      const current = await this.#stripe.subscriptions.retrieve(subscription.processorSubscriptionId);
      const invoice = await this.#stripe.invoices.createPreview({
        subscription: current.id,
        subscription_details: {
          items: [await this.#itemOf(current, change)],
          proration_behavior: 'always_invoice',
          proration_date: secondsOf(prorationAt),
        },
      });
      return {
        amountDueNow: invoice.total < 0 ? invoice.total : invoice.amount_due,
        currency: invoice.currency.toUpperCase(),
        lines: invoice.lines.data.map(lineOf),
        nextInvoiceTotal,
        effectiveAt: prorationAt,
      };
    });
  }

  change(current: ProcessorState, change: SubscriptionChange, operationId: string): Promise<ProcessorState> {
    return this.#reach(() => this.#change(current, change, operationId, 'error_if_incomplete'));
  }

  /** A refused card does not refuse more seats (BIL-8): people have joined already, and the debt is collected later. */
  setSeats(
    current: ProcessorState,
    change: SubscriptionChange,
    operationId: string,
  ): Promise<ProcessorState> {
    return this.#reach(async () => {
      const { subscription } = current;
      const effective = change.seats > subscription.seats ? 'immediately' : 'period_end';
      const { pendingChange: pending, planCode } = subscription;
      const answer = await this.#change(current, { ...change, effective }, operationId, 'allow_incomplete');
      if (effective === 'period_end' || pending === null || pending.planCode === planCode) return answer;
      // A plan that is scheduled for the end of the period stays scheduled, with the new seats.
      const waiting = await this.#stripe.prices.list({
        lookup_keys: [lookupKeyOf(pending.planCode, pending.interval)],
      });
      const [price] = waiting.data;
      if (price === undefined) return answer;
      await this.#schedule(
        subscription.processorSubscriptionId,
        price.id,
        soldOf(saleOf(price), change.seats),
        `${operationId}:again`,
      );
      return this.#stateOf(subscription.processorSubscriptionId);
    });
  }

  cancel(
    { subscription }: ProcessorState,
    when: 'period_end' | 'now',
    operationId: string,
  ): Promise<ProcessorState> {
    return this.#reach(async () => {
      const id = subscription.processorSubscriptionId;
      await this.#releaseSchedule(id, operationId);
      if (when === 'now') await this.#end(id, operationId);
      else
        await this.#stripe.subscriptions.update(
          id,
          { cancel_at_period_end: true },
          { idempotencyKey: `cancel:${operationId}` },
        );
      return this.#stateOf(id);
    });
  }

  resume({ subscription }: ProcessorState, operationId: string): Promise<ProcessorState> {
    return this.#reach(async () => {
      await this.#stripe.subscriptions.update(
        subscription.processorSubscriptionId,
        { cancel_at_period_end: false },
        { idempotencyKey: `resume:${operationId}` },
      );
      return this.#stateOf(subscription.processorSubscriptionId);
    });
  }

  /** Ends the second subscription of a workspace and refunds what was paid for it (BIL-15). */
  undo(processorSubscriptionId: string, operationId: string): Promise<number> {
    return this.#reach(async () => {
      const ended = await this.#end(processorSubscriptionId, operationId);
      const invoice = idOf(ended.latest_invoice);
      if (invoice === null) return 0;
      const payments = await this.#stripe.invoicePayments.list({ invoice, status: 'paid' });
      let refunded = 0;
      for (const { id, payment, amount_paid: paid } of payments.data) {
        const [intent, charge] = [idOf(payment.payment_intent), idOf(payment.charge)];
        const whose = intent !== null ? { payment_intent: intent } : charge !== null ? { charge } : null;
        if (whose === null) continue;
        await this.#stripe.refunds.create(
          { ...whose, reason: 'duplicate' },
          { idempotencyKey: `refund:${id}` },
        );
        refunded += paid ?? 0;
      }
      return refunded;
    });
  }

  fetchSubscription(processorSubscriptionId: string): Promise<ProcessorState | null> {
    return this.#reach(async () => {
      try {
        return await this.#stateOf(processorSubscriptionId);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
          return null;
        throw error;
      }
    });
  }

  listSubscriptions(since: string | null) {
    return this.#reach(async () => {
      const found: { subscriptionId: string; customerId: string | null }[] = [];
      const created = since === null ? {} : { created: { gte: secondsOf(since) } };
      for await (const { id, customer } of this.#stripe.subscriptions.list({ limit: 100, ...created }))
        found.push({ subscriptionId: id, customerId: idOf(customer) });
      return found;
    });
  }

  /** Any of the secrets may have signed exactly these bytes, within five minutes (BIL-10). */
  verifyEvent(raw: Uint8Array, signature: string, now: string): ProcessorEvent | 'invalid' {
    for (const secret of this.#webhookSecrets) {
      try {
        const payload = Buffer.from(raw);
        const received = Date.parse(now);
        return eventOf(
          this.#stripe.webhooks.constructEvent(
            payload,
            signature,
            secret,
            toleranceSeconds,
            undefined,
            received,
          ),
        );
      } catch {
        // Another secret may have signed it.
      }
    }
    return 'invalid';
  }

  async #change(
    { subscription }: ProcessorState,
    change: SubscriptionChange,
    operationId: string,
    paymentBehavior: 'error_if_incomplete' | 'allow_incomplete',
  ): Promise<ProcessorState> {
    const id = subscription.processorSubscriptionId;
    await this.#releaseSchedule(id, operationId);
    const { plan, price, seats, effective, prorationAt } = change;
    if (effective === 'period_end') {
      await this.#schedule(id, await this.#priceOf(plan, price), soldOf(price, seats), operationId);
    } else {
      const current = await this.#stripe.subscriptions.retrieve(id);
      await this.#stripe.subscriptions.update(
        id,
        {
          items: [await this.#itemOf(current, change)],
          proration_behavior: 'always_invoice',
          proration_date: secondsOf(prorationAt),
          payment_behavior: paymentBehavior,
          metadata: { [metadataKeys.seats]: String(seats) },
        },
        { idempotencyKey: `change:${operationId}` },
      );
    }
    return this.#stateOf(id);
  }

  /** A subscription that an earlier attempt has ended, whose answer was lost, counts as ended. */
  async #end(id: string, operationId: string): Promise<Stripe.Subscription> {
    const remote = await this.#stripe.subscriptions.retrieve(id);
    if (remote.status === 'canceled') return remote;
    return this.#stripe.subscriptions.cancel(
      id,
      { invoice_now: false, prorate: false },
      { idempotencyKey: `cancel:${operationId}` },
    );
  }

  /** Keeps the running phase and adds another: that is how Stripe expresses "from the end of the period on". */
  async #schedule(id: string, price: string, quantity: number, operationId: string): Promise<void> {
    const schedule = await this.#stripe.subscriptionSchedules.create(
      { from_subscription: id },
      { idempotencyKey: `schedule:${operationId}` },
    );
    const [running] = schedule.phases;
    if (running === undefined) throw new TypeError(`The schedule ${schedule.id} has no phase`);
    await this.#stripe.subscriptionSchedules.update(
      schedule.id,
      {
        end_behavior: 'release',
        phases: [
          {
            items: running.items.map((item) => ({
              price: idOf(item.price) ?? '',
              ...(item.quantity === undefined ? {} : { quantity: item.quantity }),
            })),
            start_date: running.start_date,
            end_date: running.end_date,
            ...(running.trial_end === null ? {} : { trial_end: running.trial_end }),
          },
          { items: [{ price, quantity }], proration_behavior: 'none' },
        ],
      },
      { idempotencyKey: `phases:${operationId}` },
    );
  }

  /** A subscription with a schedule can only be changed through the schedule. */
  async #releaseSchedule(id: string, operationId: string): Promise<void> {
    const { schedule } = await this.#stripe.subscriptions.retrieve(id);
    const held = idOf(schedule);
    if (held !== null)
      await this.#stripe.subscriptionSchedules.release(
        held,
        {},
        { idempotencyKey: `release:${operationId}:${held}` },
      );
  }

  async #itemOf(current: Stripe.Subscription, { plan, price, seats }: SubscriptionChange) {
    const [item] = current.items.data;
    return {
      ...(item === undefined ? {} : { id: item.id }),
      price: await this.#priceOf(plan, price),
      quantity: soldOf(price, seats),
    };
  }

  async #stateOf(id: string): Promise<ProcessorState> {
    const [remote, invoices] = await Promise.all([
      this.#stripe.subscriptions.retrieve(id, { expand: subscriptionParts }),
      this.#stripe.invoices.list({ subscription: id, limit: 100 }),
    ]);
    return { subscription: subscriptionOf(remote), invoices: invoices.data.map(invoiceOf) };
  }

  async #customerOf({ workspaceId, workspaceName }: CheckoutOrder): Promise<string> {
    const customer = await this.#stripe.customers.create(
      { name: workspaceName, metadata: { [metadataKeys.workspace]: workspaceId } },
      { idempotencyKey: `customer:${workspaceId}` },
    );
    return customer.id;
  }

  /** The price of the lookup key if it still agrees with the plan; otherwise a new price takes the key over. */
  async #priceOf(plan: Plan, price: PlanPrice | null): Promise<string> {
    if (price === null) throw new TypeError(`The plan ${plan.code} has no price`);
    const lookupKey = lookupKeyOf(plan.code, price.interval);
    const known = await this.#stripe.prices.list({ lookup_keys: [lookupKey], active: true });
    const wanted = {
      currency: price.currency.toLowerCase(),
      unit_amount: price.unitAmount,
      metadata: { [metadataKeys.plan]: plan.code, [metadataKeys.perSeat]: String(price.perSeat) },
    };
    const same = known.data.find(
      ({ currency, unit_amount: amount, metadata }) =>
        currency === wanted.currency &&
        amount === wanted.unit_amount &&
        metadata[metadataKeys.plan] === plan.code &&
        metadata[metadataKeys.perSeat] === String(price.perSeat),
    );
    if (same !== undefined) return same.id;
    const made = await this.#stripe.prices.create(
      {
        ...wanted,
        recurring: { interval: price.interval },
        lookup_key: lookupKey,
        transfer_lookup_key: true,
        product_data: { name: plan.name },
      },
      { idempotencyKey: `price:${lookupKey}:${plan.hash}` },
    );
    return made.id;
  }

  async #promotionOf(code: string): Promise<string | null> {
    const found = await this.#stripe.promotionCodes.list({ code, active: true, limit: 1 });
    return found.data[0]?.id ?? null;
  }

  /** Any failure of Stripe to answer becomes `dependency.unavailable` (BIL-17); a refused card becomes `PaymentDeclined`. */
  async #reach<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      this.#isReachable = true;
      return answer;
    } catch (error) {
      const away = isAway(error);
      this.#isReachable = !away;
      if (error instanceof Stripe.errors.StripeCardError)
        throw new PaymentDeclined('The payment was declined.', { cause: error });
      if (away) throw dependencyUnavailable({ cause: error, retryAfterSeconds: 30 });
      throw error;
    }
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

const soldOf = (price: { readonly perSeat: boolean } | null, seats: number): number =>
  quantityOf({ perSeat: price?.perSeat ?? true, seats });

const lookupKeyOf = (planCode: string, interval: string | null): string =>
  `chancery_${planCode}_${interval ?? 'once'}`;
