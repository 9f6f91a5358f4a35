import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { failureOf, faultsOf, noteOffice, type Person } from '../testing/index.ts';

const restricted = 2;

onBothDatabases('reports on records', (database) => {
  async function office() {
    const here = await noteOffice({ database: database() });
    const { chancery, sql, workspaceId, owner, clear, cy } = here;
    await sql(
      `update workspaces set settings = jsonb_set(settings, '{defaultTimeZone}', '"Europe/Berlin"') where id = $1`,
      [workspaceId],
    );
    await clear(cy, 0, ['auditor']);
    const report = async (input: object = {}, as: Person = owner) =>
      (await chancery.governance.getRecordReport(input, as.session)).report;
    /** A case that was open from one moment to another. */
    const closed = async (openedAt: string, closedAt: string, input: object = {}) => {
      const { id } = await here.open({ visibility: 'workspace', ...input });
      await sql("update record_cases set status = 'closed', opened_at = $2, closed_at = $3 where id = $1", [
        id,
        openedAt,
        closedAt,
      ]);
      return id;
    };
    /** A version that was submitted for the first time at one moment and signed at another. */
    const signed = async (submittedAt: string, finalizedAt: string) => {
      const { id } = await here.approved();
      await here.sign(id);
      await sql('update record_entry_submissions set submitted_at = $2 where entry_id = $1', [
        id,
        submittedAt,
      ]);
      await sql('update record_entry_versions set finalized_at = $2 where entry_id = $1', [id, finalizedAt]);
    };
    return { ...here, report, closed, signed };
  }
  /** The day on which the clocks of Berlin go forward: it has 23 hours. */
  const shortDay = { from: '2026-03-29', to: '2026-03-29' };

  it('GOV-39: counts cases by days of the workspace, across a change of its clocks', async () => {
    const { report, closed, aCase } = await office();
    await closed('2026-03-20T12:00:00Z', '2026-03-28T22:59:59.999Z');
    await closed('2026-03-28T23:00:00Z', '2026-03-28T23:00:00Z');
    await closed('2026-03-27T11:00:00Z', '2026-03-29T10:00:00Z');
    await closed('2026-03-29T21:59:59.999Z', '2026-03-29T21:59:59.999Z');
    await closed('2026-03-29T22:00:00Z', '2026-03-29T22:00:00Z', { caseType: 'custody' });

    const { caseload, timeZone } = await report(shortDay);

    expect(timeZone).to.equal('Europe/Berlin');
    expect(caseload).to.deep.equal({
      open: 1,
      byStatus: { intake: 0, active: 1, on_hold: 0, closed: 5, disposed: 0, archived: 0, cancelled: 0 },
      byCaseType: [{ caseType: aCase.caseType, count: 1 }],
      openedInPeriod: 2,
      closedInPeriod: 3,
      medianDaysOpen: 0,
    });
    const both = (await report({ from: '2026-03-28', to: '2026-03-29' })).caseload;
    // 0, 0, 47 hours, and eight and a half days less an instant: the middle lies between the second and the third.
    expect(both).to.include({ closedInPeriod: 4, medianDaysOpen: 1 });
    expect((await report({ ...shortDay, caseType: 'custody' })).caseload.closedInPeriod).to.equal(0);
    expect((await report({ from: '2026-01-01', to: '2026-01-31' })).caseload).to.include({
      closedInPeriod: 0,
      medianDaysOpen: null,
    });
  });

  it('GOV-39: says by linear interpolation how long signatures take', async () => {
    const { report, signed, begin, sql, clock } = await office();
    await signed('2026-03-28T23:00:00Z', '2026-03-29T00:00:00Z');
    await signed('2026-03-28T10:00:00Z', '2026-03-29T10:00:00Z');
    await signed('2026-03-25T21:00:00Z', '2026-03-29T21:30:00Z');
    await signed('2026-03-29T21:00:00Z', '2026-03-29T22:00:00Z');
    const { id } = await begin();
    await sql('update record_entries set signature_due_at = $2 where id = $1', [id, '2026-03-30T00:00:00Z']);
    expect(clock.now() > '2026-03-30').to.equal(true);

    // 1, 24 and 96.5 hours: a tenth from the top lies four fifths of the way from the second to the third.
    expect((await report(shortDay)).signatureLatency).to.deep.equal({
      finalized: 3,
      medianHours: 24,
      p90Hours: 82,
      over72h: 1,
      unsignedOverdue: 1,
    });
    expect((await report({ ...shortDay, from: '2026-03-28', to: '2026-03-28' })).signatureLatency).to.include(
      {
        finalized: 0,
        medianHours: null,
        p90Hours: null,
      },
    );
  });

  it('GOV-39: counts what was disclosed, what was asked to be changed, and what one person decided alone', async () => {
    const { report, signed, aCase, sql, workspaceId, bo, owner } = await office();
    await signed('2026-03-28T23:00:00Z', '2026-03-29T00:00:00Z');
    const asked = (number: number, requestedAt: string, status: string, decidedAt: string | null) =>
      sql(
        `insert into disclosure_authorizations (id, workspace_id, authorization_number, subject_id, case_id, basis, purpose_of_use, recipient, scope,
           status, requested_at, due_on, valid_from, valid_until, max_releases, releases_used, accounted, decided_at, single_person, created_by_user_id, updated_at, version)
         values (gen_random_uuid(), $1, 'A-' || $2::text, $3, $4, 'court_order', 'treatment', '{}', '{}', $5, $6, '2026-04-28', $6::timestamptz, '2030-01-01', 1, 0, true,
           $7, $5 = 'denied', $8, $6, 1)`,
        [workspaceId, number, aCase.primarySubjectId, aCase.id, status, requestedAt, decidedAt, bo.id],
      );
    await asked(1, '2026-03-28T23:30:00Z', 'approved', '2026-03-29T10:00:00Z');
    await asked(2, '2026-03-20T00:00:00Z', 'denied', '2026-03-29T21:00:00Z');
    await asked(3, '2026-03-29T22:00:00Z', 'pending', null);
    await sql(
      `insert into amendments (id, workspace_id, entry_id, version_number, requested_by_kind, requested_by_user_id, status, due_on, extended_once, single_person,
         notify_prior_recipients, created_at, updated_at, version)
       select gen_random_uuid(), $1, id, 1, 'user', $3, 'requested', '2026-05-28', false, false, true, t, t, 1
       from record_entries, unnest(array['2026-03-29T12:00:00Z', '2026-03-30T12:00:00Z']::timestamptz[]) t where case_id = $2`,
      [workspaceId, aCase.id, bo.id],
    );
    await sql(
      "update record_entry_versions set single_person = true, approved_at = '2026-03-29T12:00:00Z' where workspace_id = $1",
      [workspaceId],
    );
    await sql(
      `insert into member_clearances (workspace_id, user_id, single_person, single_person_reason, changed_at) values ($1, $2, true, 'Alone', '2026-03-29T12:00:00Z')
       on conflict (workspace_id, user_id) do update set single_person = true, single_person_reason = 'Alone', changed_at = '2026-03-29T12:00:00Z'`,
      [workspaceId, owner.id],
    );

    const { disclosureTurnaround, amendments, singlePerson } = await report(shortDay);

    expect(disclosureTurnaround).to.deep.equal({
      ...{ requested: 1, decided: 2, released: 0, denied: 1 },
      ...{ medianDays: null, p90Days: null, overdue: 2 },
    });
    expect(amendments).to.deep.equal({ requested: 1, accepted: 0, denied: 0, overdue: 2 });
    expect(singlePerson).to.deep.equal({
      entries: 1,
      amendments: 0,
      authorizations: 1,
      packages: 0,
      access: 1,
    });
  });

  it('GOV-32: leaves out a number in which one to four labelled cases are, and tells auditors of what they see alone', async () => {
    const { report, open, sql, cy, happened } = await office();
    const said = async () => (await happened()).filter(({ type }) => type === 'report.read');
    const labelled = async () => {
      const { id } = await open({ visibility: 'workspace', caseType: 'secret' });
      await sql('update record_cases set own_mask = $2, effective_mask = $2 where id = $1', [id, restricted]);
    };
    const before = await report({}, cy);
    await labelled();

    const one = await report();
    expect(one.caseload).to.include({ open: null, openedInPeriod: null, closedInPeriod: 0 });
    expect(one.caseload.byStatus.intake).to.equal(null);
    expect(one.caseload.byStatus.active).to.equal(1);
    expect(one.caseload.byCaseType).to.deep.include({ caseType: 'secret', count: null });
    expect(one.suppressed).to.equal(4);
    for (let more = 0; more < 4; more += 1) await labelled();
    const five = await report();
    expect(five.caseload).to.include({ open: 6, openedInPeriod: 6 });
    expect(five.caseload.byCaseType).to.deep.include({ caseType: 'secret', count: 5 });
    expect(five.suppressed).to.equal(0);
    const { asOf: _, ...after } = await report({}, cy);
    const { asOf: __, ...unchanged } = before;
    expect(after).to.deep.equal(unchanged);
    expect((await said()).length).to.equal(2);
  });

  it('REC-25: has nothing of a case behind whose wall the reader stands', async () => {
    const { report, aCase, owner, sql } = await office();
    await sql('update record_cases set blocked_user_ids = $2 where id = $1', [aCase.id, [owner.id]]);

    expect((await report()).caseload).to.include({ open: 0, openedInPeriod: 0 });
  });

  it('GOV-39: covers the last ninety days unless days are named, at most 366 of them', async () => {
    const { chancery, report, owner, bo } = await office();
    const refused = (input: object) => faultsOf(chancery.governance.getRecordReport(input, owner.session));

    const { from, to } = await report();
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).to.equal(89);
    expect(await refused({ from: '2026-03-29', to: '2026-03-28' })).to.deep.equal(['/to field.out_of_range']);
    expect(await refused({ from: '2025-01-01', to: '2026-01-02' })).to.deep.equal(['/to field.out_of_range']);
    expect(await refused({ from: '2025-01-01', to: '2026-01-01' })).to.deep.equal([]);
    expect(await failureOf(chancery.governance.getRecordReport({}, bo.session))).to.equal(
      'permission.denied',
    );
  });
});
