import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { billing, plusMonths } from '@chancery/core/internal';
import Stripe from 'stripe';

// biome-ignore lint/suspicious/noExplicitAny: objects of another service, as they stand on the wire
type Wire = any;
export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly version: string | null;
  readonly form: Wire;
}

/** A refusal of the double, in Stripe's form. */
class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, error: object) {
    super();
    this.status = status;
    this.body = { error };
  }
}

const missing = () =>
  new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing.' });
const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000);
const instant = (at: number) => new Date(at * 1000).toISOString();
const months = (at: number, count: number) => seconds(plusMonths(instant(at), count));
const list = (data: readonly unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' });

/**
 * Stripe on the loopback, as far as Chancery uses it: it checks credentials, version and idempotency keys, keeps
 * customers, prices, checkouts, subscriptions, schedules and invoices, and signs messages as Stripe does.
 */
export class StripeDouble {
  readonly requests: StripeRequest[] = [];
  readonly secretKey = 'sk_test_double';
  readonly webhookSecret = 'whsec_double';
  readonly refunds: Wire[] = [];
  /** Whether every card is refused. */
  declines = false;
  /** Answers 503 to everything. */
  /** The status with which it refuses every request, if any. */
  away: 401 | 403 | 429 | 503 | null = null;
  /** Carries out the next request below this path, and loses the answer. */
  losesAnswerTo: string | null = null;
  baseUrl = '';
  readonly #now: () => string;
  readonly #answers = new Map<string, { print: string; status: number; body: string }>();
  readonly #things = new Map<string, Wire>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #count = 0;

  constructor(now: () => string) {
    this.#now = now;
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.baseUrl = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** A message about a thing, as Stripe would send it now: the body and its signature. */
  message(type: string, objectId: string, id = this.#next('evt'), at = this.#now()) {
    const object = this.#things.get(objectId);
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(at),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
      data: { object: object ?? { id: objectId, object: 'unknown', customer: 'cus_of_nobody' } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: this.webhookSecret,
      timestamp: seconds(at),
    });
    return { id, body, signature };
  }

  /** The customer pays on the hosted page; returns the id of the subscription. */
  complete(sessionId: string): string {
    const session = this.#thing(sessionId);
    const trial = Number(session.subscription_data?.trial_period_days ?? 0);
    const [item] = session.line_items;
    const start = seconds(this.#now());
    const price = this.#thing(item.price);
    const id = this.#add('sub', {
      object: 'subscription',
      customer: session.customer,
      status: trial > 0 ? 'trialing' : this.declines ? 'incomplete' : 'active',
      metadata: session.subscription_data?.metadata ?? {},
      billing_cycle_anchor: trial > 0 ? start + trial * 86_400 : start,
      trial_end: trial > 0 ? start + trial * 86_400 : null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      start_date: start,
      schedule: null,
      latest_invoice: null,
      default_payment_method: this.#add('pm', {
        object: 'payment_method',
        card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
      }),
    });
    const subscription = this.#thing(id);
    const months_ = price.recurring.interval === 'year' ? 12 : 1;
    subscription.items = list([
      {
        id: `si_${id}`,
        object: 'subscription_item',
        price,
        quantity: Number(item.quantity),
        current_period_start: start,
        current_period_end: trial > 0 ? start + trial * 86_400 : months(start, months_),
      },
    ]);
    if (trial === 0) this.#invoice(subscription, [this.#periodLine(subscription)]);
    Object.assign(session, { status: 'complete', subscription: id, url: null });
    return id;
  }

  /** Ends the period: the scheduled phase begins, and the next period is charged. */
  renew(id: string): void {
    const subscription = this.#thing(id);
    const [item] = subscription.items.data;
    const start = item.current_period_end;
    if (subscription.cancel_at_period_end) {
      Object.assign(subscription, { status: 'canceled', canceled_at: start, ended_at: start });
      return;
    }
    const schedule = subscription.schedule === null ? null : this.#thing(subscription.schedule);
    const phase = schedule?.phases.find(({ start_date }: Wire) => start_date >= start);
    if (phase !== undefined) {
      item.price = this.#thing(phase.items[0].price);
      item.quantity = phase.items[0].quantity;
      subscription.schedule = null;
    }
    item.current_period_start = start;
    item.current_period_end = months(start, item.price.recurring.interval === 'year' ? 12 : 1);
    subscription.status = this.declines ? 'past_due' : 'active';
    this.#invoice(subscription, [this.#periodLine(subscription)]);
  }

  /** Lets a due payment fail; returns the id of the invoice that is open then. */
  fail(id: string): string {
    const subscription = this.#thing(id);
    subscription.status = 'past_due';
    const invoice = this.#thing(subscription.latest_invoice);
    Object.assign(invoice, { status: 'open', amount_paid: 0, amount_due: invoice.total });
    return invoice.id;
  }

  /** Pays the open invoices. */
  pay(id: string): void {
    const subscription = this.#thing(id);
    subscription.status = 'active';
    const invoice = this.#thing(subscription.latest_invoice);
    this.#settle(invoice);
  }

  end(id: string): void {
    Object.assign(this.#thing(id), {
      status: 'canceled',
      canceled_at: seconds(this.#now()),
      ended_at: seconds(this.#now()),
    });
  }

  invoicesOf(id: string): readonly Wire[] {
    return [...this.#things.values()].filter(
      ({ object, subscription }) => object === 'invoice' && subscription === id,
    );
  }

  #next(kind: string): string {
    this.#count += 1;
    return `${kind}_${this.#count}`;
  }

  #thing(id: string): Wire {
    const thing = this.#things.get(id);
    if (thing === undefined) throw missing();
    return thing;
  }

  #add(kind: string, thing: object): string {
    const id = this.#next(kind);
    this.#things.set(id, { id, created: seconds(this.#now()), metadata: {}, ...thing });
    return id;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const form = parseForm(request.method === 'GET' ? url.search.slice(1) : await text(request));
    const key = request.headers['idempotency-key']?.toString() ?? null;
    const asked: StripeRequest = {
      method: request.method ?? '',
      path: url.pathname,
      key,
      version: request.headers['stripe-version']?.toString() ?? null,
      form,
    };
    this.requests.push(asked);
    const { status, body } = this.#answer(asked, request.headers.authorization);
    if (this.losesAnswerTo !== null && asked.method !== 'GET' && asked.path.startsWith(this.losesAnswerTo)) {
      this.losesAnswerTo = null;
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_double' }).end(body);
  }

  #answer(asked: StripeRequest, authorization: string | undefined): { status: number; body: string } {
    const refused = (status: number, error: object) => ({ status, body: JSON.stringify({ error }) });
    if (this.away !== null) return refused(this.away, { type: 'api_error', message: 'Away.' });
    if (authorization !== `Bearer ${this.secretKey}`)
      return refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
    const print = createHash('sha256')
      .update(JSON.stringify([asked.method, asked.path, asked.form]))
      .digest('hex');
    const known = asked.key === null || asked.method !== 'POST' ? undefined : this.#answers.get(asked.key);
    if (known !== undefined) {
      if (known.print === print) return known;
      return refused(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    }
    let answer: { status: number; body: string };
    try {
      answer = { status: 200, body: JSON.stringify(this.#do(asked)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = { status: error.status, body: JSON.stringify(error.body) };
    }
    if (asked.key !== null && asked.method === 'POST') this.#answers.set(asked.key, { print, ...answer });
    return answer;
  }

  #do({ method, path, form }: StripeRequest): unknown {
    const [, , kind = '', second, third] = path.split('/');
    const line = `${method} ${kind}${second === 'sessions' ? '/sessions' : ''}`;
    if (line === 'POST customers') return this.#thing(this.#add('cus', { object: 'customer', ...form }));
    if (line === 'GET prices')
      return list(
        [...this.#things.values()].filter(
          ({ object, lookup_key }) => object === 'price' && form.lookup_keys.includes(lookup_key),
        ),
      );
    if (line === 'POST prices') return this.#price(form);
    if (line === 'GET promotion_codes')
      return list(form.code === 'SPRING' ? [{ id: 'promo_1', object: 'promotion_code' }] : []);
    if (line === 'POST checkout/sessions') {
      if (third !== undefined) {
        const session = this.#thing(third);
        if (session.status !== 'open')
          throw new Refusal(400, { type: 'invalid_request_error', message: 'Only open sessions expire.' });
        return Object.assign(session, { status: 'expired' });
      }
      const id = this.#add('cs', { object: 'checkout.session', ...form, status: 'open', subscription: null });
      return Object.assign(this.#thing(id), {
        url: `https://checkout.stripe.test/${id}`,
        expires_at: seconds(this.#now()) + 86_400,
      });
    }
    if (line === 'POST billing_portal/sessions') {
      this.#thing(form.customer);
      return { id: 'bps_1', url: 'https://billing.stripe.test/p/1', created: seconds(this.#now()), ...form };
    }
    if (line === 'GET subscriptions' && second !== undefined)
      return this.#shown(this.#thing(second), form.expand);
    if (line === 'GET subscriptions')
      return list([...this.#things.values()].filter(({ object }) => object === 'subscription'));
    if (line === 'POST subscriptions') return this.#update(this.#thing(second ?? ''), form);
    if (line === 'DELETE subscriptions') {
      this.end(second ?? '');
      return this.#thing(second ?? '');
    }
    if (line === 'POST subscription_schedules') return this.#schedule(second, third, form);
    if (line === 'GET invoices') return list(this.invoicesOf(form.subscription).toReversed());
    if (line === 'POST invoices' && second === 'create_preview') return this.#preview(form);
    if (line === 'GET invoice_payments') {
      const invoice = this.#thing(form.invoice);
      const payment = { type: 'payment_intent', payment_intent: `pi_${invoice.id}` };
      return list([{ id: `inpay_${invoice.id}`, amount_paid: invoice.amount_paid, payment }]);
    }
    if (line === 'POST refunds') {
      this.refunds.push(form);
      return { id: 're_1', object: 'refund', ...form };
    }
    throw missing();
  }

  #price(form: Wire): Wire {
    for (const thing of this.#things.values())
      if (thing.object === 'price' && thing.lookup_key === form.lookup_key) thing.lookup_key = null;
    return this.#thing(
      this.#add('price', { object: 'price', ...form, active: true, unit_amount: Number(form.unit_amount) }),
    );
  }

  #update(subscription: Wire, form: Wire): Wire {
    if (subscription.status === 'canceled')
      throw new Refusal(400, { type: 'invalid_request_error', message: 'A canceled subscription is final.' });
    if (subscription.schedule !== null)
      throw new Refusal(400, { type: 'invalid_request_error', message: 'It is managed by a schedule.' });
    if (form.cancel_at_period_end !== undefined)
      subscription.cancel_at_period_end = form.cancel_at_period_end === 'true';
    if (form.items === undefined) return subscription;
    const lines = this.#prorated(subscription, form.items[0], Number(form.proration_date));
    const owed = lines.reduce((sum: number, { amount }: Wire) => sum + amount, 0);
    if (owed > 0 && this.declines && form.payment_behavior === 'error_if_incomplete')
      throw new Refusal(402, {
        type: 'card_error',
        code: 'card_declined',
        message: 'Your card was declined.',
      });
    const [item] = subscription.items.data;
    const price = this.#thing(form.items[0].price);
    if (price.recurring.interval !== item.price.recurring.interval && subscription.status !== 'trialing') {
      const start = Number(form.proration_date);
      item.current_period_start = start;
      item.current_period_end = months(start, price.recurring.interval === 'year' ? 12 : 1);
      subscription.billing_cycle_anchor = start;
    }
    Object.assign(item, { price, quantity: Number(form.items[0].quantity) });
    Object.assign(subscription.metadata, form.metadata);
    if (lines.length > 0) this.#invoice(subscription, lines);
    if (owed > 0 && this.declines) subscription.status = 'past_due';
    return subscription;
  }

  #schedule(id: string | undefined, step: string | undefined, form: Wire): Wire {
    if (id === undefined) {
      const subscription = this.#thing(form.from_subscription);
      const [item] = subscription.items.data;
      subscription.schedule = this.#add('sub_sched', {
        object: 'subscription_schedule',
        subscription: subscription.id,
        phases: [
          {
            items: [{ price: item.price.id, quantity: item.quantity }],
            start_date: item.current_period_start,
            end_date: item.current_period_end,
            trial_end: subscription.status === 'trialing' ? subscription.trial_end : null,
          },
        ],
      });
      return this.#thing(subscription.schedule);
    }
    const schedule = this.#thing(id);
    if (step === 'release') {
      this.#thing(schedule.subscription).schedule = null;
      return Object.assign(schedule, { status: 'released' });
    }
    const [running, next] = form.phases;
    const end = Number(running.end_date);
    schedule.phases = [
      { ...running, start_date: Number(running.start_date), end_date: end },
      {
        ...next,
        items: [{ price: next.items[0].price, quantity: Number(next.items[0].quantity) }],
        start_date: end,
        end_date: months(end, 1),
      },
    ];
    return schedule;
  }

  #preview(form: Wire): Wire {
    const subscription = this.#thing(form.subscription);
    const details = form.subscription_details;
    const lines = this.#prorated(subscription, details.items[0], Number(details.proration_date));
    return { ...this.#invoiceOf(subscription, lines), id: null };
  }

  #prorated(subscription: Wire, wanted: Wire, at: number): Wire[] {
    const [item] = subscription.items.data;
    const price = this.#thing(wanted.price);
    if (subscription.status === 'trialing') return [];
    const period = {
      currentPeriodStart: instant(item.current_period_start),
      currentPeriodEnd: instant(item.current_period_end),
    };
    const before = { name: 'Unused time', unitAmount: item.price.unit_amount, quantity: item.quantity };
    const after = {
      name: 'Remaining time',
      unitAmount: price.unit_amount,
      quantity: Number(wanted.quantity),
    };
    const lines =
      price.recurring.interval === item.price.recurring.interval
        ? billing.prorationLines(period, before, after, instant(at))
        : [
            billing.creditLine(period, before, instant(at)),
            billing.periodLine(
              after,
              instant(at),
              instant(months(at, price.recurring.interval === 'year' ? 12 : 1)),
            ),
          ];
    return lines.map((line) => wireLine(line));
  }

  #periodLine(subscription: Wire): Wire {
    const [item] = subscription.items.data;
    const priced = { name: 'Period', unitAmount: item.price.unit_amount, quantity: item.quantity };
    return wireLine(
      billing.periodLine(priced, instant(item.current_period_start), instant(item.current_period_end)),
    );
  }

  #invoiceOf(subscription: Wire, lines: readonly Wire[]): Wire {
    const [item] = subscription.items.data;
    const total = lines.reduce((sum: number, { amount }: Wire) => sum + amount, 0);
    return {
      object: 'invoice',
      customer: subscription.customer,
      subscription: subscription.id,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      number: null,
      status: 'open',
      currency: item.price.currency,
      subtotal: total,
      total,
      total_taxes: [],
      amount_paid: 0,
      amount_due: Math.max(0, total),
      period_start: item.current_period_start,
      period_end: item.current_period_end,
      due_date: null,
      hosted_invoice_url: 'https://invoice.stripe.test/i',
      invoice_pdf: 'https://invoice.stripe.test/i.pdf',
      status_transitions: { finalized_at: seconds(this.#now()), paid_at: null },
      lines: list(lines),
    };
  }

  #invoice(subscription: Wire, lines: readonly Wire[]): void {
    const id = this.#add('in', this.#invoiceOf(subscription, lines));
    const invoice = this.#thing(id);
    invoice.number = `DOUBLE-${id}`;
    subscription.latest_invoice = id;
    if (!this.declines) this.#settle(invoice);
  }

  #settle(invoice: Wire): void {
    Object.assign(invoice, { status: 'paid', amount_paid: Math.max(0, invoice.total), amount_due: 0 });
    invoice.status_transitions.paid_at = seconds(this.#now());
  }

  #shown(subscription: Wire, expand: readonly string[] = []): Wire {
    const shown = { ...subscription };
    if (expand.includes('default_payment_method'))
      shown.default_payment_method = this.#thing(subscription.default_payment_method);
    if (subscription.schedule !== null && expand.includes('schedule.phases.items.price')) {
      const schedule = this.#thing(subscription.schedule);
      shown.schedule = {
        ...schedule,
        phases: schedule.phases.map((phase: Wire) => ({
          ...phase,
          items: phase.items.map((item: Wire) => ({ ...item, price: this.#thing(item.price) })),
        })),
      };
    }
    return shown;
  }
}

const wireLine = (line: ReturnType<typeof billing.periodLine>): Wire => ({
  id: 'il_1',
  object: 'line_item',
  description: line.description,
  quantity: line.quantity,
  amount: line.amount,
  period: { start: seconds(line.periodStart), end: seconds(line.periodEnd) },
  parent: {
    type: 'subscription_item_details',
    subscription_item_details: { proration: line.proration },
    invoice_item_details: null,
  },
});

/** `a[b][0][c]=1` as `{ a: { b: [{ c: '1' }] } }`. */
function parseForm(encoded: string): Wire {
  const root: Wire = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let place = root;
    path.forEach((part, index) => {
      if (index === path.length - 1) place[part] = value;
      else {
        place[part] ??= /^\d+$/.test(path[index + 1] ?? '') ? [] : {};
        place = place[part];
      }
    });
  }
  return root;
}
