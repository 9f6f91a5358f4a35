import { expect } from 'chai';
import type Stripe from 'stripe';
import { metadataKeys, subscriptionOf } from './stripe-mapping.ts';

/** A subscription as Stripe tells of it; `price` and `more` are what a test is about. */
const remote = (price: object = {}, more: object = {}) =>
  ({
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    metadata: { [metadataKeys.seats]: '3' },
    items: {
      data: [
        {
          quantity: 2,
          current_period_start: 1_795_435_200,
          current_period_end: 1_798_027_200,
          price: {
            currency: 'usd',
            unit_amount: 1200,
            recurring: { interval: 'month' },
            metadata: { [metadataKeys.plan]: 'team' },
            ...price,
          },
        },
      ],
    },
    billing_cycle_anchor: 1_795_435_200,
    start_date: 1_795_435_200,
    cancel_at_period_end: false,
    trial_end: null,
    schedule: null,
    default_payment_method: null,
    ...more,
    // Nothing else of it is read.
  }) as unknown as Stripe.Subscription;

describe('what a subscription at Stripe means here', () => {
  it('BIL-11: is its plan, price, seats and period', () => {
    expect(subscriptionOf(remote())).to.deep.include({
      processorSubscriptionId: 'sub_1',
      processorCustomerId: 'cus_1',
      status: 'active',
      planCode: 'team',
      interval: 'month',
      seats: 2,
      perSeat: true,
      currency: 'USD',
      unitAmount: 1200,
      currentPeriodStart: '2026-11-23T12:00:00.000Z',
      currentPeriodEnd: '2026-12-23T12:00:00.000Z',
    });
  });

  it('BIL-11: of a price without an amount of its own nothing is due, and seats that it covers are those of the order', () => {
    const flat = { unit_amount: null, metadata: { [metadataKeys.perSeat]: 'false' } };

    expect(subscriptionOf(remote(flat))).to.deep.include({ unitAmount: 0, perSeat: false, seats: 3 });
  });

  for (const [status, expected] of [
    ['paused', 'past_due'],
    ['unpaid', 'past_due'],
    ['a status of the future', 'past_due'],
    ['trialing', 'trialing'],
  ] as const)
    it(`BIL-11: the status ${status} is ${expected}`, () => {
      expect(subscriptionOf(remote({}, { status })).status).to.equal(expected);
    });
});
