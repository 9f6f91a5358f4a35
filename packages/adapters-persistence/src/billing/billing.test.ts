import { billing, type Repositories } from '@chancery/core';
import { expect } from 'chai';
import type { Database } from '../kernel/data-source.ts';
import { unitOfWork } from '../kernel/unit-of-work.ts';
import { failureOf, onBothDatabases, postgresDatabase, world } from '../testing/index.ts';

const team = { planCode: 'team', interval: 'month' as const };

onBothDatabases('usage counters', (database) => {
  const counting = async (limit: number | null) => {
    const made = await world({ database: database() });
    const units = unitOfWork(database());
    const unit = <T>(work: (usage: billing.BillingPorts['usage']) => Promise<T>) =>
      units.run('write', 'app', async (transaction) => {
        transaction.enter(made.workspaceId);
        return work(transaction.usage);
      });
    return {
      take: (count = 1) => unit((usage) => usage.take('projects', count, limit)),
      reserve: (count = 1) => unit((usage) => usage.reserve('projects', count, limit)),
      settle: (count = 1) => unit((usage) => usage.settle('projects', count)),
      unreserve: (count = 1) => unit((usage) => usage.unreserve('projects', count)),
      counted: () => unit((usage) => usage.counted('projects')),
      unit,
    };
  };

  it('BIL-4: of fifty simultaneous requests at the limit minus one exactly one passes', async () => {
    const { take, counted } = await counting(10);
    await take(9);

    const taken = await Promise.all(Array.from({ length: 50 }, () => take()));

    expect(taken.filter(Boolean)).to.have.length(1);
    expect(await counted()).to.deep.equal({ used: 10, reserved: 0 });
  });

  it('BIL-4: a reservation counts against the limit, and becomes use or is released', async () => {
    const { take, reserve, settle, unreserve, counted } = await counting(3);

    expect([await reserve(2), await take(1), await take(1), await reserve(1)]).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
    await settle(1);
    expect(await counted()).to.deep.equal({ used: 2, reserved: 1 });
    await unreserve(1);
    expect(await counted()).to.deep.equal({ used: 2, reserved: 0 });
    expect(await take(1)).to.equal(true);
  });

  it('BIL-5: each month is counted by itself', async () => {
    const { unit } = await counting(null);
    const november = (count: number) =>
      unit((usage) => usage.take('envelopes_per_month', count, 5, '2026-11-01'));
    const december = (count: number) =>
      unit((usage) => usage.take('envelopes_per_month', count, 5, '2026-12-01'));

    expect([await november(5), await november(1), await december(5)]).to.deep.equal([true, false, true]);
  });

  it('PLT-26: what is noted is counted although the limit is full, in its own month, and what is taken is then refused', async () => {
    const { unit } = await counting(3);
    const in_ = (period: string) => ({
      take: () => unit((usage) => usage.take('sms_per_month', 1, 2, period)),
      note: (count: number) => unit((usage) => usage.note('sms_per_month', count, period)),
      counted: () => unit((usage) => usage.counted('sms_per_month', period)),
    });
    const [november, december] = [in_('2026-11-01'), in_('2026-12-01')];

    await november.note(1);
    expect(await november.take()).to.equal(true);
    await Promise.all(Array.from({ length: 5 }, () => november.note(2)));

    expect(await november.counted()).to.deep.equal({ used: 12, reserved: 0 });
    expect(await november.take()).to.equal(false);
    expect(await december.counted()).to.deep.equal({ used: 0, reserved: 0 });
    expect(await december.take()).to.equal(true);
  });

  it('BIL-4: a transaction that is rolled back counts nothing', async () => {
    const { unit, counted } = await counting(3);

    await unit(async (usage) => {
      await usage.take('projects', 1, 3);
      throw new Error('not after all');
    }).catch(() => undefined);

    expect(await counted()).to.deep.equal({ used: 0, reserved: 0 });
  });

  it('BIL-4: the nightly recount corrects what drifted and records it', async () => {
    const made = await world({ database: database() });
    const { chancery, owner, worker, sql, workspaceId, happened, person } = made;
    await chancery.workspace.createProject({ name: 'One' }, owner.session);
    await person('member');
    await sql("update usage_counters set used = 7 where workspace_id = $1 and code = 'projects'", [
      workspaceId,
    ]);

    await worker.run('usage.reconcile');
    await worker.run('usage.reconcile');

    const { limits } = await chancery.billing.getCapabilities({}, owner.session);
    expect([limits.projects?.used, limits.members?.used]).to.deep.equal([1, 2]);
    const corrected = (await happened()).filter(({ type }) => type === 'usage.corrected');
    expect(corrected.map(({ facts }) => facts)).to.have.deep.members([
      { code: 'members', before: 1, after: 2 },
      { code: 'projects', before: 7, after: 1 },
    ]);
  });
});

onBothDatabases('subscriptions', (database) => {
  it('BIL-11: come back as they were stored, and are changed only by a caller who read the latest version', async () => {
    const made = await world({ database: database() });
    await made.chancery.billing.createCheckout(team, made.owner.session);
    const units = unitOfWork(database());
    const unit = <T>(work: (repositories: Repositories['billing']) => Promise<T>) =>
      units.run('write', 'app', async (transaction) => {
        transaction.enter(made.workspaceId);
        return work(transaction.repositories.billing);
      });
    const stored = await unit(({ subscriptions }) => subscriptions.live());
    if (stored === null) throw new Error('A checkout makes a subscription');
    const pendingChange = {
      planCode: 'free',
      interval: null,
      seats: 1,
      effectiveAt: stored.currentPeriodEnd,
    };

    const saved = await unit(({ subscriptions }) => subscriptions.save({ ...stored, pendingChange }));

    expect(await unit(({ subscriptions }) => subscriptions.live())).to.deep.equal(saved);
    expect(saved).to.deep.equal({ ...stored, pendingChange, version: 2 });
    expect(await failureOf(unit(({ subscriptions }) => subscriptions.save(stored)))).to.equal(
      'version_conflict',
    );
  });

  it('get invoices with consecutive numbers', async () => {
    const made = await world({
      database: database(),
      settings: { billing: { processor: 'embedded', collection: 'manual' } },
    });
    await made.sql("insert into billing_accounts (workspace_id, trial_used_at) values ($1, 'epoch')", [
      made.workspaceId,
    ]);
    await made.chancery.billing.createCheckout(team, made.owner.session);
    await made.chancery.billing.changePlan({ planCode: 'business' }, made.owner.session);

    const { invoices } = await made.chancery.billing.getBilling({}, made.owner.session);

    expect(invoices.map(({ number, total }) => [number, total])).to.deep.equal([
      ['2026-0002', 1200],
      ['2026-0001', 1200],
    ]);
  });
});

describe('billing under several connections', () => {
  let database: Database;
  before(async () => {
    database = await postgresDatabase({ poolSize: 10 });
  });
  after(() => database?.close());

  it('BIL-15: two simultaneous checkouts are one', async () => {
    const orders: string[] = [];
    const inner = new billing.EmbeddedBillingProcessor({
      clock: { now: () => '2026-11-23T12:00:00.000Z' },
      ids: { uuid7: () => '' },
      plans: (await world({ database })).ports.plans,
      collection: 'none',
    });
    // An outside processor answers after a while, with the same page for the same key.
    const payments = Object.assign(Object.create(inner), {
      kind: 'stripe',
      async createCheckout({ checkoutId }: { checkoutId: string }) {
        orders.push(checkoutId);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return {
          processorCheckoutId: `cs_${checkoutId}`,
          status: 'open',
          url: `https://pay.example.com/${checkoutId}`,
          expiresAt: '2026-11-24T12:00:00.000Z',
          customerId: `cus_${checkoutId}`,
          state: null,
        };
      },
    });
    const { chancery, owner, sql, workspaceId } = await world({ database, ports: { payments } });

    const sessions = await Promise.all(
      Array.from({ length: 6 }, () => chancery.billing.createCheckout(team, owner.session)),
    );
    const later = await chancery.billing.createCheckout(team, owner.session);

    expect(new Set([...sessions, later].map(({ id, url }) => `${id} ${url}`))).to.have.length(1);
    expect(new Set(orders)).to.have.length(1);
    const [row] = await sql<{ count: number }>(
      'select count(*) count from billing_checkouts where workspace_id = $1',
      [workspaceId],
    );
    expect(row?.count).to.equal(1);
  });

  it('BIL-15: another order replaces the open one', async () => {
    const { chancery, owner, sql, workspaceId } = await world({ database });
    await sql(
      `insert into billing_checkouts values ('01900000-0000-7000-8000-0000000000aa', $1, 'open', 'cs_1', 'https://pay.example.com/1', 'team', 'month', 1, 0, null, 'https://a/', 'https://a/', '2026-11-24T12:00:00Z', '2026-11-23T11:00:00Z')`,
      [workspaceId],
    );

    const { id } = await chancery.billing.createCheckout({ ...team, planCode: 'business' }, owner.session);

    const rows = await sql<{ id: string; status: string }>(
      'select id, status from billing_checkouts where workspace_id = $1 order by created_at',
      [workspaceId],
    );
    expect(rows).to.deep.equal([
      { id: '01900000-0000-7000-8000-0000000000aa', status: 'expired' },
      { id, status: 'complete' },
    ]);
  });

  it('BIL-15: two simultaneous embedded checkouts create one subscription', async () => {
    const { chancery, owner, sql, workspaceId } = await world({ database });

    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => failureOf(chancery.billing.createCheckout(team, owner.session))),
    );

    expect(
      outcomes.filter((code) => code !== 'none' && code !== 'billing.subscription_exists'),
    ).to.deep.equal([]);
    const [row] = await sql<{ count: number }>(
      'select count(*) count from subscriptions where workspace_id = $1',
      [workspaceId],
    );
    expect(row?.count).to.equal(1);
  });

  it('of two simultaneous changes of one embedded subscription one is made, and the other must read it again', async () => {
    const { chancery, owner } = await world({ database });
    await chancery.billing.createCheckout(team, owner.session);

    const outcomes = await Promise.all([
      failureOf(chancery.billing.changePlan({ planCode: 'business' }, owner.session)),
      failureOf(chancery.billing.cancelSubscription({}, owner.session)),
    ]);

    expect(outcomes).to.include('none');
    for (const code of outcomes) expect(code).to.be.oneOf(['none', 'version_conflict']);
  });
});
