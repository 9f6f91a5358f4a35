import { builtInPlans, type CheckoutOrder, isFailure, PaymentDeclined } from '@chancery/core';
import { billingProcessorContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { StripeBillingProcessor } from './stripe-billing-processor.ts';
import { StripeDouble } from './testing/stripe-double.ts';

const noon = Date.parse('2026-11-23T12:00:00.000Z');
const plan = builtInPlans.plan('team');
const price = plan.prices[0] ?? null;
const business = builtInPlans.plan('business');

const order: CheckoutOrder = {
  checkoutId: '01900000-0000-7000-8000-000000000001',
  workspaceId: 'workspace_1',
  workspaceName: 'Example & Partners',
  customerId: null,
  plan,
  price,
  seats: 2,
  trialDays: 0,
  successUrl: 'https://app.example.com/done',
  cancelUrl: 'https://app.example.com/back',
  promotionCode: null,
};

async function opened() {
  let now = noon;
  const clock = () => new Date(now).toISOString();
  const stripe = await new StripeDouble(clock).open();
  const processor = new StripeBillingProcessor({
    secretKey: stripe.secretKey,
    webhookSecrets: ['whsec_older', stripe.webhookSecret],
    baseUrl: stripe.baseUrl,
  });
  const stateOf = async (id: string) => {
    const state = await processor.fetchSubscription(id);
    if (state === null) throw new Error('The double knows its own subscriptions');
    return state;
  };
  return {
    stripe,
    processor,
    now: clock,
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
    stateOf,
    async subscribe(seats: number) {
      const { processorCheckoutId } = await processor.createCheckout({ ...order, seats });
      return stateOf(stripe.complete(processorCheckoutId));
    },
    close: () => stripe.close(),
  };
}

billingProcessorContract('Stripe', async () => {
  const world = await opened();
  return {
    ...world,
    async renew({ subscription }) {
      world.advance((Date.parse(subscription.currentPeriodEnd) - Date.parse(world.now())) / 1000 + 1);
      world.stripe.renew(subscription.processorSubscriptionId);
      return world.stateOf(subscription.processorSubscriptionId);
    },
  };
});

describe('StripeBillingProcessor', () => {
  let world: Awaited<ReturnType<typeof opened>>;
  beforeEach(async () => {
    world = await opened();
  });
  afterEach(() => world.close());

  it('BIL-9: requests a hosted checkout with our idempotency key, and pins the version of the API', async () => {
    const { stripe, processor } = world;

    const started = await processor.createCheckout({ ...order, trialDays: 14, promotionCode: 'SPRING' });

    const asked = stripe.requests.find(({ path }) => path === '/v1/checkout/sessions');
    expect(asked).to.deep.include({ key: `checkout:${order.checkoutId}`, version: '2026-10-28.endive' });
    expect(asked?.form).to.deep.include({
      mode: 'subscription',
      client_reference_id: 'workspace_1',
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      discounts: [{ promotion_code: 'promo_1' }],
      metadata: { chancery_workspace: 'workspace_1', chancery_checkout: order.checkoutId },
    });
    expect(asked?.form.subscription_data).to.deep.equal({
      metadata: { chancery_workspace: 'workspace_1', chancery_seats: '2' },
      trial_period_days: '14',
    });
    expect(started).to.deep.include({ status: 'open', state: null, expiresAt: '2026-11-24T12:00:00.000Z' });
    for (const { method, path, key } of stripe.requests)
      if (method === 'POST') expect(key, path).to.be.a('string');
  });

  it('BIL-9: asks for no trial if there is none, because Stripe refuses one of no days', async () => {
    const { stripe, processor } = world;

    await processor.createCheckout({ ...order, trialDays: 0 });

    const asked = stripe.requests.find(({ path }) => path === '/v1/checkout/sessions');
    expect(asked?.form.subscription_data).to.not.have.property('trial_period_days');
  });

  it('BIL-9: repeats a call whose answer was lost with the same key, and it takes effect once', async () => {
    const { stripe, processor, subscribe } = world;
    const before = await subscribe(2);
    stripe.losesAnswerTo = '/v1/subscriptions/';
    const change = {
      plan: business,
      price: business.prices[0] ?? null,
      seats: 2,
      effective: 'immediately' as const,
      prorationAt: '2026-11-23T12:00:00.000Z',
    };

    const after = await processor.change(before, change, 'operation-1');

    const updates = stripe.requests.filter(
      ({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'),
    );
    expect(updates.map(({ key }) => key)).to.deep.equal(['change:operation-1', 'change:operation-1']);
    expect(after.subscription.planCode).to.equal('business');
    expect(stripe.invoicesOf(before.subscription.processorSubscriptionId)).to.have.length(2);
  });

  it('creates a price if there is none, uses it again, and creates another when the plan has another price', async () => {
    const { stripe, processor } = world;
    const dearer = { interval: 'month' as const, currency: 'USD', unitAmount: 1300, perSeat: true };
    await processor.createCheckout(order);
    await processor.createCheckout({ ...order, checkoutId: '01900000-0000-7000-8000-000000000002' });
    await processor.createCheckout({
      ...order,
      checkoutId: '01900000-0000-7000-8000-000000000003',
      plan: { ...plan, hash: 'other' },
      price: dearer,
    });

    const made = stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/prices');
    expect(
      made.map(({ form }) => [form.lookup_key, form.unit_amount, form.recurring.interval]),
    ).to.deep.equal([
      ['chancery_team_month', '1200', 'month'],
      ['chancery_team_month', '1300', 'month'],
    ]);
  });

  it('more seats keep a scheduled plan whose price covers all seats at a quantity of one', async () => {
    const { stripe, processor, subscribe } = world;
    const flat = { interval: 'month' as const, currency: 'USD', unitAmount: 5000, perSeat: false };
    const now = { plan, price, seats: 2, effective: 'immediately' as const, prorationAt: world.now() };
    const later = { ...now, plan: business, price: flat, effective: 'period_end' as const };
    const waiting = await processor.change(await subscribe(2), later, 'operation-1');

    const more = await processor.setSeats(waiting, { ...now, seats: 4 }, 'operation-2');
    stripe.renew(more.subscription.processorSubscriptionId);
    const renewed = await world.stateOf(more.subscription.processorSubscriptionId);

    expect(more.subscription.pendingChange).to.include({ planCode: 'business', seats: 4 });
    expect(renewed.subscription).to.include({ planCode: 'business', perSeat: false, seats: 4 });
    expect(renewed.invoices.map(({ total }) => total))
      .to.include(5000)
      .and.not.include(20_000);
  });

  it('BIL-8: as many seats as are paid for change nothing before the plan that waits begins', async () => {
    const { stripe, processor, subscribe } = world;
    const now = { plan, price, seats: 3, effective: 'immediately' as const, prorationAt: world.now() };
    const later = { ...now, plan: business, price: business.prices[0] ?? null };
    const fewer = { ...later, seats: 2, effective: 'period_end' as const };
    const waiting = await processor.change(await subscribe(3), fewer, 'operation-1');
    expect(waiting.subscription.pendingChange).to.include({ planCode: 'business', seats: 2 });

    const { subscription } = await processor.setSeats(waiting, later, 'operation-2');

    expect(subscription).to.include({ planCode: 'team', seats: 3 });
    expect(subscription.pendingChange).to.include({ planCode: 'business', seats: 3 });
    stripe.renew(subscription.processorSubscriptionId);
    const renewed = await world.stateOf(subscription.processorSubscriptionId);
    expect(renewed.subscription).to.include({ planCode: 'business', seats: 3 });
  });

  it('a declined card changes nothing', async () => {
    const { stripe, processor, subscribe, stateOf } = world;
    const before = await subscribe(1);
    stripe.declines = true;
    const change = {
      plan: business,
      price: business.prices[0] ?? null,
      seats: 1,
      effective: 'immediately' as const,
      prorationAt: '2026-11-23T12:00:00.000Z',
    };

    const error = await processor.change(before, change, 'operation-1').catch((reason: unknown) => reason);

    expect(error).to.be.instanceOf(PaymentDeclined);
    expect((await stateOf(before.subscription.processorSubscriptionId)).subscription.planCode).to.equal(
      'team',
    );
  });

  for (const [status, what] of [
    [401, 'does not know our key'],
    [403, 'does not allow our key to do it'],
    [429, 'is asked too often'],
    [503, 'is down'],
  ] as const)
    it(`BIL-17: answers dependency.unavailable with a time to try again while Stripe ${what}`, async () => {
      const { stripe, processor } = world;
      stripe.away = status;

      const error = await processor.createCheckout(order).catch((reason: unknown) => reason);

      expect(isFailure(error) && [error.code, error.retryAfterSeconds]).to.deep.equal([
        'dependency.unavailable',
        30,
      ]);
    });

  it('is reachable unless its last call did not get through, whatever became of the payment', async () => {
    const { stripe, processor } = world;
    const seen = [processor.isReachable];
    for (const status of [503, null] as const) {
      stripe.away = status;
      await processor.createCheckout(order).catch(() => undefined);
      seen.push(processor.isReachable);
    }

    expect(seen).to.deep.equal([true, false, true]);
  });

  it('BIL-15: undoing a subscription ends it and refunds what was paid for it, once', async () => {
    const { stripe, processor, subscribe, stateOf } = world;
    const { subscription } = await subscribe(2);
    const id = subscription.processorSubscriptionId;

    const refunded = await processor.undo(id, 'undo-1');

    expect(refunded).to.equal(2400);
    expect(stripe.refunds).to.have.length(1);
    expect(stripe.refunds[0]).to.deep.include({ reason: 'duplicate' });
    expect((await stateOf(id)).subscription.status).to.equal('cancelled');
  });

  it('BIL-18: receives only brand, last digits and expiry of a card, and never sends card data', async () => {
    const { stripe, subscribe } = world;

    const { subscription } = await subscribe(1);

    expect(subscription.paymentMethod).to.deep.equal({
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
    });
    expect(JSON.stringify(stripe.requests.map(({ form }) => form))).to.not.match(/card|cvc|number/i);
  });

  describe('messages', () => {
    it('BIL-10: are accepted if one of the secrets signed exactly these bytes within five minutes', async () => {
      const { stripe, processor, subscribe, now, advance } = world;
      const id = (await subscribe(1)).subscription.processorSubscriptionId;
      const { body, signature } = stripe.message('customer.subscription.updated', id);
      const verdict = (bytes: string, sign: string) => processor.verifyEvent(Buffer.from(bytes), sign, now());

      expect(verdict(body, signature)).to.deep.include({
        type: 'customer.subscription.updated',
        objectId: id,
        subscriptionId: id,
        checkoutId: null,
      });
      expect(verdict(body.replace('updated', 'deleted'), signature)).to.equal('invalid');
      expect(verdict(body, '')).to.equal('invalid');
      advance(300);
      expect(verdict(body, signature)).to.not.equal('invalid');
      advance(1);
      expect(verdict(body, signature)).to.equal('invalid');
    });

    it('say whom they concern: by subscription, by the invoice of one, by checkout', async () => {
      const { stripe, processor, now } = world;
      const { processorCheckoutId } = await processor.createCheckout(order);
      const id = stripe.complete(processorCheckoutId);
      const read = (type: string, objectId: string) => {
        const { body, signature } = stripe.message(type, objectId);
        return processor.verifyEvent(Buffer.from(body), signature, now());
      };

      const invoiceId = stripe.invoicesOf(id)[0]?.id;
      expect(read('invoice.paid', invoiceId)).to.deep.include({ subscriptionId: id, objectId: invoiceId });
      expect(read('checkout.session.completed', processorCheckoutId)).to.deep.include({
        subscriptionId: id,
        checkoutId: order.checkoutId,
      });
    });
  });
});
