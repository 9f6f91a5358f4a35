import { aFile, recordArchive as archive, failureOf, faultsOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('retention policies', () => {
  it('begin as drafts, are activated once, and end for good', async () => {
    const { policy, activate, happened } = await archive();

    const { id, status } = await policy();
    const { policy: active, recomputed } = await activate(id);
    const again = await failureOf(activate(id));
    const { policy: retired } = await activate(id, { retire: true });

    expect([status, active.status, active.effectiveFrom, recomputed, retired.status]).to.deep.equal([
      'draft',
      'active',
      '2026-11-23',
      0,
      'retired',
    ]);
    expect(again).to.equal('retention_policy.invalid_state');
    expect(await failureOf(activate(id, { retire: true }))).to.equal('retention_policy.invalid_state');
    expect(
      (await happened()).map(({ type }) => type).filter((type) => type.startsWith('retention.policy')),
    ).to.deep.equal(['retention.policy_created', 'retention.policy_activated', 'retention.policy_retired']);
  });

  it('have a code that nobody gives twice, and fields that go together', async () => {
    const { policy } = await archive();
    await policy();

    expect(await failureOf(policy())).to.equal('retention_policy.code_taken');
    for (const [input, fault] of [
      [{ period: null }, '/period field.required'],
      [{ period: 'P121Y' }, '/period field.invalid'],
      [{ period: 'PT5H' }, '/period field.invalid'],
      [{ trigger: 'fixed_date' }, '/fixedDate field.required'],
      [{ fixedDate: '2030-01-01' }, '/fixedDate field.invalid'],
      [{ minor: { majorityAge: 18, untilAge: 17 } }, '/minor/untilAge field.out_of_range'],
    ] as const)
      expect(await faultsOf(policy({ code: 'other', ...input }))).to.deep.equal([fault]);
  });

  it('are written by owners and records managers, and read by admins and people with a duty', async () => {
    const { policy, see, owner, admin, cy, guest } = await archive();

    await policy();
    await policy({ code: 'another' }, owner);
    expect(await failureOf(policy({ code: 'third' }, admin))).to.equal('permission.denied');
    expect(await failureOf(policy({ code: 'third' }, cy))).to.equal('permission.denied');
    expect((await see({}, admin)).policies.map(({ code }) => code)).to.deep.equal(['another', 'ten_years']);
    expect((await see({}, cy)).policies).to.deep.equal([]);
    expect(await failureOf(see({}, guest))).to.equal('permission.denied');
  });

  it('hand what is assigned to them to the policy that supersedes them', async () => {
    const { usual, policy, activate, closed, clockOf, see, worker } = await archive();
    const first = await usual();
    const caseId = await closed();
    const second = await policy({ code: 'five_years', period: 'P5Y' });

    const tried = await activate(second.id, { supersedesPolicyId: first, dryRun: true });
    const before = await clockOf(caseId);
    const done = await activate(second.id, { supersedesPolicyId: first });
    await worker.drain();

    expect([tried.policy.status, tried.recomputed, before?.dueOn]).to.deep.equal(['draft', 1, '2036-11-24']);
    expect(tried.clocks[0]).to.deep.include({
      caseId,
      before: { policyId: first, state: 'running', triggerDate: '2026-11-23', dueOn: '2036-11-24' },
      after: { policyId: second.id, state: 'running', triggerDate: '2026-11-23', dueOn: '2031-11-24' },
    });
    expect(done.recomputed).to.equal(1);
    expect(await clockOf(caseId)).to.include({ policyId: second.id, dueOn: '2031-11-24' });
    const { policies } = await see({ view: 'policies' });
    expect(policies.map(({ code, status, assignments }) => [code, status, assignments])).to.deep.equal([
      ['five_years', 'active', 1],
      ['ten_years', 'superseded', 0],
    ]);
  });

  it('leave their cases to the next assignment when they are retired', async () => {
    const { usual, policy, activate, assign, closed, clockOf, worker } = await archive();
    const whole = await usual();
    const own = await policy({ code: 'own', period: 'P1Y' });
    await activate(own.id);
    const caseId = await closed();
    await assign(own.id, { kind: 'case_type', code: 'general' });
    await worker.drain();
    expect(await clockOf(caseId)).to.include({ policyId: own.id });

    await activate(own.id, { retire: true });
    await worker.drain();
    expect(await clockOf(caseId)).to.include({ policyId: whole });
    await activate(whole, { retire: true });
    await worker.drain();
    expect(await clockOf(caseId)).to.equal(undefined);
  });
});

describe('the clocks of cases', () => {
  it('GOV-19: follow the assignment of the case, else of its type, else of the workspace', async () => {
    const { usual, policy, activate, assign, closed, clockOf, worker } = await archive();
    const whole = await usual();
    const [general, own] = [
      await policy({ code: 'general', period: 'P2Y' }),
      await policy({ code: 'own', period: 'P1Y' }),
    ];
    for (const { id } of [general, own]) await activate(id);
    const [one, other] = [await closed(), await closed({ caseType: 'probate' })];

    await assign(general.id, { kind: 'case_type', code: 'general' });
    await worker.drain();
    expect([(await clockOf(one))?.policyId, (await clockOf(other))?.policyId]).to.deep.equal([
      general.id,
      whole,
    ]);
    const { clock: answered, assignment } = await assign(own.id, { kind: 'case', id: one });
    expect(answered).to.include({ policyId: own.id, dueOn: '2027-11-24', state: 'running' });
    expect(assignment?.target).to.deep.equal({ kind: 'case', id: one, code: null });
    expect((await clockOf(other))?.policyId).to.equal(whole);
  });

  it('GOV-19: start when a case is closed, stop when it is opened again, and read due from midnight on', async () => {
    const { usual, closed, move, clockOf, see, worker, clock } = await archive();
    await usual({ period: 'P1D' });
    const caseId = await closed();
    expect(await clockOf(caseId)).to.include({
      ...{ state: 'running', triggerDate: '2026-11-23', dueOn: '2026-11-25' },
    });
    clock.advance({ days: 2 });
    expect(await clockOf(caseId)).to.include({ state: 'due' });
    expect((await see({ state: 'running' })).clocks).to.deep.equal([]);
    expect((await see({ state: 'due' })).clocks).to.have.lengthOf(1);

    await move(caseId, 'active');
    await worker.drain();
    expect(await clockOf(caseId)).to.include({ state: 'not_started', triggerDate: null, dueOn: null });
    expect((await see({ state: 'not_started' })).clocks.map((each) => each.caseId)).to.deep.equal([caseId]);
  });

  it('GOV-48: a dry run shows what an assignment would change and changes nothing', async () => {
    const { policy, activate, assign, closed, see, happened } = await archive();
    const { id } = await policy();
    await activate(id);
    const caseId = await closed();
    const before = (await happened()).length;

    const tried = await assign(id, { kind: 'workspace' }, { dryRun: true });

    expect(tried).to.deep.include({ assignment: null, clock: null, recomputed: 1 });
    expect(tried.clocks).to.deep.equal([
      {
        ...{ caseId, caseNumber: tried.clocks[0]?.caseNumber },
        before: null,
        after: { policyId: id, state: 'running', triggerDate: '2026-11-23', dueOn: '2036-11-24' },
      },
    ]);
    const { clocks, assignments } = await see();
    expect([clocks, assignments, (await happened()).length]).to.deep.equal([[], [], before]);
  });

  it('refuse a policy that is not active, and targets that are none', async () => {
    const { policy, activate, assign } = await archive();
    const { id } = await policy();
    expect(await failureOf(assign(id, { kind: 'workspace' }))).to.equal('retention_policy.not_active');
    await activate(id);
    expect(await faultsOf(assign(id, { kind: 'case' }))).to.deep.equal(['/target/id field.invalid']);
    expect(await faultsOf(assign(id, { kind: 'case_type' }))).to.deep.equal(['/target/code field.invalid']);
    const nobody = '01900000-0000-7000-8000-0000000000c1';
    expect(await failureOf(assign(id, { kind: 'case', id: nobody }))).to.equal('case.not_found');
  });

  it('are seen by whoever leads the case, and by nobody behind its wall', async () => {
    const { usual, closed, see, owner, cy, sql } = await archive();
    await usual();
    const caseId = await closed({ members: [{ userId: cy.id, role: 'lead' }] });
    await closed();

    expect((await see({}, cy)).clocks.map((each) => each.caseId)).to.deep.equal([caseId]);
    await sql('update record_cases set blocked_user_ids = array[$2] where id = $1', [caseId, owner.id]);
    expect((await see({}, owner)).clocks).to.have.lengthOf(1);
  });

  it('REC-25: are not named by a dry run to whom the wall of the case keeps away, and are counted', async () => {
    const { usual, policy, activate, assign, closed, owner, bo, sql } = await archive();
    await usual();
    const [walled, open] = [await closed(), await closed()];
    await sql('update record_cases set blocked_user_ids = array[$2] where id = $1', [walled, bo.id]);
    const { id } = await policy({ code: 'five_years', period: 'P5Y' });
    await activate(id);

    const tried = (as: typeof bo) => assign(id, { kind: 'workspace' }, { dryRun: true }, as);
    const mine = await tried(bo);
    expect([mine.recomputed, mine.clocks.map(({ caseId }) => caseId)]).to.deep.equal([2, [open]]);
    expect((await tried(owner)).clocks.map(({ caseId }) => caseId)).to.have.members([walled, open]);
  });

  it('page by the day on which they are due, those without one last', async () => {
    const { usual, policy, activate, assign, closed, see, open } = await archive();
    await usual();
    const own = await policy({ code: 'own', period: 'P1Y' });
    await activate(own.id);
    const [late, early] = [await closed(), await closed()];
    await assign(own.id, { kind: 'case', id: early });
    const { id: running } = await open();
    await assign(own.id, { kind: 'case', id: running });

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await see({ view: 'clocks', limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.clocks.map(({ caseId }) => caseId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).to.deep.equal([early, late, running]);
    expect((await see({ view: 'clocks', dueBefore: '2030-01-01' })).clocks).to.have.lengthOf(1);
  });
});

describe('legal holds on records', () => {
  it('cover the cases of a subject, also later ones, and tell their custodians', async () => {
    const { hold, create, open, bo, cy, see, usual, mails, worker } = await archive();
    await usual();
    const subject = await create();
    await open({ subjectId: subject.id });

    const placed = await hold({ scope: { subjectIds: [subject.id] }, custodianUserIds: [cy.id] });
    await open({ subjectId: subject.id });
    await open();
    await worker.drain();

    expect([placed.affectedCases, placed.holdNumber]).to.deep.equal([1, 'LH-2026-000001']);
    const { holds, clocks } = await see();
    expect(holds[0]).to.deep.include({
      affectedCases: 2,
      custodians: [{ userId: cy.id, displayName: 'Cy' }],
    });
    expect(clocks.filter(({ onHold }) => onHold)).to.have.lengthOf(2);
    expect(holds[0]?.placedBy.userId).to.equal(bo.id);
    expect(mails()).to.deep.equal([`${cy.email} Ada's workspace: keep what belongs to LH-2026-000001`]);
  });

  it('are released once, with a reason, by whom the contract names', async () => {
    const { hold, governance, bo, admin, cy, clear } = await archive();
    const { id: holdId } = await hold();
    const release = (as = bo) =>
      governance.releaseRecordHold({ holdId, reason: 'It was settled' }, as.session);

    expect(await failureOf(release(admin))).to.equal('permission.denied');
    expect(await failureOf(release(cy))).to.equal('permission.denied');
    await clear(cy, 0, ['privacy_officer']);
    expect((await release(cy)).hold).to.include({ status: 'released', affectedCases: 0 });
    expect(await failureOf(release())).to.equal('legal_hold.invalid_state');
    expect(await failureOf(hold({ scope: {} }))).to.equal('legal_hold.scope_empty');
  });

  it('say who placed them and when, and who changed them last', async () => {
    const { hold, governance, bo, cy, clear, clock } = await archive();
    const placed = await hold();
    expect(placed).to.deep.include({ createdAt: placed.placedAt, updatedAt: placed.placedAt });
    expect([placed.createdBy.userId, placed.updatedBy.userId]).to.deep.equal([bo.id, bo.id]);
    await clear(cy, 0, ['privacy_officer']);
    clock.advance({ minutes: 1 });

    const { hold: released } = await governance.releaseRecordHold(
      { holdId: placed.id, reason: 'It was settled' },
      cy.session,
    );

    expect(released).to.deep.include({ createdAt: placed.placedAt, updatedAt: released.releasedAt });
    expect([released.createdBy.userId, released.updatedBy.userId]).to.deep.equal([bo.id, cy.id]);
  });

  it('GOV-21: several of them suspend a case until the last one is released', async () => {
    const { hold, closed, usual, clockOf, governance, bo } = await archive();
    await usual();
    const caseId = await closed();
    const [one, other] = [await hold(), await hold({ scope: { caseIds: [caseId] } })];
    const release = (holdId: string) =>
      governance.releaseRecordHold({ holdId, reason: 'It was settled' }, bo.session);

    await release(one.id);
    expect((await clockOf(caseId))?.onHold).to.equal(true);
    await release(other.id);
    expect((await clockOf(caseId))?.onHold).to.equal(false);
  });

  it('GOV-40: cover a document of the library that is tied to a subject under hold, from then on', async () => {
    const { hold, create, chancery, owner, governance, bo, sql, workspaceId } = await archive();
    const { document } = await chancery.documents.uploadDocument(
      { file: aFile('letter.pdf') },
      owner.session,
    );
    const subject = await create();
    const { id: holdId } = await hold({ scope: { subjectIds: [subject.id] } });
    const trash = () => chancery.documents.trashDocument({ documentId: document.id }, owner.session);
    const restore = () => chancery.documents.restoreDocument({ documentId: document.id }, owner.session);
    await trash();
    await restore();

    await governance.createRecordConsent(
      {
        subjectId: subject.id,
        category: 'research',
        method: 'written',
        grantedBy: { kind: 'subject', name: 'Ann Smith' },
        statementText: 'I agree.',
        documentId: document.id,
      },
      owner.session,
    );
    expect(await failureOf(trash())).to.equal('document.legal_hold');
    await governance.releaseRecordHold({ holdId, reason: 'It was settled' }, bo.session);
    expect(await failureOf(trash())).to.equal('none');
    expect((await sql('select from consents where workspace_id = $1', [workspaceId])).length).to.equal(1);
  });

  it('keep a workspace from being closed, and so do cases whose time is not over', async () => {
    const { hold, closed, usual, chancery, owner, governance, bo, sql, workspaceId } = await archive();
    await usual();
    const caseId = await closed();
    const { id: holdId } = await hold({ scope: { caseIds: [caseId] } });
    const [row] = await sql<{ slug: string }>('select slug from workspaces where id = $1', [workspaceId]);
    const close = async () =>
      chancery.workspace.closeWorkspace({ confirmSlug: row?.slug ?? '' }, owner.session).then(
        () => [],
        (error: { details?: readonly { code: string }[] }) => (error.details ?? []).map(({ code }) => code),
      );

    expect(await close()).to.deep.equal(['governance.record_hold', 'governance.retained_case']);
    await governance.releaseRecordHold({ holdId, reason: 'It was settled' }, bo.session);
    expect(await close()).to.deep.equal(['governance.retained_case']);
  });
});

describe('what has become due', () => {
  it('is marked from six in the morning on, and told to records managers once a week', async () => {
    const { usual, closed, worker, clock, sql, workspaceId, mails, bo, see, governance, owner } =
      await archive();
    await usual({ period: 'P1D' });
    await closed();
    const marked = async () =>
      (
        await sql<{ state: string }>('select state from retention_clocks where workspace_id = $1', [
          workspaceId,
        ])
      )[0]?.state;
    const told = () => mails().filter((mail) => mail.includes('cases whose time is over'));
    const run = async () => {
      await worker.run('retention.due');
      await worker.drain();
    };

    clock.advance({ days: 1, hours: 13 });
    await run();
    expect([await marked(), (await see()).clocks[0]?.state]).to.deep.equal(['running', 'due']);
    clock.advance({ hours: 6 });
    await run();
    await run();
    expect(await marked()).to.equal('due');
    // Whoever founded the workspace has all duties.
    expect(told()).to.have.members(
      [owner, bo].map(({ email }) => `${email} Ada's workspace: cases whose time is over`),
    );
    clock.advance({ days: 6 });
    await run();
    expect(told()).to.have.lengthOf(2);
    clock.advance({ days: 1 });
    await run();
    expect(told()).to.have.lengthOf(4);
    const { overview } = await governance.getGovernanceOverview({}, owner.session);
    // Not left for long yet; that one person alone has the duty is another matter, and so is the job about checkpoints, which did not run.
    expect([overview.retention.due, overview.risks.map(({ code }) => code)]).to.deep.equal([
      1,
      ['checkpoint_stale', 'single_privacy_officer'],
    ]);
  });

  it('is a risk once it is left for long, and so is a hold that nobody released', async () => {
    const { usual, closed, hold, sql, governance, owner, workspaceId } = await archive();
    await usual({ period: 'P1D' });
    const [caseId, other] = [await closed(), await closed()];
    await hold({ scope: { caseIds: [other] } });
    await sql('update retention_clocks set due_on = $2 where workspace_id = $1', [workspaceId, '2026-10-01']);
    await sql('update record_holds set placed_at = $2 where workspace_id = $1', [
      workspaceId,
      '2025-01-01T00:00:00Z',
    ]);

    const { overview } = await governance.getGovernanceOverview({}, owner.session);

    expect(caseId).to.not.equal(other);
    expect([overview.retention, overview.risks]).to.deep.equal([
      { due: 2, onHold: 1, reviewsPending: 0, executedLast30Days: 0 },
      [
        { code: 'retention_overdue', severity: 'medium', count: 1, since: '2026-10-01T00:00:00.000Z' },
        { code: 'single_privacy_officer', severity: 'medium', count: 1, since: null },
        { code: 'hold_older_than_a_year', severity: 'low', count: 1, since: '2025-01-01T00:00:00.000Z' },
      ],
    ]);
  });
});
