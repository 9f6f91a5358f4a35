import type { PlanCatalog, PlanPrice } from '../kernel/entitlements.ts';
import type { Clock, IdGenerator } from '../kernel/ports.ts';
import { plusDays } from '../kernel/time.ts';
import {
  type BillingProcessor,
  type ChangePreview,
  type CheckoutOrder,
  type InvoiceLine,
  type ProcessorInvoice,
  type ProcessorState,
  type ProcessorSubscription,
  quantityOf,
  type StartedCheckout,
  type SubscriptionChange,
} from './billing-processor.ts';
import { creditLine, periodEndAfter, periodLine, prorationLines, totalOf, wholeSecond } from './proration.ts';

export interface EmbeddedProcessorOptions {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly plans: PlanCatalog;
  /** `none`: everything is free and no invoice is made. `manual`: an operator marks invoices as paid. */
  readonly collection: 'none' | 'manual';
}

/** How many days there are to pay an invoice. */
const paymentDays = 30;

/**
 * Billing without an outside processor. It stores nothing: what a subscription is now follows from what it was and from the
 * clock, so the copy that the caller holds is the only one.
 */
export class EmbeddedBillingProcessor implements BillingProcessor {
  readonly kind = 'embedded';
  readonly isReachable = true;
  readonly collection: 'none' | 'manual';
  readonly #clock: Clock;
  readonly #ids: IdGenerator;
  readonly #plans: PlanCatalog;

  constructor({ clock, ids, plans, collection }: EmbeddedProcessorOptions) {
    this.#clock = clock;
    this.#ids = ids;
    this.#plans = plans;
    this.collection = collection;
  }

  async createCheckout(order: CheckoutOrder): Promise<StartedCheckout> {
    const start = wholeSecond(this.#clock.now());
    const interval = order.price?.interval ?? null;
    const trialEndsAt = order.trialDays > 0 ? plusDays(start, order.trialDays) : null;
    const subscription: ProcessorSubscription = {
      processorSubscriptionId: `embedded_${order.checkoutId}`,
      processorCustomerId: order.customerId,
      status: trialEndsAt === null ? 'active' : 'trialing',
      planCode: order.plan.code,
      interval,
      seats: order.seats,
      ...this.#priceOf(order.price),
      credit: 0,
      periodAnchor: start,
      currentPeriodStart: start,
      currentPeriodEnd: trialEndsAt ?? periodEndAfter(start, interval, start),
      cancelAtPeriodEnd: false,
      trialEndsAt,
      pendingChange: null,
      paymentMethod: null,
      startedAt: start,
      cancelledAt: null,
    };
    const begun = { subscription, invoices: [] };
    return {
      processorCheckoutId: `embedded_${order.checkoutId}`,
      status: 'complete',
      url: order.successUrl,
      expiresAt: plusDays(start, 1),
      customerId: order.customerId,
      state: trialEndsAt === null ? this.#charged(begun, [this.#periodLine(subscription)]) : begun,
    };
  }

  /** Does nothing, since a checkout here is complete as soon as it is made. */
  async expireCheckout(): Promise<void> {}

  async createPortal(_customerId: string | null, returnUrl: string) {
    return { url: returnUrl, expiresAt: plusDays(this.#clock.now(), 1) };
  }

  async preview({ subscription }: ProcessorState, change: SubscriptionChange): Promise<ChangePreview> {
    const { after, lines } = this.#changed(subscription, change);
    const pending = after.pendingChange;
    const priced =
      pending === null ? after : { ...after, ...this.#priceOf(change.price), seats: pending.seats };
    return {
      amountDueNow: totalOf(lines),
      currency: after.currency,
      lines,
      nextInvoiceTotal: after.cancelAtPeriodEnd ? 0 : priced.unitAmount * quantityOf(priced),
      effectiveAt: pending?.effectiveAt ?? change.prorationAt,
    };
  }

  async change({ subscription }: ProcessorState, change: SubscriptionChange): Promise<ProcessorState> {
    const { after, lines } = this.#changed(subscription, change);
    return this.#charged({ subscription: after, invoices: [] }, lines);
  }

  async setSeats(current: ProcessorState, change: SubscriptionChange): Promise<ProcessorState> {
    const { pendingChange: pending, planCode } = current.subscription;
    const effective = change.seats > current.subscription.seats ? 'immediately' : 'period_end';
    const answer = await this.change(current, { ...change, effective });
    if (effective === 'period_end' || pending === null || pending.planCode === planCode) return answer;
    // A plan that waits for the end of the period goes on waiting, with the new seats.
    const pendingChange = { ...pending, seats: change.seats };
    return { ...answer, subscription: { ...answer.subscription, pendingChange } };
  }

  async cancel({ subscription }: ProcessorState, when: 'period_end' | 'now'): Promise<ProcessorState> {
    if (when === 'period_end')
      return {
        subscription: { ...subscription, cancelAtPeriodEnd: true, pendingChange: null },
        invoices: [],
      };
    return { subscription: ended(subscription, this.#clock.now()), invoices: [] };
  }

  async resume({ subscription }: ProcessorState): Promise<ProcessorState> {
    return { subscription: { ...subscription, cancelAtPeriodEnd: false }, invoices: [] };
  }

  /** Returns zero, since nothing exists elsewhere and nothing was paid. */
  async undo(): Promise<number> {
    return 0;
  }

  async fetchSubscription(_id: string, current: ProcessorState | null): Promise<ProcessorState | null> {
    return current === null ? null : this.#advanced(current, this.#clock.now());
  }

  async listSubscriptions(): Promise<readonly never[]> {
    return [];
  }

  verifyEvent(): null {
    return null;
  }

  /** Applies everything that has come due since: the end of a trial, new periods, a scheduled end, overdue invoices. */
  #advanced({ subscription, invoices }: ProcessorState, now: string): ProcessorState {
    let state: ProcessorState = { subscription, invoices: [] };
    while (isRunning(state.subscription) && state.subscription.currentPeriodEnd <= now) {
      state = this.#nextPeriod(state);
    }
    if (!isRunning(state.subscription) || state.subscription.status === 'trialing') return state;
    const owed = [...invoices, ...state.invoices].some(
      ({ status, dueAt }) => status === 'open' && dueAt !== null && dueAt <= now,
    );
    return { ...state, subscription: { ...state.subscription, status: owed ? 'past_due' : 'active' } };
  }

  #nextPeriod({ subscription, invoices }: ProcessorState): ProcessorState {
    const start = subscription.currentPeriodEnd;
    if (subscription.cancelAtPeriodEnd) return { subscription: ended(subscription, start), invoices };
    const { pendingChange: pending } = subscription;
    const plan = pending === null ? null : this.#plans.plan(pending.planCode);
    const interval = pending === null ? subscription.interval : pending.interval;
    // After a trial, or with another interval, periods count anew; otherwise they stay on the day of the first.
    const periodAnchor =
      subscription.status === 'trialing' || interval !== subscription.interval
        ? start
        : subscription.periodAnchor;
    const after: ProcessorSubscription = {
      ...subscription,
      status: subscription.status === 'trialing' ? 'active' : subscription.status,
      ...(pending === null || plan === null
        ? {}
        : {
            planCode: plan.code,
            interval,
            seats: pending.seats,
            ...this.#priceOf(plan.prices.find((price) => price.interval === interval) ?? null),
          }),
      pendingChange: null,
      periodAnchor,
      currentPeriodStart: start,
      currentPeriodEnd: periodEndAfter(periodAnchor, interval, start),
    };
    return this.#charged({ subscription: after, invoices }, [this.#periodLine(after)], start);
  }

  #changed(
    subscription: ProcessorSubscription,
    { plan, price, seats, effective, prorationAt }: SubscriptionChange,
  ): { after: ProcessorSubscription; lines: readonly InvoiceLine[] } {
    const interval = price?.interval ?? null;
    if (effective === 'period_end') {
      const effectiveAt = subscription.currentPeriodEnd;
      const pendingChange = { planCode: plan.code, interval, seats, effectiveAt };
      return { after: { ...subscription, pendingChange }, lines: [] };
    }
    const sold = { planCode: plan.code, interval, seats, ...this.#priceOf(price), pendingChange: null };
    const after = { ...subscription, ...sold };
    if (subscription.status === 'trialing') return { after, lines: [] };
    const [before, next] = [this.#priced(subscription), { ...this.#priced(after), name: plan.name }];
    if (interval === subscription.interval)
      return { after, lines: this.#billed(prorationLines(subscription, before, next, prorationAt)) };
    // Another interval starts a new period at once.
    const anew = {
      ...after,
      periodAnchor: prorationAt,
      currentPeriodStart: prorationAt,
      currentPeriodEnd: periodEndAfter(prorationAt, interval, prorationAt),
    };
    const lines = [
      creditLine(subscription, before, prorationAt),
      periodLine(next, anew.currentPeriodStart, anew.currentPeriodEnd),
    ];
    return { after: anew, lines: this.#billed(lines) };
  }

  #billed(lines: readonly InvoiceLine[]): readonly InvoiceLine[] {
    return lines.filter(({ amount }) => amount !== 0);
  }

  /** Makes an invoice of the lines; a negative sum, and the rest of a credit, are carried to the next invoice. */
  #charged(
    state: ProcessorState,
    lines: readonly InvoiceLine[],
    issuedAt = this.#clock.now(),
  ): ProcessorState {
    const { subscription } = state;
    const subtotal = totalOf(lines);
    const total = subtotal - subscription.credit;
    if (this.collection === 'none' || lines.length === 0 || (subtotal === 0 && subscription.credit === 0))
      return state;
    if (total <= 0) return { ...state, subscription: { ...subscription, credit: -total } };
    const credited =
      subscription.credit === 0
        ? []
        : [
            {
              description: 'Credit',
              quantity: 1,
              unitAmount: -subscription.credit,
              amount: -subscription.credit,
              proration: false,
              periodStart: subscription.currentPeriodStart,
              periodEnd: subscription.currentPeriodEnd,
            },
          ];
    const invoice: ProcessorInvoice = {
      processorInvoiceId: `embedded_${this.#ids.uuid7()}`,
      number: null,
      status: 'open',
      currency: subscription.currency,
      subtotal: total,
      tax: 0,
      total,
      amountPaid: 0,
      amountDue: total,
      periodStart: subscription.currentPeriodStart,
      periodEnd: subscription.currentPeriodEnd,
      issuedAt,
      dueAt: plusDays(issuedAt, paymentDays),
      paidAt: null,
      hostedUrl: null,
      pdfUrl: null,
      lines: [...lines, ...credited],
    };
    return { subscription: { ...subscription, credit: 0 }, invoices: [...state.invoices, invoice] };
  }

  /** Without collection everything is free, whatever the plan costs elsewhere (BIL-1). */
  #priceOf(price: PlanPrice | null): Pick<ProcessorSubscription, 'currency' | 'unitAmount' | 'perSeat'> {
    return {
      currency: price?.currency ?? 'USD',
      unitAmount: this.collection === 'none' ? 0 : (price?.unitAmount ?? 0),
      perSeat: price?.perSeat ?? true,
    };
  }

  #priced(subscription: ProcessorSubscription) {
    const name = this.#plans.plan(subscription.planCode).name;
    return { name, unitAmount: subscription.unitAmount, quantity: quantityOf(subscription) };
  }

  #periodLine(subscription: ProcessorSubscription): InvoiceLine {
    const { currentPeriodStart: from, currentPeriodEnd: to } = subscription;
    return periodLine(this.#priced(subscription), from, to);
  }
}

const isRunning = ({ status }: ProcessorSubscription): boolean =>
  status === 'trialing' || status === 'active' || status === 'past_due';

const ended = (subscription: ProcessorSubscription, at: string): ProcessorSubscription => ({
  ...subscription,
  status: 'cancelled',
  pendingChange: null,
  cancelledAt: at,
});
