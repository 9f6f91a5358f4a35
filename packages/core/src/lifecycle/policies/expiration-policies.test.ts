import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { usualNotices } from './policy-fields.ts';

async function office() {
  const here = await world();
  const bo = await here.person('member', 'Bo');
  const { lifecycle } = here.chancery;
  const create = (input: object = {}) =>
    lifecycle.createExpirationPolicy(
      { name: 'Insurance', basis: 'document_date', ...input },
      here.owner.session,
    );
  const update = (policyId: string, input: object) =>
    lifecycle.updateExpirationPolicy({ policyId, ...input }, here.owner.session);
  return { ...here, lifecycle, bo, create, update };
}

describe('expiration policies', () => {
  it('are created with defaults', async () => {
    const { create, happened, workspaceId } = await office();

    const { policy } = await create();

    const { id, createdAt: _, updatedAt: __, ...kept } = policy;
    expect(kept).to.deep.equal({
      workspaceId,
      name: 'Insurance',
      description: null,
      status: 'active',
      basis: 'document_date',
      duration: null,
      fixedDate: null,
      graceDays: 0,
      notices: usualNotices,
      noticeLocalTime: '09:00',
      timeZone: null,
      requireConfirmation: true,
      openRenewalDaysBefore: null,
      revokeSharesOnExpiry: false,
      retention: null,
      assignmentCount: 0,
      documentCount: 0,
      assignments: [],
      revision: 1,
      version: 1,
    });
    expect(await happened()).to.deep.equal([
      {
        type: 'expiration_policy.created',
        facts: { basis: 'document_date', revision: 1 },
        target: { kind: 'expiration_policy', id },
      },
    ]);
  });

  it('keep what their basis needs, and nothing of another', async () => {
    const { create, update } = await office();
    const duration = { years: 1, months: 0, days: 0 };

    const { policy } = await create({ basis: 'issue_date_plus', duration: { years: 1 } });
    expect(policy).to.deep.include({ duration, fixedDate: null });
    const fixed = await update(policy.id, { basis: 'fixed_date', fixedDate: '2027-12-31' });
    expect(fixed.policy).to.deep.include({ duration: null, fixedDate: '2027-12-31', revision: 2 });

    for (const basis of ['issue_date_plus', 'effective_date_plus', 'upload_date_plus', 'sealed_date_plus'])
      expect(await faultsOf(create({ basis }))).to.deep.equal(['/duration policy.duration_required']);
    expect(await faultsOf(create({ basis: 'fixed_date' }))).to.deep.equal([
      '/fixedDate policy.fixed_date_required',
    ]);
  });

  it('refuse what cannot be, and name the field', async () => {
    const { create } = await office();
    const daysBefore = (...days: number[]) => days.map((one) => ({ daysBefore: one }));
    const faults: readonly (readonly [object, readonly string[]])[] = [
      [{ timeZone: 'Europe/Atlantis' }, ['/timeZone time_zone.unknown']],
      [{ noticeLocalTime: '24:00' }, ['/noticeLocalTime field.invalid']],
      [{ notices: daysBefore(7, 7) }, ['/notices field.duplicate']],
      [{ notices: daysBefore(731) }, ['/notices/0/daysBefore field.out_of_range']],
      [
        { notices: daysBefore(...Array.from({ length: 13 }, (_, at) => at)) },
        ['/notices field.out_of_range'],
      ],
      [{ notices: [{ daysBefore: 7, recipients: [] }] }, ['/notices/0/recipients field.out_of_range']],
      [{ notices: [{ daysBefore: 7, recipients: ['custom'] }] }, ['/notices/0/emails field.required']],
      [
        { notices: [{ daysBefore: 7, emails: ['a@example.com'] }] },
        ['/notices/0/emails field.not_an_option'],
      ],
      [{ basis: 'fixed_date', fixedDate: '2200-01-01' }, ['/fixedDate field.out_of_range']],
      [{ basis: 'issue_date_plus', duration: {} }, ['/duration field.out_of_range']],
      [
        { retention: { trigger: 'expired', months: 24, approvals: 3 } },
        ['/retention/approvals field.out_of_range'],
      ],
      [{ graceDays: 366 }, ['/graceDays field.out_of_range']],
    ];

    for (const [input, expected] of faults) expect(await faultsOf(create(input))).to.deep.equal(expected);
  });

  it('send notices to the addresses of members only', async () => {
    const { create, bo } = await office();
    const to = (...emails: string[]) => ({ notices: [{ daysBefore: 7, recipients: ['custom'], emails }] });

    const { policy } = await create(to(bo.email));

    expect(policy.notices[0]?.emails).to.deep.equal([bo.email]);
    expect(await faultsOf(create({ name: 'Other', ...to(bo.email, 'stranger@example.com') }))).to.deep.equal([
      '/notices/0/emails/1 field.not_an_option',
    ]);
  });

  it('LIF-7: count their revisions, and nothing if nothing changes', async () => {
    const { create, update, happened } = await office();
    const said = {
      basis: 'issue_date_plus',
      duration: { years: 1, months: 2, days: 3 },
      notices: [{ daysBefore: 7, recipients: ['admins', 'lifecycle_owner'] }, { daysBefore: 30 }],
      retention: { trigger: 'expired', months: 24 },
    };
    const { policy } = await create(said);

    const changed = await update(policy.id, { graceDays: 14, expectedVersion: 1 });
    const same = await update(policy.id, { graceDays: 14, ...said });

    expect(changed.policy).to.include({ graceDays: 14, revision: 2, version: 2 });
    expect(changed.policy.retention).to.deep.equal({
      trigger: 'expired',
      months: 24,
      approvals: 1,
      coolOffDays: 7,
    });
    expect(same.policy).to.deep.equal(changed.policy);
    expect(await failureOf(update(policy.id, { graceDays: 3, expectedVersion: 1 }))).to.equal(
      'version_conflict',
    );
    expect((await happened()).map(({ type }) => type)).to.deep.equal([
      'expiration_policy.created',
      'expiration_policy.updated',
    ]);
  });

  it('LIF-23: a name taken twice at once is given to one, and is free again once its policy is archived', async () => {
    const { create, update, lifecycle, owner } = await office();

    const outcomes = await Promise.all([1, 2, 3].map(() => failureOf(create())));
    expect(outcomes.sort()).to.deep.equal(['none', 'policy.duplicate', 'policy.duplicate']);

    const [first] = (await lifecycle.listExpirationPolicies({}, owner.session)).policies;
    await update(first?.id ?? '', { status: 'archived' });
    const { policy: second } = await create({ name: 'INSURANCE' });
    expect(await failureOf(update(first?.id ?? '', { status: 'active' }))).to.equal('policy.duplicate');
    await update(second.id, { name: 'Second' });
    expect((await update(first?.id ?? '', { status: 'active' })).policy.status).to.equal('active');
    const { policies } = await lifecycle.listExpirationPolicies({ status: 'all' }, owner.session);
    expect(policies.map(({ name }) => name)).to.deep.equal(['Insurance', 'Second']);
  });

  it('LIF-29: are at most 1,000 that are not archived', async () => {
    const { create, sql, workspaceId } = await office();
    const { policy } = await create();
    await sql(
      `insert into expiration_policies
       select gen_random_uuid(), workspace_id, name || n, name_fold || n, description, status, basis, duration, fixed_date,
         grace_days, notices, notice_local_time, time_zone, require_confirmation, open_renewal_days_before,
         revoke_shares_on_expiry, retention, revision, created_at, updated_at, version
       from expiration_policies, generate_series(1, 998) n where workspace_id = $1 and id = $2`,
      [workspaceId, policy.id],
    );

    expect((await create({ name: 'The last' })).policy.name).to.equal('The last');
    expect(await failureOf(create({ name: 'One more' }))).to.equal('policy.too_many');
  });

  it('are invisible to other workspaces', async () => {
    const { create, lifecycle, stranger } = await office();
    const { policy } = await create();
    const other = await stranger();

    const call = lifecycle.updateExpirationPolicy({ policyId: policy.id, graceDays: 3 }, other.session);

    expect(await failureOf(call)).to.equal('policy.not_found');
    expect((await lifecycle.listExpirationPolicies({}, other.session)).policies).to.deep.equal([]);
  });
});
