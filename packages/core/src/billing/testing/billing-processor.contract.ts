import { expect } from 'chai';
import type { BillingProcessor, ProcessorState, SubscriptionChange } from '../billing-processor.ts';
import { builtInPlans } from '../plans.ts';
import { wholeSecond } from '../proration.ts';

export interface ProcessorWorld {
  readonly processor: BillingProcessor;
  now(): string;
  advance(seconds: number): void;
  /** A paid subscription to `team` by the month. */
  subscribe(seats: number): Promise<ProcessorState>;
  /** Moves the clock beyond the end of the period. */
  renew(state: ProcessorState): Promise<ProcessorState>;
  close(): Promise<void>;
}

const totalOfNew = (after: ProcessorState, before: ProcessorState): number => {
  const known = new Set(before.invoices.map(({ processorInvoiceId }) => processorInvoiceId));
  return after.invoices
    .filter(({ processorInvoiceId }) => !known.has(processorInvoiceId))
    .reduce((sum, { total }) => sum + total, 0);
};

/** The contract of a `BillingProcessor` that collects money. */
export function billingProcessorContract(adapter: string, open: () => Promise<ProcessorWorld>): void {
  describe(`BillingProcessor on ${adapter}`, () => {
    let world: ProcessorWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    const changeTo = (
      planCode: string,
      seats: number,
      over: Partial<SubscriptionChange> = {},
    ): SubscriptionChange => {
      const plan = builtInPlans.plan(planCode);
      const price = plan.prices.find(({ interval }) => interval === 'month') ?? null;
      return { plan, price, seats, effective: 'immediately', prorationAt: wholeSecond(world.now()), ...over };
    };
    const fetched = (state: ProcessorState) =>
      world.processor.fetchSubscription(state.subscription.processorSubscriptionId, state);

    it('BIL-9: sells a monthly plan and charges the first month at once', async () => {
      const { subscription, invoices } = await world.subscribe(3);

      expect(subscription).to.include({
        status: 'active',
        planCode: 'team',
        interval: 'month',
        seats: 3,
        currency: 'USD',
        unitAmount: 1200,
        perSeat: true,
        cancelAtPeriodEnd: false,
        pendingChange: null,
      });
      expect(subscription.currentPeriodStart).to.equal(wholeSecond(world.now()));
      expect(invoices.map(({ total }) => total)).to.deep.equal([3600]);
    });

    it('BIL-7: a preview changes nothing and equals the charge, to the minor unit', async () => {
      const before = await world.subscribe(3);
      world.advance(1_234_567);
      const change = changeTo('business', 3);

      const preview = await world.processor.preview(before, change);
      const between = await fetched(before);
      world.advance(59);
      const after = await world.processor.change(before, change, 'operation-1');

      expect(between?.subscription.planCode).to.equal('team');
      expect(after.subscription).to.include({ planCode: 'business', unitAmount: 2400, seats: 3 });
      expect(preview.amountDueNow).to.be.greaterThan(0);
      expect(totalOfNew(after, before)).to.equal(preview.amountDueNow);
      expect(preview.lines.reduce((sum, { amount }) => sum + amount, 0)).to.equal(preview.amountDueNow);
      expect(preview.nextInvoiceTotal).to.equal(7200);
    });

    it('BIL-7: another interval starts a new period at once', async () => {
      const before = await world.subscribe(1);
      world.advance(864_000);
      const plan = builtInPlans.plan('team');
      const price = plan.prices.find(({ interval }) => interval === 'year') ?? null;
      const change = changeTo('team', 1, { price });

      const preview = await world.processor.preview(before, change);
      const after = await world.processor.change(before, change, 'operation-1');

      expect(after.subscription).to.include({ interval: 'year', unitAmount: 12_000 });
      expect(after.subscription.currentPeriodStart).to.equal(change.prorationAt);
      expect(totalOfNew(after, before)).to.equal(preview.amountDueNow);
    });

    it('BIL-7: starts a cheaper plan when the period ends', async () => {
      const before = await world.processor.change(await world.subscribe(2), changeTo('business', 2), 'op-0');
      const change = changeTo('team', 2, { effective: 'period_end' });

      const preview = await world.processor.preview(before, change);
      const after = await world.processor.change(before, change, 'op-1');

      expect(preview).to.include({ amountDueNow: 0, nextInvoiceTotal: 2400 });
      expect(after.subscription).to.deep.include({
        planCode: 'business',
        pendingChange: {
          planCode: 'team',
          interval: 'month',
          seats: 2,
          effectiveAt: before.subscription.currentPeriodEnd,
        },
      });
      const renewed = await world.renew(after);
      expect(renewed.subscription).to.deep.include({
        planCode: 'team',
        unitAmount: 1200,
        pendingChange: null,
      });
      expect(renewed.subscription.currentPeriodStart).to.equal(before.subscription.currentPeriodEnd);
    });

    it('BIL-8: more seats are charged at once, fewer seats apply from the next period on', async () => {
      const before = await world.subscribe(2);
      world.advance(600_000);

      const more = await world.processor.setSeats(before, changeTo('team', 3), 'seats-3');
      const fewer = await world.processor.setSeats(more, changeTo('team', 1), 'seats-1');

      expect(more.subscription.seats).to.equal(3);
      const charged = totalOfNew(more, before);
      expect(charged).to.be.greaterThan(0).and.lessThan(1200);
      expect(fewer.subscription).to.include({ seats: 3 });
      expect(fewer.subscription.pendingChange).to.include({ planCode: 'team', seats: 1 });
      const renewed = await world.renew(fewer);
      expect(renewed.subscription).to.deep.include({ seats: 1, pendingChange: null });
    });

    it('BIL-8: seats that are taken again while a reduction waits are not charged twice', async () => {
      const before = await world.subscribe(3);
      world.advance(600_000);
      const fewer = await world.processor.setSeats(before, changeTo('team', 2), 'seats-2');

      const back = await world.processor.setSeats(fewer, changeTo('team', 3), 'seats-3');

      expect(totalOfNew(back, before)).to.equal(0);
      const renewed = await world.renew(back);
      expect(renewed.subscription.seats).to.equal(3);
    });

    it('BIL-8: more seats do not affect a plan that waits for the end of the period', async () => {
      const business = await world.processor.change(
        await world.subscribe(2),
        changeTo('business', 2),
        'op-0',
      );
      const change = changeTo('team', 2, { effective: 'period_end' });
      const waiting = await world.processor.change(business, change, 'op-1');

      const more = await world.processor.setSeats(waiting, changeTo('business', 4), 'seats-4');

      expect(more.subscription).to.include({ planCode: 'business', seats: 4 });
      expect(more.subscription.pendingChange).to.include({ planCode: 'team', seats: 4 });
    });

    it('BIL-9: a subscription ends with the period, unless the cancellation is taken back', async () => {
      const before = await world.subscribe(1);

      const cancelled = await world.processor.cancel(before, 'period_end', 'op-1');
      const resumed = await world.processor.resume(cancelled, 'op-2');
      const again = await world.processor.cancel(resumed, 'period_end', 'op-3');

      expect(
        [cancelled, resumed, again].map(({ subscription }) => subscription.cancelAtPeriodEnd),
      ).to.deep.equal([true, false, true]);
      const ended = await world.renew(again);
      expect(ended.subscription.status).to.equal('cancelled');
    });

    it('BIL-9: a subscription ends at once on request, and stays ended', async () => {
      const before = await world.subscribe(1);

      const ended = await world.processor.cancel(before, 'now', 'op-1');

      expect(ended.subscription).to.include({ status: 'cancelled', pendingChange: null });
      expect((await fetched(ended))?.subscription.status).to.equal('cancelled');
    });

    it('BIL-9: the same operation twice takes effect once', async () => {
      const before = await world.subscribe(1);
      world.advance(1000);
      const change = changeTo('business', 1);

      const first = await world.processor.change(before, change, 'operation-1');
      const second = await world.processor.change(before, change, 'operation-1');

      expect(second.subscription).to.deep.equal(first.subscription);
      expect(totalOfNew(second, before)).to.equal(totalOfNew(first, before));
    });

    it('BIL-12: returns null for an unknown subscription', async () => {
      expect(await world.processor.fetchSubscription('sub_of_nobody', null)).to.equal(null);
    });
  });
}
