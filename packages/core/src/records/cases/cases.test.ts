import { failureOf, faultsOf, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../access/labels.ts';

const restricted = maskOf(['restricted']);

describe('cases of records', () => {
  it('are opened with a number, defaults, a lead and their primary subject', async () => {
    const { open, create, bo, workspaceId, happened } = await recordOffice();
    const subject = await create();

    const opened = await open({ subjectId: subject.id });

    const { id, createdAt, updatedAt, openedAt, subjects, members, ...kept } = opened;
    const by = { userId: bo.id, displayName: 'Bo' };
    expect([updatedAt, openedAt]).to.deep.equal([createdAt, createdAt]);
    expect(kept).to.deep.equal({
      workspaceId,
      caseNumber: 'C-2026-000001',
      title: 'Smith, custody',
      caseType: 'general',
      description: null,
      status: 'intake',
      priority: 'medium',
      visibility: 'team',
      confidentiality: 'standard',
      additionalLabels: [],
      effectiveLabels: [],
      primarySubjectId: subject.id,
      blockedUserIds: [],
      closedAt: null,
      closureOutcome: null,
      referralSource: null,
      jurisdiction: null,
      externalReference: null,
      tags: [],
      customFields: {},
      retention: {
        ...{ policyId: null, policyName: null, state: 'not_started' },
        ...{ triggerDate: null, dueOn: null, onHold: false },
      },
      counts: {
        ...{ encounters: 0, entries: 0, entriesFinalized: 0, entriesAwaitingSignature: 0 },
        ...{ followUpsOpen: 0, followUpsOverdue: 0, attachments: 0 },
      },
      createdBy: by,
      updatedBy: by,
      version: 1,
    });
    expect(subjects.map(({ id: _, ...link }) => link)).to.deep.equal([
      {
        subjectId: subject.id,
        displayName: 'Ann Smith',
        role: 'primary',
        relationship: null,
        startsOn: null,
        endsOn: null,
        redacted: false,
      },
    ]);
    expect(members.map(({ id: _, addedAt: __, ...member }) => member)).to.deep.equal([
      { ...by, role: 'lead', addedBy: by, endsAt: null, endedAt: null },
    ]);
    expect((await happened()).slice(-3)).to.deep.equal([
      { type: 'case.created', facts: { caseType: 'general' }, target: { kind: 'case', id } },
      { type: 'case.subject_linked', facts: { role: 'primary' }, target: { kind: 'case', id } },
      {
        type: 'case.member_added',
        facts: { role: 'lead', memberUserId: bo.id },
        target: { kind: 'case', id },
      },
    ]);
  });

  it('REC-21: are led by whoever is named, and whoever opened one is a contributor then', async () => {
    const { open, bo, cy, guest } = await recordOffice();

    const { members } = await open({ leadUserId: cy.id, members: [{ userId: guest.id, role: 'viewer' }] });

    expect(members.map(({ userId, role }) => [userId, role])).to.deep.equal([
      [cy.id, 'lead'],
      [bo.id, 'contributor'],
      [guest.id, 'viewer'],
    ]);
  });

  it('REC-22: have active members of the workspace on them, and guests only as viewers or reviewers', async () => {
    const { open, guest, cy, bo, chancery, owner } = await recordOffice();
    const refusal = (input: object) => failureOf(open(input));

    expect(await refusal({ members: [{ userId: guest.id, role: 'contributor' }] })).to.equal(
      'case.member_not_eligible',
    );
    expect(await refusal({ leadUserId: guest.id })).to.equal('case.member_not_eligible');
    expect(await refusal({ leadUserId: `usr_${'0'.repeat(32)}` })).to.equal('case.member_not_eligible');
    await chancery.workspace.suspendMember({ userId: cy.id, reason: 'Away' }, owner.session);
    expect(await refusal({ leadUserId: cy.id })).to.equal('case.member_not_eligible');
    expect(await faultsOf(open({ members: [{ userId: bo.id, role: 'viewer' }] }))).to.deep.equal([
      '/members field.duplicate',
    ]);
  });

  it('say which fields are wrong', async () => {
    const { open, create } = await recordOffice();
    const { id: subjectId } = await create();
    const faults = (input: object) => faultsOf(open({ subjectId, ...input }));

    expect(await faults({ caseType: 'Custody' })).to.have.length(1);
    expect(await faults({ openedAt: '2031-01-01T00:00:00Z' })).to.deep.equal([
      '/openedAt field.out_of_range',
    ]);
    expect(await faults({ subjects: [{ subjectId, role: 'client' }] })).to.deep.equal([
      '/subjects field.duplicate',
    ]);
    expect(await faults({ subjects: [{ subjectId, role: 'primary' }] })).to.have.length(1);
    expect(
      await faults({
        members: [{ userId: `usr_${'0'.repeat(32)}`, role: 'viewer', endsAt: '2020-01-01T00:00:00Z' }],
      }),
    ).to.deep.equal(['/members/0/endsAt field.out_of_range']);
  });

  it('REC-23: have numbers that grow within the year of their opening, in the zone of the workspace, under twenty openings at once', async () => {
    const { open, create, chancery, owner } = await recordOffice();
    const { id: subjectId } = await create();
    await chancery.workspace.updateSettings({ defaultTimeZone: 'Pacific/Auckland' }, owner.session);

    const opened = await Promise.all(Array.from({ length: 20 }, () => open({ subjectId })));
    const old = await open({ subjectId, openedAt: '2019-12-31T11:30:00Z' });

    expect(opened.map(({ caseNumber }) => caseNumber).sort()).to.deep.equal(
      Array.from({ length: 20 }, (_, at) => `C-2026-${String(at + 1).padStart(6, '0')}`),
    );
    expect(old.caseNumber).to.equal('C-2020-000001');
  });

  it('REC-1: are not there for members outside the team, and are read by owners, admins and whom they are visible to', async () => {
    const { open, getCase, owner, admin, cy, guest } = await recordOffice();
    const team = await open();
    const wide = await open({ visibility: 'workspace' });

    expect((await getCase(team.id, owner)).id).to.equal(team.id);
    expect((await getCase(team.id, admin)).id).to.equal(team.id);
    expect(await failureOf(getCase(team.id, cy))).to.equal('case.not_found');
    expect(await failureOf(getCase(team.id, guest))).to.equal('case.not_found');
    expect((await getCase(wide.id, cy)).id).to.equal(wide.id);
    expect(await failureOf(getCase(wide.id, guest))).to.equal('case.not_found');
  });

  it('REC-5, REC-92: take the labels that their opener is cleared for, and those of their subject', async () => {
    const { open, create, clear, bo, getCase, owner } = await recordOffice();

    expect(await failureOf(open({ confidentiality: 'restricted' }))).to.equal('records.label_not_cleared');
    await clear(bo, restricted);
    expect(await failureOf(open({ confidentiality: 'restricted' }))).to.equal('records.purpose_required');
    const { id: subjectId } = await create({
      confidentiality: 'restricted',
      purposeOfUse: 'treatment',
    });
    expect(await failureOf(open({ subjectId }))).to.equal('records.purpose_required');
    const opened = await open({ subjectId, confidentiality: 'confidential' }, bo, 'treatment');

    expect([opened.confidentiality, opened.effectiveLabels]).to.deep.equal([
      'confidential',
      ['restricted', 'confidential'],
    ]);
    // Owners have no standing pass beyond confidential (REC-3).
    expect(await failureOf(getCase(opened.id, owner, 'treatment'))).to.equal('case.not_found');
  });

  it('REC-92: are not opened by whoever could not read them afterwards', async () => {
    const { open, create, label } = await recordOffice();
    const { id: subjectId } = await create();
    // Whoever made a subject passes its labels only as long as it has no case.
    await label(subjectId, restricted);

    expect(await failureOf(open({ subjectId }, undefined, 'treatment'))).to.equal(
      'records.label_not_cleared',
    );
  });

  it('REC-3: show their subjects without a name to whoever does not see them', async () => {
    const { open, create, clear, getCase, bo, owner } = await recordOffice();
    await clear(bo, restricted);
    const hidden = await create({
      displayName: 'Zoe Hidden',
      confidentiality: 'restricted',
      purposeOfUse: 'treatment',
    });

    const { id } = await open(
      { subjects: [{ subjectId: hidden.id, role: 'witness', relationship: 'aunt' }] },
      bo,
      'treatment',
    );

    const witness = async (...as: Parameters<typeof getCase> extends [unknown, ...infer A] ? A : never) =>
      (await getCase(id, ...as)).subjects.map(({ id: _, ...link }) => link)[1];
    const redacted = {
      ...{ subjectId: null, displayName: null, role: 'witness', relationship: null },
      ...{ startsOn: null, endsOn: null, redacted: true },
    };
    expect(await witness(owner)).to.deep.equal(redacted);
    expect(await witness(bo)).to.deep.equal(redacted);
    expect((await witness(bo, 'treatment'))?.displayName).to.equal('Zoe Hidden');
  });

  it('REC-6, REC-7, REC-8: leave a line when something labelled is read or refused, and always where the workspace wants it', async () => {
    const { open, getCase, clear, keep, bo, owner, cy, lines } = await recordOffice();
    const plain = await open();
    await clear(bo, restricted);
    const labelled = await open({ confidentiality: 'restricted' }, bo, 'treatment');
    const before = (await lines()).length;

    await getCase(plain.id);
    await getCase(labelled.id, bo, 'emergency');
    await failureOf(getCase(labelled.id));
    await failureOf(getCase(labelled.id, cy));
    await keep({ auditReads: 'all' });
    await getCase(plain.id, owner);

    const written = (await lines())
      .slice(before)
      .map(({ payload }) => JSON.parse(payload))
      .filter(({ action }) => action !== 'records.settings_changed');
    expect(
      written.map(({ action, outcome, access, purposeOfUse, refs, facts }) => [
        action,
        outcome,
        access.basis,
        purposeOfUse,
        refs.caseId,
        facts,
      ]),
    ).to.deep.equal([
      ['case.read', 'success', 'case_member', 'emergency', labelled.id, {}],
      ['access.denied', 'denied', 'role', null, labelled.id, { code: 'records.purpose_required' }],
      ['access.denied', 'denied', 'role', null, labelled.id, { code: 'case.not_found' }],
      ['case.read', 'success', 'role', 'professional_operations', plain.id, {}],
    ]);
  });

  it('have an external reference that no other case has', async () => {
    const { open } = await recordOffice();
    await open({ externalReference: 'A-7' });

    expect(await failureOf(open({ externalReference: 'A-7' }))).to.equal('case.reference_taken');
  });

  it('REC-90: are as many as the plan allows', async () => {
    const { open, sql, workspaceId } = await recordOffice();
    await open();
    const [counted] = await sql<{ used: number }>(
      "select used::integer from usage_counters where workspace_id = $1 and code = 'open_cases'",
      [workspaceId],
    );

    expect(counted?.used).to.equal(1);
  });

  it('are about nobody who was put aside', async () => {
    const { open, create, change, owner } = await recordOffice();
    const { id: subjectId } = await create();
    await change(subjectId, { status: 'archived' }, owner);

    expect(await failureOf(open({ subjectId }))).to.equal('subject.invalid_state');
  });
});
