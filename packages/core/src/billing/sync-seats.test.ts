import { payingWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('billing.sync_seats', () => {
  it('BIL-8: joining raises the seats at once, leaving lowers them at the end of the period, with at most one call a minute', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor, worker, clock, sql, workspaceId } = made;
    await made.subscribe();
    const taken = (used: number) =>
      sql("update usage_counters set used = $2 where workspace_id = $1 and code = 'members'", [
        workspaceId,
        used,
      ]);
    const seats = async () => {
      const { subscription } = await chancery.billing.getBilling({}, owner.session);
      return [subscription?.seats, subscription?.pendingChange?.seats ?? null];
    };
    const calls = () => processor.calls.filter((call) => call.startsWith('seats')).length;

    await taken(3);
    await worker.run('billing.sync_seats');
    expect([await seats(), calls()]).to.deep.equal([[3, null], 1]);
    await taken(2);
    clock.advance({ seconds: 59 });
    await worker.run('billing.sync_seats');
    expect(calls()).to.equal(1);
    clock.advance({ seconds: 1 });
    await worker.run('billing.sync_seats');
    expect([await seats(), calls()]).to.deep.equal([[3, 2], 2]);
    clock.advance({ seconds: 60 });
    await worker.run('billing.sync_seats');
    expect(calls()).to.equal(2);
  });

  it('BIL-8: seats that an owner chose are kept, however many are taken', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor, worker } = made;
    const { id } = await chancery.billing.createCheckout(
      { planCode: 'team', interval: 'month', seats: 5 },
      owner.session,
    );
    await made.deliverEvent('customer.subscription.created', await processor.complete(id));

    await worker.run('billing.sync_seats');

    expect(processor.calls.some((call) => call.startsWith('seats'))).to.equal(false);
    expect((await chancery.billing.getBilling({}, owner.session)).subscription?.seats).to.equal(5);
  });
});
