import { systemIds } from '@chancery/core';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { failureOf, faultsOf, longSessions, noteOffice, type Person } from '../testing/index.ts';

const restricted = 2;

onBothDatabases('reports on records', (database) => {
  async function office() {
    const here = await noteOffice({ ...longSessions, database: database() });
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
      await sql('update record_entry_versions set submitted_at = $2, finalized_at = $3 where entry_id = $1', [
        ...[id, submittedAt, finalizedAt],
      ]);
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
    // What was returned and submitted again waits from the first time on.
    await sql(
      "update record_entry_versions set submission = 2, submitted_at = '2026-03-29T09:00:00Z' where finalized_at = '2026-03-29T10:00:00Z'",
    );
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
      breakGlass: 0,
      dispositions: 0,
      access: 1,
    });
  });

  /** An active policy, and the clock of a case under it. */
  async function clocks(here: Awaited<ReturnType<typeof office>>) {
    const { sql, workspaceId, owner } = here;
    const at = '2026-01-01T00:00:00Z';
    const [policyId, assignment] = [systemIds.uuid7(), systemIds.uuid7()];
    await sql(
      `insert into retention_policies (id, workspace_id, code, name, trigger, period, action, legal_basis, include_subject, status,
         created_by_user_id, created_at, updated_by_user_id, updated_at, version)
       values ($1, $2, 'a_year', 'A year', 'case_closed', 'P1Y', 'destroy', 'Law', false, 'active', $3, $4, $3, $4, 1)`,
      [policyId, workspaceId, owner.id, at],
    );
    await sql(
      `insert into retention_assignments (id, workspace_id, policy_id, target_kind, reason, status, assigned_by_user_id, assigned_at)
       values ($1, $2, $3, 'workspace', 'Law', 'active', $4, $5)`,
      [assignment, workspaceId, policyId, owner.id, at],
    );
    return async (state: string, dueOn: string | null) => {
      const { id } = await here.open({ visibility: 'workspace' });
      await sql(
        `insert into retention_clocks (workspace_id, case_id, policy_id, assignment_id, state, due_on, computed_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (workspace_id, case_id) do update set state = $5, due_on = $6`,
        [workspaceId, id, policyId, assignment, state, dueOn, at],
      );
      return id;
    };
  }

  it('GOV-39: counts what is kept too long by the day of the workspace, what is held, and what waits for a decision', async () => {
    const here = await office();
    const { report, sql, workspaceId, owner, clock, cy } = here;
    const clocked = await clocks(here);
    // In Berlin the 24th has begun, and on the clock of the world it has not.
    clock.advance({ hours: 11, minutes: 30 });
    const oldest = await clocked('due', '2026-08-25');
    await clocked('due', '2026-08-26');
    await clocked('running', '2026-11-24');
    await clocked('running', '2026-11-25');
    await clocked('running', '2027-02-22');
    await clocked('running', '2027-02-23');
    await clocked('permanent', null);
    await clocked('disposed', null);
    await sql(
      `insert into record_holds (id, workspace_id, hold_number, name, reason, entire_workspace, status, placed_by_user_id, placed_at, released_at, release_reason, version)
       select gen_random_uuid(), $1, 'LH-' || status, 'Suit', 'A claim', false, status, $2, $3, case status when 'released' then $3::timestamptz end,
         case status when 'released' then 'Settled' end, 1 from unnest(array['active', 'released']) status`,
      [workspaceId, owner.id, clock.now()],
    );
    await sql(
      'insert into record_hold_cases (workspace_id, hold_id, case_id) select $1, id, $2 from record_holds where workspace_id = $1',
      [workspaceId, oldest],
    );
    await sql(
      `insert into disposition_reviews (id, workspace_id, review_number, action, justification, status, manifest_sha256, requested_by_user_id,
         requested_at, updated_at, single_person, defer_until, version)
       select gen_random_uuid(), $1, 'DR-' || status, 'destroy', 'Over', status, '', $2, $3, $3, false, '2027-01-01', 1
       from unnest(array['pending', 'deferred', 'rejected']) status`,
      [workspaceId, owner.id, clock.now()],
    );
    await sql(
      `insert into disposition_items (workspace_id, review_id, position, case_id, case_number, policy_id, policy_code, due_on, subject_id, subject_number, subject_key_ids,
         entries, attachments, state, subject_state)
       select $1, r.id, 0, c.id, c.case_number, k.policy_id, 'a_year', k.due_on, c.primary_subject_id, 'S-1', '{}', 0, 0, 'skipped', 'kept'
       from disposition_reviews r, record_cases c join retention_clocks k on k.case_id = c.id where r.workspace_id = $1 and c.id = $2`,
      [workspaceId, oldest],
    );

    const expected = {
      ...{ due: 3, overdueDays90: 1, onHold: 1, dueNext90Days: 2 },
      ...{ oldestDueOn: '2026-08-25', reviewsPending: 2 },
    };
    expect((await report()).retentionBacklog).to.deep.equal(expected);
    await sql('update record_cases set own_mask = $2, effective_mask = $2 where id = $1', [
      oldest,
      restricted,
    ]);
    expect((await report()).retentionBacklog).to.deep.equal({
      ...{ due: null, overdueDays90: null, onHold: null, dueNext90Days: 2 },
      ...{ oldestDueOn: null, reviewsPending: null },
    });
    expect((await report({}, cy)).retentionBacklog).to.deep.equal({
      ...{ due: 2, overdueDays90: 0, onHold: 0, dueNext90Days: 2 },
      ...{ oldestDueOn: '2026-08-26', reviewsPending: 0 },
    });
  });

  it('GOV-39: counts emergencies of the period, and how long their reviews took', async () => {
    const { report, sql, workspaceId, aCase, bo, cy } = await office();
    const emergency = async (
      startedAt: string,
      status: string,
      reviewedAt: string | null,
      over: object = {},
    ) => {
      const given = { endedAt: null, dueAt: '2026-04-05T00:00:00Z', caseId: aCase.id, alone: false, ...over };
      await sql(
        `with g as (insert into record_grants (id, workspace_id, user_id, basis, scope_kind, scope_id, label_mask, purpose_of_use, starts_at, expires_at)
           values (gen_random_uuid(), $1, $2, 'break_glass', case when $7::uuid is null then 'subject' else 'case' end, coalesce($7, $3), 0, 'emergency',
             $4, $4::timestamptz + interval '1 hour') returning id)
         insert into break_glass_sessions (id, workspace_id, user_id, scope_kind, scope_id, case_id, subject_id, reason_code, reason, opened_mask, status,
           started_at, expires_at, ended_at, reauth_method, notified, review_due_at, review, updated_at, version)
         select id, $1, $2, case when $7::uuid is null then 'subject' else 'case' end, coalesce($7, $3), $7, $3, 'risk_to_life', 'Urgent', 0, $5,
           $4, $4::timestamptz + interval '1 hour', $8::timestamptz, 'password', '[]', $9,
           case when $6::text is null then null else jsonb_build_object('reviewedAt', $6::text, 'singlePerson', $10::boolean) end, $4, 1 from g`,
        [
          ...[workspaceId, bo.id, aCase.primarySubjectId, startedAt, status, reviewedAt],
          ...[given.caseId, given.endedAt, given.dueAt, given.alone],
        ],
      );
    };
    const ended = { endedAt: '2026-03-28T23:30:00Z' };
    await emergency('2026-03-28T23:00:00Z', 'justified', '2026-03-29T01:30:00Z', { ...ended, alone: true });
    await emergency('2026-03-28T22:59:59Z', 'unjustified', '2026-03-29T21:59:59Z');
    await emergency('2026-03-29T12:00:00Z', 'expired', null, { caseId: null });
    await emergency('2026-03-29T13:00:00Z', 'needs_follow_up', '2026-03-29T15:00:00Z', {
      dueAt: '2099-01-01T00:00:00Z',
    });
    await emergency('2026-03-29T22:00:00Z', 'ended', null);

    const { breakGlass, singlePerson } = await report(shortDay);

    // 2 and 22 hours; what needs something more was not decided.
    expect(breakGlass).to.deep.equal({
      ...{ sessions: 3, justified: 1, unjustified: 1, awaitingReview: 3, overdue: 2 },
      medianReviewHours: 12,
    });
    expect(singlePerson).to.include({ breakGlass: 1, dispositions: 0 });
    expect((await report({ ...shortDay, caseType: aCase.caseType })).breakGlass.sessions).to.equal(2);
    await sql('update record_cases set own_mask = $2, effective_mask = $2 where id = $1', [
      aCase.id,
      restricted,
    ]);
    expect((await report(shortDay)).breakGlass).to.include({ sessions: null, justified: null });
    // The emergency that is about a subject is of no case.
    expect((await report(shortDay, cy)).breakGlass).to.include({
      sessions: 1,
      justified: 0,
      awaitingReview: 1,
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

  it('GOV-32: says the same of signatures in all cases as in all cases of one kind, and sees what access for a time opens', async () => {
    const { report, signed, create, aCase, owner, sql, workspaceId, clock } = await office();
    for (const hour of ['00', '02', '06']) await signed('2026-03-28T23:00:00Z', `2026-03-29T${hour}:00:00Z`);
    const signatures = async (input: object = {}) => {
      const [all, some] = [
        await report({ ...shortDay, ...input }),
        await report({ ...shortDay, ...input, caseType: aCase.caseType }),
      ];
      expect(some.signatureLatency).to.deep.equal(all.signatureLatency);
      return all.signatureLatency;
    };
    const seen = { finalized: 3, medianHours: 3, p90Hours: 6.2, over72h: 0, unsignedOverdue: 0 };
    expect(await signatures()).to.deep.equal(seen);

    await sql(
      `update record_entries set own_mask = $2, effective_mask = $2 where workspace_id = $1 and id in (select entry_id
         from record_entry_versions where finalized_at = '2026-03-29T06:00:00Z')`,
      [workspaceId, restricted],
    );
    const hidden = { ...seen, finalized: null, medianHours: null, p90Hours: null };
    const forTreatment = { purposeOfUse: 'treatment' };
    expect(await signatures(forTreatment)).to.deep.equal(hidden);

    const survivor = await create();
    const scopes = [
      ['case', aCase.id],
      ['subject', aCase.primarySubjectId],
      ['subject', survivor.id],
    ] as const;
    await sql(
      "update subjects set status = 'merged', merged_into_subject_id = $2, canonical_subject_id = $2 where id = $1",
      [aCase.primarySubjectId, survivor.id],
    );
    for (const [kind, scope] of scopes) {
      const id = systemIds.uuid7();
      await sql(
        `insert into record_grants (id, workspace_id, user_id, basis, scope_kind, scope_id, label_mask, purpose_of_use, starts_at, expires_at)
         values ($1, $2, $3, 'temporary_access', $4, $5, $6, 'treatment', $7::timestamptz, $7::timestamptz + interval '1 hour')`,
        [id, workspaceId, owner.id, kind, scope, restricted, clock.now()],
      );
      expect(await signatures(forTreatment)).to.deep.equal(seen);
      expect(await signatures({ purposeOfUse: 'legal_proceedings' })).to.deep.equal(hidden);
      await sql('update record_grants set ended_at = $2 where id = $1', [id, clock.now()]);
      expect(await signatures(forTreatment)).to.deep.equal(hidden);
    }
  });

  it('REC-25: has nothing of a case behind whose wall the reader stands', async () => {
    const { report, signed, aCase, owner, sql } = await office();
    await signed('2026-03-28T23:00:00Z', '2026-03-29T00:00:00Z');
    expect((await report(shortDay)).signatureLatency.finalized).to.equal(1);
    await sql('update record_cases set blocked_user_ids = $2 where id = $1', [aCase.id, [owner.id]]);

    expect((await report()).caseload).to.include({ open: 0, openedInPeriod: 0 });
    expect((await report(shortDay)).signatureLatency.finalized).to.equal(0);
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
