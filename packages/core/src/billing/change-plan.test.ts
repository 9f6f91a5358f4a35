import { failureOf, faultsOf, later, payingWorld, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const manual = { billing: { processor: 'embedded', collection: 'manual' } } as const;
const month = 'month' as const;

/** A paid `team` plan with three seats, after its trial, ten days into a month of 31. */
async function tenDaysIn() {
  const made = await world({ settings: manual });
  const { chancery, owner, worker } = made;
  await chancery.billing.createCheckout({ planCode: 'team', interval: month, seats: 3 }, owner.session);
  await later(made, owner, { days: 14 });
  await worker.run('billing.period_roll');
  const session = await later(made, owner, { days: 10 });
  return { ...made, session };
}

describe('changePlan', () => {
  it('BIL-7: the charge equals the preview, to the minor unit, if it follows within a minute', async () => {
    const made = await tenDaysIn();
    const { chancery, owner } = made;
    const before = await chancery.billing.getBilling({}, made.session);
    const wanted = { planCode: 'business', interval: month };

    const shown = await chancery.billing.changePlan({ ...wanted, preview: true }, made.session);
    const between = await chancery.billing.getBilling({}, made.session);
    const session = await later(made, owner, { seconds: 60 });
    const changed = await chancery.billing.changePlan(wanted, session);
    const after = await chancery.billing.getBilling({}, session);

    expect(between).to.deep.equal(before);
    // Of 31 days 21 are left: (2400 − 1200) × 3 × 21 / 31, each half rounded by itself.
    expect(shown.preview).to.deep.include({
      amountDueNow: 4877 - 2439,
      currency: 'USD',
      nextInvoiceTotal: 7200,
    });
    expect(changed).to.deep.include({ preview: null });
    expect(changed.subscription).to.include({ planCode: 'business', unitAmount: 2400, version: 3 });
    expect(after.invoices[0]).to.include({ total: shown.preview?.amountDueNow, status: 'open' });
    expect(after.invoices[0]?.lines).to.deep.equal(shown.preview?.lines);
  });

  it('BIL-7: after a minute the charge counts from its own second', async () => {
    const made = await tenDaysIn();
    // So many seats that two seconds are worth more than a cent.
    const wanted = { planCode: 'business', interval: month, seats: 10_000 };
    const shown = await made.chancery.billing.changePlan({ ...wanted, preview: true }, made.session);
    const session = await later(made, made.owner, { seconds: 62 });

    await made.chancery.billing.changePlan(wanted, session);

    const { invoices } = await made.chancery.billing.getBilling({}, session);
    expect(invoices[0]?.total).to.be.lessThan(shown.preview?.amountDueNow ?? 0);
  });

  it('BIL-6: refuses and names what is in use beyond the plan, unless that is acknowledged; then nothing is deleted', async () => {
    const made = await tenDaysIn();
    const { chancery, sql, workspaceId, worker, owner } = made;
    await sql("insert into usage_counters values ($1, 'projects', 'epoch', 120)", [workspaceId]);
    await chancery.billing.changePlan({ planCode: 'business', interval: month }, made.session);
    const down = { planCode: 'team', interval: month, effective: 'immediately' as const };

    const refusal = await chancery.billing.changePlan(down, made.session).catch((error) => error);
    expect([refusal.code, refusal.details.map(({ code }: { code: string }) => code)]).to.deep.equal([
      'billing.usage_exceeds_plan',
      ['projects'],
    ]);
    const shown = await chancery.billing.changePlan({ ...down, preview: true }, made.session);
    expect(shown.preview?.overLimits).to.deep.equal([{ code: 'projects', limit: 100, used: 120 }]);

    await chancery.billing.changePlan({ ...down, acknowledgeOverLimit: true }, made.session);
    const { limits } = await chancery.billing.getCapabilities({}, made.session);
    expect(limits.projects).to.deep.include({ limit: 100, used: 120, remaining: 0, overLimit: true });
    const create = () => failureOf(chancery.workspace.createProject({ name: 'One more' }, made.session));
    expect(await create()).to.equal('plan.limit_reached');
    await sql("update usage_counters set used = 99 where workspace_id = $1 and code = 'projects'", [
      workspaceId,
    ]);
    expect(await create()).to.equal('none');
    await worker.drain();
    expect(owner.workspaceId).to.equal(workspaceId);
  });

  it('BIL-6: the use of the running month counts if the smaller plan starts at once, but not if it starts with a new month; what is only promised, sent today or sent in an earlier month never does', async () => {
    const made = await tenDaysIn();
    const { chancery, sql, workspaceId } = made;
    await chancery.billing.changePlan({ planCode: 'business', interval: month }, made.session);
    const { subscription } = await chancery.billing.getBilling({}, made.session);
    const count = (code: string, period: string, used: number, reserved = 0) =>
      sql(
        'insert into usage_counters (workspace_id, code, period_start, used, reserved) values ($1, $2, $3, $4, $5)',
        [workspaceId, code, period, used, reserved],
      );
    await count('envelopes_per_month', subscription?.currentPeriodStart?.slice(0, 10) ?? '', 90_000);
    await count('sms_per_month', '2025-01-01', 90_000);
    await count('mails_per_day', made.clock.now().slice(0, 10), 90_000);
    await count('projects', 'epoch', 100, 90_000);
    const over = async (effective: 'immediately' | 'period_end') =>
      (
        await chancery.billing.changePlan(
          { planCode: 'team', interval: month, effective, preview: true },
          made.session,
        )
      ).preview?.overLimits.map(({ code }) => code);

    expect(await over('immediately')).to.deep.equal(['envelopes_per_month']);
    expect(await over('period_end')).to.deep.equal([]);
  });

  it('changes to a cheaper plan at the end of the period, or at once with a credit', async () => {
    const made = await tenDaysIn();
    const { chancery, worker, owner } = made;
    await chancery.billing.changePlan({ planCode: 'business', interval: month }, made.session);
    const { subscription } = await chancery.billing.changePlan(
      { planCode: 'team', interval: month },
      made.session,
    );
    expect(subscription).to.deep.include({
      planCode: 'business',
      pendingChange: {
        planCode: 'team',
        interval: 'month',
        seats: 3,
        effectiveAt: subscription.currentPeriodEnd,
      },
    });
    const session = await later(made, owner, { days: 22 });
    await worker.run('billing.period_roll');

    const after = await chancery.billing.getBilling({}, session);

    expect(after.subscription).to.deep.include({ planCode: 'team', pendingChange: null });
    expect(after.plan.code).to.equal('team');
    expect(after.invoices[0]?.total).to.equal(3600);
  });

  it('refuses the same plan, fewer seats than are in use, another version, and a state that does not allow it', async () => {
    const made = await tenDaysIn();
    const { chancery, session, sql, workspaceId } = made;
    const change = (input: object) => chancery.billing.changePlan(input as never, session);

    expect(await failureOf(change({ planCode: 'team' }))).to.equal('billing.same_plan');
    expect(await failureOf(change({ planCode: 'business', expectedVersion: 9 }))).to.equal(
      'version_conflict',
    );
    await sql("update usage_counters set used = 2 where workspace_id = $1 and code = 'members'", [
      workspaceId,
    ]);
    expect(await faultsOf(change({ planCode: 'business', seats: 1 }))).to.deep.equal([
      '/seats billing.seats_too_few',
    ]);
    await sql("update subscriptions set status = 'past_due' where workspace_id = $1", [workspaceId]);
    expect(await failureOf(change({ planCode: 'business' }))).to.equal('billing.invalid_state');
  });

  it('PLT-1: a version that has moved on is answered before what is in use, and before the state', async () => {
    const { chancery, session, sql, workspaceId } = await tenDaysIn();
    const change = (expectedVersion: number) =>
      failureOf(chancery.billing.changePlan({ planCode: 'business', expectedVersion }, session));
    await sql(
      `insert into usage_counters values ($1, 'projects', 'epoch', 5000)
       on conflict (workspace_id, code, period_start) do update set used = 5000`,
      [workspaceId],
    );
    await sql("update subscriptions set status = 'past_due' where workspace_id = $1", [workspaceId]);
    const [row] = await sql<{ version: number }>(
      'select version from subscriptions where workspace_id = $1',
      [workspaceId],
    );

    expect(await change((row?.version ?? 0) + 1)).to.equal('version_conflict');
    expect(await change(row?.version ?? 0)).to.equal('billing.usage_exceeds_plan');
  });

  it('requires a subscription', async () => {
    const { chancery, owner } = await world();
    for (const call of [
      chancery.billing.changePlan({ planCode: 'team', interval: month }, owner.session),
      chancery.billing.cancelSubscription({}, owner.session),
      chancery.billing.resumeSubscription({}, owner.session),
    ])
      expect(await failureOf(call)).to.equal('billing.no_subscription');
  });

  it('BIL-9: a declined card fails with billing.payment_failed, and nothing changes', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor } = made;
    await made.subscribe();
    processor.declines = true;

    const code = await failureOf(chancery.billing.changePlan({ planCode: 'business' }, owner.session));

    expect(code).to.equal('billing.payment_failed');
    expect((await chancery.billing.getBilling({}, owner.session)).subscription).to.include({
      planCode: 'team',
      version: 1,
    });
  });

  it('BIL-9: a repeat after a lost answer carries the idempotency key of the first request', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor } = made;
    await made.subscribe();
    processor.away = true;
    const change = () => chancery.billing.changePlan({ planCode: 'business' }, owner.session);
    expect(await failureOf(change())).to.equal('dependency.unavailable');
    processor.away = false;

    const { subscription } = await change();

    const keys = processor.calls.filter((call) => call.startsWith('change '));
    expect(new Set(keys)).to.have.length(1);
    expect([keys.length, subscription.planCode]).to.deep.equal([2, 'business']);
  });

  it('BIL-9: nothing changes here while the answer is pending', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor } = made;
    await made.subscribe();
    processor.away = true;

    await failureOf(chancery.billing.changePlan({ planCode: 'business' }, owner.session));
    await failureOf(chancery.billing.cancelSubscription({}, owner.session));

    expect((await chancery.billing.getBilling({}, owner.session)).subscription).to.include({
      planCode: 'team',
      cancelAtPeriodEnd: false,
      version: 1,
    });
  });

  it('BIL-17: if the processor is unavailable, checkout, portal and change answer 503 with a time to retry; capabilities and gates still work', async () => {
    const made = await payingWorld();
    const { chancery, owner, processor } = made;
    await made.subscribe();
    processor.away = true;
    const refusals = await Promise.all(
      [
        chancery.billing.changePlan({ planCode: 'business' }, owner.session),
        chancery.billing.openPortal({}, owner.session),
      ].map((call) => call.catch((error: unknown) => error)),
    );
    const other = await payingWorld();
    other.processor.away = true;
    refusals.push(
      await other.chancery.billing
        .createCheckout({ planCode: 'team', interval: month }, other.owner.session)
        .catch((error: unknown) => error),
    );

    for (const refusal of refusals)
      expect(refusal).to.deep.include({ code: 'dependency.unavailable', retryAfterSeconds: 30 });
    expect((await chancery.billing.getCapabilities({}, owner.session)).planCode).to.equal('team');
    expect(
      await failureOf(
        chancery.integrations.createApiKey({ name: 'x', scopes: ['members.read'] }, owner.session),
      ),
    ).to.equal('none');
  });
});

describe('cancelSubscription and resumeSubscription', () => {
  it('are refused for a version of the subscription that is not the current one', async () => {
    const { chancery, owner } = await world();
    await chancery.billing.createCheckout({ planCode: 'team', interval: month }, owner.session);
    const cancel = (expectedVersion: number) =>
      failureOf(chancery.billing.cancelSubscription({ expectedVersion }, owner.session));
    const resume = (expectedVersion: number) =>
      failureOf(chancery.billing.resumeSubscription({ expectedVersion }, owner.session));

    expect(await cancel(2)).to.equal('version_conflict');
    expect(await cancel(1)).to.equal('none');
    expect(await resume(1)).to.equal('version_conflict');
    expect(await resume(2)).to.equal('none');
  });
  it('end the subscription with the period, notify the owners, and take that back', async () => {
    const made = await world();
    const { chancery, owner, happened, worker, ports } = made;
    await chancery.billing.createCheckout({ planCode: 'team', interval: month }, owner.session);

    const first = await chancery.billing.cancelSubscription({}, owner.session);
    const again = await chancery.billing.cancelSubscription({}, owner.session);
    await worker.drain();
    const resumed = await chancery.billing.resumeSubscription({}, owner.session);

    expect(again).to.deep.equal(first);
    expect(first.subscription).to.include({ cancelAtPeriodEnd: true, version: 2 });
    expect(resumed.subscription).to.include({ cancelAtPeriodEnd: false, version: 3 });
    expect(await failureOf(chancery.billing.resumeSubscription({}, owner.session))).to.equal(
      'billing.invalid_state',
    );
    expect((await happened()).map(({ type }) => type)).to.deep.equal([
      'billing.subscribed',
      'billing.cancel_scheduled',
      'billing.resumed',
    ]);
    const mails = ports.mail.sent.filter(({ to }) => to.address === owner.email);
    expect(mails.map(({ subject }) => subject)).to.deep.equal([
      "The subscription of Ada's workspace will end",
    ]);
  });

  it('leave the workspace on the default plan when the period is over', async () => {
    const made = await world();
    const { chancery, owner, worker, happened } = made;
    await chancery.billing.createCheckout({ planCode: 'free' }, owner.session);
    await chancery.billing.cancelSubscription({}, owner.session);

    const session = await later(made, owner, { days: 31 });
    await worker.run('billing.period_roll');

    expect(await chancery.billing.getBilling({}, session)).to.deep.include({ subscription: null });
    expect((await chancery.workspace.getWorkspace({}, session)).workspace.planCode).to.equal('self_hosted');
    expect((await happened()).at(-1)?.type).to.equal('billing.cancelled');
  });
});

describe('openPortal', () => {
  it('BIL-14: returns to a path of the web app; embedded it is the billing page itself', async () => {
    const { chancery, owner } = await world({ settings: { webUrl: 'https://app.example.com' } });

    const { url } = await chancery.billing.openPortal({}, owner.session);

    expect(url).to.equal('https://app.example.com/settings/billing');
    expect(
      await faultsOf(chancery.billing.openPortal({ returnPath: 'https://evil.example/' }, owner.session)),
    ).to.deep.equal(['/returnPath path.invalid']);
  });

  it('needs an earlier checkout if an outside processor collects', async () => {
    const made = await payingWorld({ settings: { webUrl: 'https://app.example.com' } });
    expect(await failureOf(made.chancery.billing.openPortal({}, made.owner.session))).to.equal(
      'billing.no_customer',
    );
    await made.subscribe();

    const { url } = await made.chancery.billing.openPortal({}, made.owner.session);

    expect(url).to.equal('https://pay.example.com/portal');
    expect(made.processor.calls).to.include(
      `portal cus_${made.workspaceId} https://app.example.com/settings/billing`,
    );
  });
});
