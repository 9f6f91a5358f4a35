import { failureOf, later, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { entitlementsOf, usageMonth } from '../kernel/entitlements.ts';
import { isFailure } from '../kernel/errors.ts';
import type { Caller } from '../kernel/principal.ts';
import { builtInPlans } from './plans.ts';

describe('getCapabilities', () => {
  it('shows every feature and limit of the plan as they apply, even to a guest', async () => {
    const { chancery, person } = await world();
    const guest = await person('guest');

    const capabilities = await chancery.billing.getCapabilities({}, guest.session);

    expect(capabilities).to.include({ planCode: 'self_hosted', status: 'none', restricted: false });
    expect(capabilities.features).to.deep.equal(builtInPlans.plan('self_hosted').features);
    expect(capabilities.limits.members).to.deep.equal({
      limit: null,
      used: 1,
      reserved: 0,
      remaining: null,
      overLimit: false,
      resetsAt: null,
    });
  });

  it('BIL-5: monthly limits follow the calendar month in UTC, or the period of a subscription, whose status is shown', async () => {
    const made = await world();
    const { chancery, owner, sql, workspaceId } = made;
    await sql("insert into usage_counters values ($1, 'envelopes_per_month', '2026-11-01', 3)", [
      workspaceId,
    ]);
    const envelopes = async (session = owner.session) =>
      (await chancery.billing.getCapabilities({}, session)).limits.envelopes_per_month;
    expect(await envelopes()).to.deep.include({ used: 3, resetsAt: '2026-12-01T00:00:00.000Z' });

    const session = await later(made, owner, { days: 8 });
    expect(await envelopes(session)).to.deep.include({ used: 0, resetsAt: '2027-01-01T00:00:00.000Z' });

    await chancery.billing.createCheckout({ planCode: 'business', interval: 'year' }, session);
    expect((await envelopes(session))?.resetsAt).to.equal('2027-01-01T12:00:00.000Z');
    expect(await chancery.billing.getCapabilities({}, session)).to.include({ status: 'trialing' });
  });

  it('BIL-5: only monthly and daily limits start again; a daily one does so at the next midnight in UTC', async () => {
    const made = await world();
    const startsAgain = async (session: Caller) => {
      const { limits } = await made.chancery.billing.getCapabilities({}, session);
      return Object.entries(limits).flatMap(([code, { resetsAt }]) =>
        resetsAt === null ? [] : [`${code} ${resetsAt}`],
      );
    };

    expect(await startsAgain(made.owner.session)).to.have.members([
      'envelopes_per_month 2026-12-01T00:00:00.000Z',
      'sms_per_month 2026-12-01T00:00:00.000Z',
      'mails_per_day 2026-11-24T00:00:00.000Z',
    ]);
    const session = await later(made, made.owner, { days: 7, hours: 11 });
    expect(await startsAgain(session)).to.include('mails_per_day 2026-12-01T00:00:00.000Z');
  });

  it('BIL-5: with a subscription the use of the month of its period counts, and none of the calendar month or of another period', async () => {
    const made = await world();
    const { chancery, owner, sql, workspaceId } = made;
    const begun = await later(made, owner, { days: 10 });
    await chancery.billing.createCheckout({ planCode: 'business', interval: 'year' }, begun);
    for (const [period, used] of [
      ['2026-12-01', 2],
      ['2026-12-03', 3],
      ['2027-01-03', 4],
    ])
      await sql("insert into usage_counters values ($1, 'envelopes_per_month', $2, $3)", [
        workspaceId,
        period,
        used,
      ]);
    const shown = async (session: typeof begun) =>
      (await chancery.billing.getCapabilities({}, session)).limits.envelopes_per_month;

    expect(await shown(begun)).to.include({ used: 3, resetsAt: '2027-01-03T12:00:00.000Z' });
    expect(await shown(await later(made, owner, { days: 31, seconds: -1 }))).to.include({ used: 3 });
    expect(await shown(await later(made, owner, { seconds: 1 }))).to.include({
      used: 4,
      resetsAt: '2027-02-03T12:00:00.000Z',
    });
  });

  it('BIL-5: a month that began on the 31st comes again on the 31st', () => {
    const monthlyFrom = '2026-01-31T10:00:00.000Z';
    const month = (now: string) => usageMonth({ monthlyFrom }, now);

    expect(month('2026-02-28T09:59:59.999Z')).to.deep.equal({
      from: monthlyFrom,
      to: '2026-02-28T10:00:00.000Z',
    });
    expect(month('2026-02-28T10:00:00.000Z').to).to.equal('2026-03-31T10:00:00.000Z');
    expect(month('2026-03-31T09:00:00.000Z').from).to.equal('2026-02-28T10:00:00.000Z');
    expect(month('2025-12-01T00:00:00.000Z').from).to.equal(monthlyFrom);
  });

  it('BIL-5: the use of a monthly limit counts in its month', async () => {
    const calls: (string | undefined)[] = [];
    const counters = {
      take: async (_code: string, _count: number, _limit: number | null, period?: string) => {
        calls.push(period);
        return true;
      },
      note: async () => undefined,
      release: async () => undefined,
      reserve: async () => true,
      settle: async () => undefined,
      unreserve: async () => undefined,
      counted: async () => ({ used: 0, reserved: 0 }),
    };
    const entitlements = entitlementsOf(builtInPlans.plan('team'), builtInPlans, counters, '2026-11-23');

    await entitlements.take('envelopes_per_month');
    await entitlements.take('projects');

    expect(calls).to.deep.equal(['2026-11-23', undefined]);
  });

  it('shows what an operator granted beside the plan, until it ends', async () => {
    const made = await world();
    const { chancery, owner, sql, workspaceId } = made;
    const override = {
      code: 'projects',
      value: 500,
      reason: 'Migration',
      expiresAt: '2026-11-24T12:00:00.000Z',
    };
    await sql("update workspaces set plan_code = 'free', plan_terms = $2 where id = $1", [
      workspaceId,
      { overrides: [override, { code: 'webhooks', value: true, reason: 'Pilot', expiresAt: null }] },
    ]);

    const now = await chancery.billing.getCapabilities({}, owner.session);
    const then = await chancery.billing.getCapabilities({}, await later(made, owner, { days: 1 }));

    expect([now.limits.projects?.limit, now.features.webhooks]).to.deep.equal([500, true]);
    expect(now.overrides).to.have.length(2);
    expect([then.limits.projects?.limit, then.features.webhooks]).to.deep.equal([3, true]);
  });

  for (const [status, reason] of [
    ['closing', 'workspace_closing'],
    ['suspended', 'workspace_suspended'],
  ] as const) {
    it(`says that a workspace is restricted while it is ${status}`, async () => {
      const { chancery, owner, sql, workspaceId } = await world();
      await sql('update workspaces set status = $2 where id = $1', [workspaceId, status]);

      expect(await chancery.billing.getCapabilities({}, owner.session)).to.include({
        restricted: true,
        restrictedReason: reason,
      });
    });
  }
});

describe('the gates of a plan', () => {
  it('BIL-2: a refusal names the missing feature and the plans that have it', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);

    const refusal = await chancery.integrations
      .createApiKey({ name: 'x', scopes: ['members.read'] }, owner.session)
      .catch((error: unknown) => error);

    expect(isFailure(refusal) && [refusal.code, refusal.details]).to.deep.equal([
      'plan.feature_not_included',
      [
        {
          path: '',
          code: 'api_integrations',
          message:
            'The plan Free does not include api_integrations. Plans that do: Team, Business, Enterprise, Self-hosted.',
        },
      ],
    ]);
  });

  it('BIL-2: a refusal names the full limit, how much of it is used, and the plans that would suffice', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    await sql("insert into usage_counters values ($1, 'projects', 'epoch', 3)", [workspaceId]);

    const refusal = await chancery.workspace
      .createProject({ name: 'Fourth' }, owner.session)
      .catch((error: unknown) => error);

    expect(isFailure(refusal) && [refusal.code, refusal.details]).to.deep.equal([
      'plan.limit_reached',
      [
        {
          path: '',
          code: 'projects',
          message:
            'The plan Free allows 3 projects, 3 used. Plans that would do: Team, Business, Enterprise, Self-hosted.',
        },
      ],
    ]);
    expect(await failureOf(chancery.workspace.listProjects({}, owner.session))).to.equal('none');
  });
});
