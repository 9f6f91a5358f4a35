import {
  type BillingProcessor,
  billing,
  builtInPlans,
  type ChangePreview,
  type CheckoutOrder,
  type Clock,
  dependencyUnavailable,
  PaymentDeclined,
  type ProcessorEvent,
  type ProcessorInvoice,
  type ProcessorState,
  type ProcessorSubscription,
  type StartedCheckout,
  type SubscriptionChange,
  systemIds,
} from '@chancery/core';
import { plusDays } from '@chancery/core/internal';

/** A processor with books of its own, as an outside one has them; a test changes them and sends messages. */
export class RemoteProcessor implements BillingProcessor {
  readonly kind = 'stripe';
  readonly collection = 'automatic';
  readonly orders = new Map<string, CheckoutOrder>();
  readonly books = new Map<string, ProcessorState>();
  readonly calls: string[] = [];
  readonly undone: string[] = [];
  away = false;
  declines = false;
  get isReachable(): boolean {
    return !this.away;
  }
  readonly #clock: Clock;
  readonly #rules: billing.EmbeddedBillingProcessor;
  #messages = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#rules = new billing.EmbeddedBillingProcessor({
      clock,
      ids: systemIds,
      plans: builtInPlans,
      collection: 'manual',
    });
  }

  async createCheckout(order: CheckoutOrder): Promise<StartedCheckout> {
    this.#called(`checkout ${order.checkoutId}`);
    this.orders.set(order.checkoutId, order);
    return {
      processorCheckoutId: `cs_${order.checkoutId}`,
      status: 'open',
      url: `https://pay.example.com/${order.checkoutId}`,
      expiresAt: plusDays(this.#clock.now(), 1),
      customerId: customerOf(order),
      state: null,
    };
  }

  /** The customer pays; returns the id of the subscription. */
  async complete(checkoutId: string, status?: ProcessorSubscription['status']): Promise<string> {
    const order = this.orders.get(checkoutId);
    if (order === undefined) throw new Error('No such checkout');
    const { state } = await this.#rules.createCheckout({ ...order, customerId: customerOf(order) });
    if (state === null) throw new Error('The rules sell at once');
    const id = `sub_${systemIds.uuid7()}`;
    const subscription = { ...state.subscription, processorSubscriptionId: id };
    this.books.set(id, {
      subscription: status === undefined ? subscription : { ...subscription, status },
      invoices: state.invoices.map((invoice) => ({ ...invoice, ...paid(invoice, this.#clock.now()) })),
    });
    return id;
  }

  move(id: string, changes: Partial<ProcessorSubscription>): void {
    const state = this.#book(id);
    this.books.set(id, { ...state, subscription: { ...state.subscription, ...changes } });
  }

  /** A message as it would arrive: body and signature. */
  message(type: string, id: string, over: Partial<ProcessorEvent> = {}) {
    this.#messages += 1;
    const event: ProcessorEvent = {
      id: `evt_${systemIds.uuid7()}`,
      type,
      objectId: id,
      customerId: this.books.get(id)?.subscription.processorCustomerId ?? null,
      subscriptionId: this.books.has(id) ? id : null,
      checkoutId: null,
      ...over,
    };
    return { content: Buffer.from(JSON.stringify(event)), signature: 'good' };
  }

  verifyEvent(raw: Uint8Array, signature: string): ProcessorEvent | 'invalid' {
    return signature === 'good' ? JSON.parse(Buffer.from(raw).toString('utf8')) : 'invalid';
  }

  async expireCheckout(processorCheckoutId: string): Promise<void> {
    this.#called(`expire ${processorCheckoutId}`);
  }
  async createPortal(customerId: string | null, returnUrl: string) {
    this.#called(`portal ${customerId} ${returnUrl}`);
    return { url: 'https://pay.example.com/portal', expiresAt: plusDays(this.#clock.now(), 1) };
  }
  async preview(current: ProcessorState, change: SubscriptionChange): Promise<ChangePreview> {
    this.#called('preview');
    return this.#rules.preview(this.#same(current), change);
  }
  async change(current: ProcessorState, change: SubscriptionChange, key: string): Promise<ProcessorState> {
    this.#called(`change ${key}`);
    if (this.declines) throw new PaymentDeclined('declined');
    return this.#write(await this.#rules.change(this.#same(current), change));
  }
  async setSeats(current: ProcessorState, change: SubscriptionChange, key: string): Promise<ProcessorState> {
    this.#called(`seats ${change.seats} ${key}`);
    return this.#write(await this.#rules.setSeats(this.#same(current), change));
  }
  async cancel(current: ProcessorState, when: 'period_end' | 'now', key: string): Promise<ProcessorState> {
    this.#called(`cancel ${when} ${key}`);
    return this.#write(await this.#rules.cancel(this.#same(current), when));
  }
  async resume(current: ProcessorState, key: string): Promise<ProcessorState> {
    this.#called(`resume ${key}`);
    return this.#write(await this.#rules.resume(this.#same(current)));
  }
  async undo(id: string): Promise<number> {
    this.#called(`undo ${id}`);
    this.undone.push(id);
    this.move(id, { status: 'cancelled', cancelledAt: this.#clock.now() });
    return this.#book(id).invoices.reduce((sum, { amountPaid }) => sum + amountPaid, 0);
  }
  async fetchSubscription(id: string): Promise<ProcessorState | null> {
    this.#called(`fetch ${id}`);
    return this.books.get(id) ?? null;
  }
  async listSubscriptions() {
    this.#called('list');
    return [...this.books.values()].map(({ subscription }) => ({
      subscriptionId: subscription.processorSubscriptionId,
      customerId: subscription.processorCustomerId,
    }));
  }

  #called(call: string): void {
    this.calls.push(call);
    if (this.away) throw dependencyUnavailable({ retryAfterSeconds: 30 });
  }
  #book(id: string): ProcessorState {
    const state = this.books.get(id);
    if (state === undefined) throw new Error(`No book of ${id}`);
    return state;
  }
  #same(current: ProcessorState): ProcessorState {
    return this.#book(current.subscription.processorSubscriptionId);
  }
  #write(state: ProcessorState): ProcessorState {
    const { processorSubscriptionId: id } = state.subscription;
    const invoices = [...this.#book(id).invoices, ...state.invoices];
    this.books.set(id, { ...state, invoices });
    return this.#book(id);
  }
}

const customerOf = (order: CheckoutOrder): string => order.customerId ?? `cus_${order.workspaceId}`;
const paid = ({ total }: ProcessorInvoice, at: string) =>
  ({ status: 'paid', amountPaid: total, amountDue: 0, paidAt: at }) as const;
