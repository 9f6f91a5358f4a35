import { invited, payingWorld } from '@chancery/adapters-persistence/testing';
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
      // Each seat keeps its price.
      expect(subscription).to.include({ planCode: 'team', unitAmount: 1200 });
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

  it('BIL-8: a seat is an active member: guests, people who are suspended and invitations take none', async () => {
    const made = await payingWorld();
    const { chancery, owner, person, worker, clock } = made;
    await made.subscribe();
    for (const role of ['member', 'guest', 'guest'] as const) await person(role);
    const suspended = await person('member');
    await worker.run('usage.reconcile');
    const synced = async () => {
      clock.advance({ minutes: 1 });
      await worker.run('billing.sync_seats');
      const { subscription } = await chancery.billing.getBilling({}, owner.session);
      return [subscription?.seats, subscription?.pendingChange?.seats ?? null];
    };
    expect(await synced()).to.deep.equal([3, null]);

    await invited(made);
    await invited(made, { role: 'guest' });
    expect(await synced()).to.deep.equal([3, null]);
    await chancery.workspace.suspendMember({ userId: suspended.id }, owner.session);
    expect(await synced()).to.deep.equal([3, 2]);
    await chancery.workspace.reactivateMember({ userId: suspended.id }, owner.session);
    expect(await synced()).to.deep.equal([3, 3]);
  });

  for (const [what, change] of [
    ['unpaid', "status = 'unpaid'"],
    ['sold at one price for all seats', 'per_seat = false'],
  ] as const)
    it(`BIL-8: a subscription that is ${what} gets no seats, and costs no call`, async () => {
      const made = await payingWorld();
      const { processor, worker, clock, sql, workspaceId } = made;
      await made.subscribe();
      await sql(`update subscriptions set ${change} where workspace_id = $1`, [workspaceId]);
      await sql("update usage_counters set used = 4 where workspace_id = $1 and code = 'members'", [
        workspaceId,
      ]);
      const before = processor.calls.length;

      clock.advance({ minutes: 1 });
      await worker.run('billing.sync_seats');

      expect(processor.calls.length).to.equal(before);
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
