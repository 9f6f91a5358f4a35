import { failureOf, faultsOf, library, type Person } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

async function office() {
  const here = await library();
  const { owner, chancery } = here;
  const { lifecycle } = chancery;
  const bo = await here.person('member', 'Bo');
  const { policy } = await lifecycle.createExpirationPolicy(
    { name: 'Yearly', basis: 'issue_date_plus', duration: { years: 1, months: 1 }, graceDays: 14 },
    owner.session,
  );
  await lifecycle.assignExpirationPolicy({ policyId: policy.id, scope: 'workspace' }, owner.session);
  const { id: documentId } = await here.upload();
  const put = async (input: object) =>
    (await lifecycle.configureDocumentLifecycle({ documentId, ...input }, owner.session)).lifecycle;
  const calculate = (input: object = {}, as: Person = owner) =>
    lifecycle.calculateDocumentLifecycle({ documentId, ...input }, as.session);
  const confirm = async (input: object, as: Person = owner) =>
    (await lifecycle.confirmDocumentExpiration({ documentId, ...input }, as.session)).lifecycle;
  return { ...here, lifecycle, bo, policy, documentId, put, calculate, confirm };
}

describe('calculations', () => {
  it('say how a date comes about, and when notices are sent', async () => {
    const { put, calculate, policy, documentId } = await office();
    await put({ issuedOn: '2027-01-31' });

    const { calculation, lifecycle } = await calculate({ asOf: '2028-02-25T12:00:00Z' });

    expect(calculation).to.deep.equal({
      id: calculation.id,
      documentId,
      policyId: policy.id,
      policyRevision: 1,
      basis: 'issue_date_plus',
      inputs: {
        issuedOn: '2027-01-31',
        effectiveOn: null,
        statedExpiresOn: null,
        uploadedOn: '2026-11-23',
        sealedOn: null,
        fixedDate: null,
      },
      expiresOn: '2028-02-29',
      graceEndsOn: '2028-03-14',
      status: 'expiring_soon',
      notices: [
        { daysBefore: 60, at: '2027-12-31T09:00:00.000Z', state: 'skipped' },
        { daysBefore: 30, at: '2028-01-30T09:00:00.000Z', state: 'skipped' },
        { daysBefore: 7, at: '2028-02-22T09:00:00.000Z', state: 'due_now' },
        { daysBefore: 0, at: '2028-02-29T09:00:00.000Z', state: 'planned' },
      ],
      trace: ['policy:workspace', 'basis:issue_date_plus', 'clamped:month_end', 'date:calculated'],
      asOf: '2028-02-25T12:00:00.000Z',
    });
    expect(lifecycle).to.include({ expiresOn: '2028-02-29', expiresOnSource: 'calculated' });
  });

  it('LIF-18: that are not kept write no row, no event and no job', async () => {
    const { put, calculate, sql, workspaceId, lifecycle, owner } = await office();
    await put({ issuedOn: '2027-01-31' });
    const { policy } = await lifecycle.createExpirationPolicy(
      { name: 'Fixed', basis: 'fixed_date', fixedDate: '2030-12-31' },
      owner.session,
    );
    const everything = () =>
      sql(
        `select (select count(*)::int from audit_event where ledger_id = $1) events,
           (select count(*)::int from jobs where workspace_id = $1) jobs,
           (select jsonb_agg(to_jsonb(l)) from document_lifecycles l where l.workspace_id = $1) lifecycles,
           (select count(*)::int from lifecycle_calculations c where c.workspace_id = $1) calculations`,
        [workspaceId],
      );
    const before = await everything();

    const { calculation, lifecycle: after } = await calculate({
      policyId: policy.id,
      effectiveOn: '2027-02-01',
      persist: false,
    });
    const stated = await calculate({ statedExpiresOn: '2029-01-01', persist: false });

    expect([calculation.id, calculation.expiresOn]).to.deep.equal([null, '2030-12-31']);
    expect(calculation.trace).to.deep.equal(['policy:tried', 'basis:fixed_date', 'date:fixed']);
    expect(stated.calculation.expiresOn).to.equal('2029-01-01');
    expect(after.expiresOn).to.equal('2028-02-29');
    expect(await everything()).to.deep.equal(before);
  });

  it('LIF-29: of a document are kept up to 500; the oldest go', async () => {
    const { calculate, sql, documentId } = await office();
    const { calculation: first } = await calculate();
    await sql(
      `insert into lifecycle_calculations select lpad(n::text, 32, '0')::uuid, workspace_id, document_id, policy_id,
         policy_revision, basis, inputs, expires_on, grace_ends_on, outcome, notices, trace, as_of
       from lifecycle_calculations, generate_series(1, 500) n where id = $1`,
      [first.id],
    );

    const { calculation: last } = await calculate();

    const kept = await sql<{ id: string }>(
      'select id from lifecycle_calculations where document_id = $1 order by id desc',
      [documentId],
    );
    expect(kept).to.have.length(500);
    expect(kept.slice(0, 2).map(({ id }) => id)).to.deep.equal([last.id, first.id]);
    // Of 502 the two oldest are gone.
    expect(kept.at(-1)?.id).to.equal('00000000-0000-0000-0000-000000000003');
  });

  it('are for those who may configure the lifecycle, on documents that are active', async () => {
    const { calculate, confirm, bo, documentId, documents, owner, upload } = await office();

    expect(await failureOf(calculate({}, bo))).to.equal('permission.denied');
    expect(await failureOf(confirm({ expiresOn: '2027-02-28' }, bo))).to.equal('permission.denied');
    expect(await failureOf(calculate({ policyId: documentId }))).to.equal('policy.not_found');
    expect(
      await faultsOf(calculate({ issuedOn: '2027-02-01', statedExpiresOn: '2027-01-01' })),
    ).to.deep.equal(['/statedExpiresOn lifecycle.dates_out_of_order']);
    await upload();
    await documents.trashDocument({ documentId }, owner.session);
    expect(await failureOf(calculate())).to.equal('document.invalid_state');
    expect(await failureOf(confirm({ noExpiration: true }))).to.equal('document.invalid_state');
  });
});

describe('a confirmed date', () => {
  it('LIF-5: is in force whatever the policy gives, and stays when the lifecycle is put back as it was read', async () => {
    const { put, confirm, lifecycle, owner, happened } = await office();
    const said = { issuedOn: '2027-01-31' };
    const unconfirmed = await put(said);
    expect(unconfirmed).to.include({ status: 'needs_confirmation', confirmed: false });

    const confirmed = await confirm({ expiresOn: '2028-02-28', note: 'By telephone' });

    expect(confirmed).to.include({
      status: 'current',
      expiresOn: '2028-02-28',
      expiresOnSource: 'stated',
      statedExpiresOn: '2028-02-28',
      confirmed: true,
      confirmedByUserId: owner.id,
      confirmedAt: '2026-11-23T12:00:00.000Z',
      confirmationNote: 'By telephone',
    });
    const [policy] = (await lifecycle.listExpirationPolicies({}, owner.session)).policies;
    await lifecycle.updateExpirationPolicy(
      { policyId: policy?.id ?? '', duration: { years: 9 } },
      owner.session,
    );
    const again = await put({ ...said, statedExpiresOn: '2028-02-28', effectiveOn: '2027-02-01' });
    expect(again).to.include({ expiresOn: '2028-02-28', confirmed: true });
    expect(await put({ ...said, statedExpiresOn: '2028-06-30' })).to.include({
      expiresOn: '2028-06-30',
      confirmed: false,
      status: 'needs_confirmation',
    });
    expect((await happened()).filter(({ type }) => type === 'lifecycle.confirmed')[0]?.facts).to.deep.equal({
      status: 'current',
      expiresOn: '2028-02-28',
      source: 'stated',
    });
  });

  it('can be that there is none, until a date is stated', async () => {
    const { put, confirm } = await office();

    expect(await confirm({ noExpiration: true })).to.include({
      status: 'no_expiration',
      confirmed: true,
      expiresOn: null,
    });
    expect(await put({ statedExpiresOn: '2028-06-30' })).to.include({
      confirmed: false,
      noExpiration: false,
    });
  });

  it('can come from the newest calculation alone, and has to be its date', async () => {
    const { put, calculate, confirm, documentId } = await office();
    await put({ issuedOn: '2027-01-31' });
    const { calculation: old } = await calculate();
    const { calculation } = await calculate();
    const by = (calculationId: string | null, expiresOn = '2028-02-29') =>
      confirm({ expiresOn, source: 'calculated', calculationId });

    expect(await failureOf(by(old.id))).to.equal('lifecycle.reference_stale');
    expect(await failureOf(by(documentId))).to.equal('calculation.not_found');
    expect(await failureOf(by(calculation.id, '2028-02-28'))).to.equal('lifecycle.reference_differs');
    expect(await by(calculation.id)).to.include({
      expiresOn: '2028-02-29',
      expiresOnSource: 'calculated',
      statedExpiresOn: null,
      confirmed: true,
    });
  });

  it('LIF-6: comes after the dates before it, and is said once', async () => {
    const { put, confirm, calculate } = await office();
    await put({ issuedOn: '2027-01-31' });
    const { calculation } = await calculate();

    expect(await faultsOf(confirm({ expiresOn: '2027-01-30' }))).to.deep.equal([
      '/expiresOn lifecycle.dates_out_of_order',
    ]);
    expect(await faultsOf(confirm({}))).to.deep.equal(['/expiresOn field.required']);
    expect(await faultsOf(confirm({ expiresOn: '2028-01-01', noExpiration: true }))).to.deep.equal([
      '/expiresOn lifecycle.date_conflict',
    ]);
    expect(await faultsOf(confirm({ expiresOn: '2028-02-29', calculationId: calculation.id }))).to.deep.equal(
      ['/calculationId field.not_an_option'],
    );
  });
});
