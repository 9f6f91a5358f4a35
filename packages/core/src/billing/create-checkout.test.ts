import { failureOf, faultsOf, later, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const team = { planCode: 'team', interval: 'month' as const };

describe('createCheckout', () => {
  it('BIL-1: without a processor every other plan applies at once and costs nothing', async () => {
    const { chancery, owner, happened } = await world();
    const before = await chancery.billing.getBilling({}, owner.session);
    expect(before).to.deep.include({ subscription: null, invoices: [], upcomingInvoice: null });
    expect(before.plan.code).to.equal('self_hosted');

    const checkout = await chancery.billing.createCheckout(team, owner.session);

    expect(checkout).to.include({ status: 'complete', planCode: 'team', interval: 'month', seats: 1 });
    const { subscription, plan, invoices } = await chancery.billing.getBilling({}, owner.session);
    expect(subscription).to.include({
      status: 'trialing',
      planCode: 'team',
      unitAmount: 0,
      collection: 'none',
      processor: 'embedded',
      trialEndsAt: '2026-12-07T12:00:00.000Z',
      version: 1,
    });
    expect([plan.code, invoices]).to.deep.equal(['team', []]);
    expect((await happened()).map(({ type, facts }) => [type, facts])).to.deep.equal([
      ['billing.subscribed', { planCode: 'team', interval: 'month', seats: 1, trial: true }],
    ]);
    const { workspace } = await chancery.workspace.getWorkspace({}, owner.session);
    expect(workspace.planCode).to.equal('team');
  });

  it('BIL-1: lets the gates of a smaller plan be rehearsed', async () => {
    const { chancery, owner } = await world();
    await chancery.billing.createCheckout({ planCode: 'free' }, owner.session);

    expect(
      await failureOf(
        chancery.integrations.createApiKey({ name: 'x', scopes: ['members.read'] }, owner.session),
      ),
    ).to.equal('plan.feature_not_included');
  });

  it('refuses what cannot be bought, and names the field', async () => {
    const { chancery, owner, person } = await world();
    await person('member');
    const faults = (input: object) =>
      faultsOf(chancery.billing.createCheckout(input as never, owner.session));

    expect(await faults({ planCode: 'gold' })).to.deep.equal(['/planCode billing.plan_not_available']);
    expect(await faults({ planCode: 'self_hosted' })).to.deep.equal(['/planCode billing.plan_not_available']);
    expect(await faults({ planCode: 'team' })).to.deep.equal(['/interval field.required']);
  });

  it('refuses fewer seats than are in use', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    await sql("update usage_counters set used = 3 where workspace_id = $1 and code = 'members'", [
      workspaceId,
    ]);

    const faults = await faultsOf(chancery.billing.createCheckout({ ...team, seats: 2 }, owner.session));

    expect(faults).to.deep.equal(['/seats billing.seats_too_few']);
    expect((await chancery.billing.createCheckout(team, owner.session)).seats).to.equal(3);
  });

  it('BIL-14: accepts a path of the web app and never an address', async () => {
    const { chancery, owner } = await world({ settings: { webUrl: 'https://app.example.com' } });
    for (const successPath of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/a\\b',
      'evil',
      '/a b',
      '/\u0000',
    ])
      expect(
        await faultsOf(chancery.billing.createCheckout({ ...team, successPath }, owner.session)),
        successPath,
      ).to.deep.equal(['/successPath path.invalid']);

    const ofLength = (length: number) => `/${'a'.repeat(length - 1)}`;
    for (const cancelPath of [ofLength(501), ofLength(5000)])
      expect(
        await faultsOf(chancery.billing.createCheckout({ ...team, cancelPath }, owner.session)),
      ).to.deep.equal(['/cancelPath field.out_of_range']);

    const { url } = await chancery.billing.createCheckout(
      { ...team, successPath: '/done?x=1', cancelPath: ofLength(500) },
      owner.session,
    );

    expect(url).to.equal('https://app.example.com/done?x=1');
  });

  it('BIL-1: sells as many seats as are taken, unless a number is given', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    await sql("update usage_counters set used = 3 where workspace_id = $1 and code = 'members'", [
      workspaceId,
    ]);

    await chancery.billing.createCheckout(team, owner.session);

    const { subscription } = await chancery.billing.getBilling({}, owner.session);
    expect(subscription).to.include({ planCode: 'team', seats: 3 });
  });

  it('BIL-16: gives a trial only once', async () => {
    const made = await world();
    const { chancery, owner, worker } = made;
    await chancery.billing.createCheckout(team, owner.session);
    await chancery.billing.cancelSubscription({}, owner.session);
    const session = await later(made, owner, { days: 15 });
    await worker.run('billing.period_roll');
    expect((await chancery.billing.getBilling({}, session)).subscription).to.equal(null);

    await chancery.billing.createCheckout(team, session);

    const { subscription } = await chancery.billing.getBilling({}, session);
    expect(subscription).to.include({ status: 'active', trialEndsAt: null });
  });

  it('refuses a second subscription', async () => {
    const { chancery, owner } = await world();
    await chancery.billing.createCheckout(team, owner.session);

    expect(await failureOf(chancery.billing.createCheckout(team, owner.session))).to.equal(
      'billing.subscription_exists',
    );
  });

  it('PLT-13: does not call the processor for an unverified owner if verification is required', async () => {
    const { chancery, owner, sql } = await world({ settings: { emailVerification: 'required' } });
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);

    expect(await failureOf(chancery.billing.createCheckout(team, owner.session))).to.equal(
      'auth.email_unverified',
    );
    expect(
      await sql('select id from billing_checkouts where workspace_id = $1', [owner.workspaceId]),
    ).to.deep.equal([]);
  });
});
