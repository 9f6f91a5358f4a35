import { failureOf, faultsOf, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../access/labels.ts';

const restricted = maskOf(['restricted']);
const why = 'As agreed with the family';

async function office() {
  const here = await recordOffice();
  const { records, bo } = here;
  type As = typeof bo;
  const add = (caseId: string, userId: string, role = 'contributor', input: object = {}, as: As = bo) =>
    records.addCaseMember({ caseId, userId, role: role as 'viewer', ...input }, as.session);
  const remove = async (caseId: string, userId: string, as: As = bo) => {
    const { members } = await here.getCase(caseId, as);
    const memberId = members.find((each) => each.userId === userId && each.endedAt === null)?.id ?? caseId;
    return records.removeCaseMember({ caseId, memberId, reason: why }, as.session);
  };
  const move = async (caseId: string, status: string, input: object = {}, as: As = bo) =>
    (await records.transitionCase({ caseId, status: status as 'active', reason: why, ...input }, as.session))
      .case;
  const close = (caseId: string) => move(caseId, 'closed', { closureOutcome: 'Agreed' });
  const edit = async (caseId: string, input: object, as: As = bo) =>
    (await records.updateCase({ caseId, ...input }, as.session)).case;
  const link = (caseId: string, subjectId: string, role = 'client', input: object = {}, as: As = bo) =>
    records.addCaseSubject({ caseId, subjectId, role: role as 'client', ...input }, as.session);
  const roles = async (caseId: string) =>
    (await here.getCase(caseId, here.owner)).members
      .filter(({ endedAt }) => endedAt === null)
      .map(({ displayName, role }) => `${displayName} ${role}`);
  const used = async () =>
    (
      await here.sql<{ used: number }>(
        "select used::integer used from usage_counters where workspace_id = $1 and code = 'open_cases'",
        [here.workspaceId],
      )
    )[0]?.used;
  return { ...here, add, remove, move, close, edit, link, roles, used };
}

describe('the life of cases', () => {
  it('goes from intake to work, closing, the archive and back, and each move leaves its line', async () => {
    const { open, move, close, admin, happened } = await office();
    const { id } = await open();

    await move(id, 'active');
    await move(id, 'on_hold');
    await move(id, 'active');
    const closed = await close(id);
    const archived = await move(id, 'archived', {}, admin);
    await move(id, 'closed', {}, admin);
    const again = await move(id, 'active');

    expect([closed.closureOutcome, closed.closedAt, archived.closureOutcome]).to.deep.equal([
      'Agreed',
      closed.updatedAt,
      'Agreed',
    ]);
    expect([again.closedAt, again.closureOutcome, again.status]).to.deep.equal([null, null, 'active']);
    expect(
      (await happened()).filter(({ type }) => type === 'case.status_changed').map(({ facts }) => facts),
    ).to.deep.equal([
      { from: 'intake', to: 'active' },
      { from: 'active', to: 'on_hold' },
      { from: 'on_hold', to: 'active' },
      { from: 'active', to: 'closed' },
      { from: 'closed', to: 'archived' },
      { from: 'archived', to: 'closed' },
      { from: 'closed', to: 'active' },
    ]);
  });

  it('takes the moves of the table alone, and says how a case ended', async () => {
    const { open, move, close } = await office();
    const { id } = await open({ status: 'active' });

    expect(await failureOf(move(id, 'intake'))).to.equal('case.invalid_state');
    expect(await failureOf(move(id, 'cancelled'))).to.equal('case.invalid_state');
    expect(await failureOf(move(id, 'active'))).to.equal('case.invalid_state');
    expect(await faultsOf(move(id, 'closed'))).to.deep.equal(['/closureOutcome field.required']);
    await close(id);
    expect(await failureOf(move(id, 'archived'))).to.equal('permission.denied');
  });

  it('is archived by a records manager, who changes nothing else of it', async () => {
    const { open, move, close, clear, cy, edit } = await office();
    const { id } = await open({ status: 'active', visibility: 'workspace' });
    await clear(cy, 0, ['records_manager']);

    expect(await failureOf(move(id, 'closed', { closureOutcome: 'x' }, cy))).to.equal('permission.denied');
    await close(id);
    expect((await move(id, 'archived', {}, cy)).status).to.equal('archived');
    expect(await failureOf(edit(id, { title: 'Other' }, cy))).to.equal('permission.denied');
    expect(await failureOf(edit(id, { title: 'Other' }))).to.equal('case.invalid_state');
  });

  it('REC-90: counts open cases while they are open, and takes a cancelled one up again for thirty days', async () => {
    const { open, move, used, sql } = await office();
    const { id } = await open();
    const counts = [await used()];
    await move(id, 'cancelled');
    counts.push(await used());
    await move(id, 'intake');
    counts.push(await used());
    await move(id, 'cancelled');
    await sql("update record_cases set status_changed_at = status_changed_at - interval '31 days'");

    expect(counts).to.deep.equal([1, 0, 1]);
    expect(await failureOf(move(id, 'intake'))).to.equal('case.invalid_state');
    expect(await used()).to.equal(0);
  });

  it('REC-24: takes no subject when it is not open any more', async () => {
    const { open, create, close, link } = await office();
    const { id } = await open({ status: 'active' });
    await close(id);

    expect(await failureOf(link(id, (await create()).id))).to.equal('case.invalid_state');
  });

  it('leaves the subject unarchived as long as one is open', async () => {
    const { open, close, change, owner, create } = await office();
    const { id: subjectId } = await create();
    const { id } = await open({ subjectId, status: 'active' });

    expect(await failureOf(change(subjectId, { status: 'archived' }, owner))).to.equal(
      'subject.has_open_cases',
    );
    await close(id);
    expect((await change(subjectId, { status: 'archived' }, owner)).status).to.equal('archived');
  });
});

describe('members of cases', () => {
  it('REC-21: never leave an open case without somebody who leads it for good', async () => {
    const { open, add, remove, roles, close, bo, cy, admin, clock } = await office();
    const { id } = await open({ status: 'active' });
    const later = new Date(Date.parse(clock.now()) + 86_400_000).toISOString();

    expect(await failureOf(remove(id, bo.id))).to.equal('case.last_lead');
    expect(await failureOf(add(id, bo.id, 'contributor'))).to.equal('case.last_lead');
    expect(await failureOf(add(id, bo.id, 'lead', { endsAt: later }))).to.equal('case.last_lead');
    await add(id, cy.id, 'lead', { endsAt: later });
    expect(await failureOf(remove(id, bo.id))).to.equal('case.last_lead');
    await add(id, cy.id, 'lead');
    await remove(id, bo.id, cy);
    expect(await roles(id)).to.deep.equal(['Cy lead']);
    await add(id, bo.id, 'lead', {}, admin);
    await close(id);
    await remove(id, bo.id, admin);
    await remove(id, cy.id, admin);
    expect(await roles(id)).to.deep.equal([]);
  });

  it('REC-21: of two leads who remove each other at once one stays', async () => {
    const { open, add, remove, roles, bo, cy } = await office();
    const { id } = await open({ status: 'active' });
    await add(id, cy.id, 'lead');

    const outcomes = await Promise.all([failureOf(remove(id, cy.id, bo)), failureOf(remove(id, bo.id, cy))]);

    expect(outcomes.filter((outcome) => outcome === 'none')).to.have.length(1);
    expect(await roles(id)).to.have.length(1);
  });

  it('get another role, are not added twice, and come back', async () => {
    const { open, add, remove, roles, cy, happened, bo, admin } = await office();
    const { id, version } = await open();
    await add(id, cy.id, 'viewer');
    const changed = await add(id, cy.id, 'reviewer', { reason: why });
    await remove(id, cy.id);
    await add(id, cy.id, 'viewer');

    expect([changed.member.role, changed.case.version]).to.deep.equal(['reviewer', version + 2]);
    expect(await roles(id)).to.deep.equal(['Bo lead', 'Cy viewer']);
    expect(await failureOf(add(id, admin.id, 'viewer', {}, cy))).to.equal('permission.denied');
    expect(
      (await happened())
        .filter(({ type }) => type.startsWith('case.member'))
        .slice(-4)
        .map(({ type, facts }) => [type, facts]),
    ).to.deep.equal([
      ['case.member_added', { role: 'viewer', memberUserId: cy.id }],
      ['case.member_changed', { from: 'viewer', to: 'reviewer', memberUserId: cy.id }],
      ['case.member_removed', { memberUserId: cy.id }],
      ['case.member_added', { role: 'viewer', memberUserId: cy.id }],
    ]);
    expect(bo.id).to.not.equal(cy.id);
  });

  it('REC-22: see nothing from the moment their time is over, and the job notes the end', async () => {
    const { open, add, getCase, cy, clock, worker, happened, bo, sql } = await office();
    const { id } = await open();
    await add(id, cy.id, 'viewer', { endsAt: new Date(Date.parse(clock.now()) + 3_600_000).toISOString() });
    expect((await getCase(id, cy)).id).to.equal(id);

    await sql(
      "update case_members set ends_at = $1::timestamptz - interval '1 minute' where ends_at is not null",
      [clock.now()],
    );
    expect(await failureOf(getCase(id, cy))).to.equal('case.not_found');
    await worker.run('case.expire_members');

    expect((await happened()).at(-1)).to.deep.equal({
      type: 'case.member_removed',
      facts: { memberUserId: cy.id },
      target: { kind: 'case', id },
    });
    // They can come back at once.
    expect((await add(id, cy.id, 'viewer', {}, bo)).member.endsAt).to.equal(null);
  });

  it('REC-90: are at most a hundred', async () => {
    const { open, add, cy, sql, bo } = await office();
    const { id } = await open();
    await sql(
      `insert into case_members (id, workspace_id, case_id, user_id, role, added_at, added_by_user_id)
       select gen_random_uuid(), workspace_id, case_id, 'usr_' || n, 'viewer', added_at, $2 from case_members, generate_series(1, 99) n where case_id = $1`,
      [id, bo.id],
    );

    expect(await failureOf(add(id, cy.id, 'viewer'))).to.equal('case.member_limit');
  });

  it('REC-22: whoever leads an open case alone leaves the workspace with an heir, who leads it then', async () => {
    const { open, add, roles, chancery, owner, bo, cy, close } = await office();
    const led = await open({ status: 'active' });
    const done = await open({ status: 'active' });
    await close(done.id);
    const shared = await open({ status: 'active', members: [{ userId: cy.id, role: 'lead' }] });
    await add(led.id, cy.id, 'viewer');

    const leave = (input: object = {}) =>
      chancery.workspace.removeMember({ userId: bo.id, ...input }, owner.session);
    expect(await failureOf(leave())).to.equal('member.open_responsibilities');
    await leave({ reassignToUserId: cy.id });

    expect(await roles(led.id)).to.deep.equal(['Cy lead']);
    expect(await roles(shared.id)).to.deep.equal(['Cy lead']);
    expect(await roles(done.id)).to.deep.equal([]);
  });
});

describe('the ethical wall', () => {
  it('REC-25: makes a case vanish for whoever comes behind it, whatever else would let them in', async () => {
    const { open, edit, add, getCase, owner, cy, records, bo, sql, workspaceId, clock, happened } =
      await office();
    const { id, primarySubjectId } = await open({ visibility: 'workspace' });
    await add(id, cy.id, 'contributor');
    await sql(
      `insert into record_grants (id, workspace_id, user_id, basis, scope_kind, scope_id, label_mask, purpose_of_use, starts_at, expires_at)
       values (gen_random_uuid(), $1, $2, 'break_glass', 'subject', $3, 255, 'emergency', $4::timestamptz - interval '1 hour', $4::timestamptz + interval '1 hour')`,
      [workspaceId, cy.id, primarySubjectId, clock.now()],
    );
    const walled = await edit(id, { blockedUserIds: [cy.id, owner.id] });

    expect(walled.blockedUserIds).to.deep.equal([cy.id, owner.id]);
    for (const person of [cy, owner]) {
      expect(await failureOf(getCase(id, person))).to.equal('case.not_found');
      expect((await records.listCases({}, person.session)).cases).to.deep.equal([]);
      expect((await records.getRecordsDashboard({}, person.session)).dashboard.counts).to.deep.include({
        myOpenCases: 0,
      });
    }
    expect(await failureOf(add(id, cy.id, 'viewer'))).to.equal('case.member_blocked');
    expect((await happened()).filter(({ type }) => type === 'case.wall_changed').at(-1)?.facts).to.deep.equal(
      {
        added: [cy.id, owner.id],
        removed: [],
      },
    );
    await edit(id, { blockedUserIds: [] });
    expect(
      (await getCase(id, owner)).members.map(({ userId, endedAt }) => [userId, endedAt === null]),
    ).to.deep.equal([
      [bo.id, true],
      [cy.id, false],
    ]);
  });

  it('REC-25: is a matter of leads, hides no last lead, and nobody hides behind it', async () => {
    const { open, edit, add, admin, cy, bo, getCase, clear } = await office();
    const { id } = await open({ visibility: 'workspace' });
    await add(id, cy.id, 'lead');

    expect(await failureOf(edit(id, { blockedUserIds: [cy.id] }, admin))).to.equal('permission.denied');
    expect(await faultsOf(edit(id, { blockedUserIds: [bo.id] }))).to.deep.equal([
      '/blockedUserIds/0 field.invalid',
    ]);
    expect(await faultsOf(edit(id, { blockedUserIds: [`usr_${'0'.repeat(32)}`] }))).to.deep.equal([
      '/blockedUserIds/0 field.invalid',
    ]);
    await edit(id, { blockedUserIds: [cy.id] });
    expect((await getCase(id, admin)).blockedUserIds).to.deep.equal([]);
    await clear(admin, 0, ['privacy_officer']);
    expect((await getCase(id, admin)).blockedUserIds).to.deep.equal([cy.id]);
  });

  it('REC-25: keeps the last lead who leads for good', async () => {
    const { open, edit, add, bo, cy, clock } = await office();
    const { id } = await open();
    await add(id, cy.id, 'lead', { endsAt: new Date(Date.parse(clock.now()) + 86_400_000).toISOString() });

    expect(await failureOf(edit(id, { blockedUserIds: [bo.id] }, cy))).to.equal('case.last_lead');
  });
});

describe('changes of cases', () => {
  it('are made by leads, owners and admins, each field by itself', async () => {
    const { open, edit, admin, cy, add, happened } = await office();
    const { id } = await open({ description: 'First' });
    await add(id, cy.id, 'contributor');

    const after = await edit(id, { title: 'Smith, appeal', priority: 'high', description: null });
    const same = await edit(id, { priority: 'high' }, admin);

    expect([after.title, after.priority, after.description]).to.deep.equal(['Smith, appeal', 'high', null]);
    expect(same.version).to.equal(after.version);
    expect(await failureOf(edit(id, { title: 'Mine' }, cy))).to.equal('permission.denied');
    expect(await failureOf(edit(id, { title: 'Mine', expectedVersion: 1 }))).to.equal('version_conflict');
    expect((await happened()).find(({ type }) => type === 'case.updated')?.facts).to.deep.equal({
      changed: ['description', 'priority', 'title'],
    });
  });

  it('REC-5: give labels that the lead is cleared for, and take them for a reason alone', async () => {
    const { open, edit, clear, bo, happened } = await office();
    const { id } = await open();
    await clear(bo, restricted);
    const purposeOfUse = 'treatment';

    expect(await failureOf(edit(id, { confidentiality: 'restricted' }))).to.equal('records.purpose_required');
    expect(await failureOf(edit(id, { confidentiality: 'executive' }))).to.equal('records.label_not_cleared');
    const raised = await edit(id, { confidentiality: 'restricted', purposeOfUse });
    expect(raised.effectiveLabels).to.deep.equal(['restricted']);
    expect(await faultsOf(edit(id, { confidentiality: 'standard', purposeOfUse }))).to.deep.equal([
      '/confidentialityReason field.required',
    ]);
    const lowered = await edit(id, {
      confidentiality: 'standard',
      confidentialityReason: why,
      purposeOfUse,
    });
    expect(lowered.effectiveLabels).to.deep.equal([]);
    expect(
      (await happened())
        .filter(({ type }) => type.startsWith('confidentiality.'))
        .map(({ type, facts }) => [type, facts]),
    ).to.deep.equal([
      ['confidentiality.raised', { added: ['restricted'] }],
      ['confidentiality.lowered', { removed: ['restricted'] }],
    ]);
  });

  it('REC-5: of the labels of a subject reach every case that it is the primary subject of, at once', async () => {
    const { open, create, change, clear, getCase, bo, owner } = await office();
    const subject = await create();
    const { id } = await open({ subjectId: subject.id, confidentiality: 'confidential' });
    const other = await open();
    await clear(bo, restricted);

    await change(subject.id, { confidentiality: 'restricted', purposeOfUse: 'treatment' });

    expect(await failureOf(getCase(id, owner))).to.equal('case.not_found');
    expect((await getCase(id, bo, 'treatment')).effectiveLabels).to.deep.equal([
      'restricted',
      'confidential',
    ]);
    expect((await getCase(other.id, owner)).effectiveLabels).to.deep.equal([]);
    await change(
      subject.id,
      { confidentiality: 'standard', confidentialityReason: why, purposeOfUse: 'treatment' },
      bo,
      2,
    );
    expect((await getCase(id, owner)).effectiveLabels).to.deep.equal(['confidential']);
  });
});

describe('subjects of cases', () => {
  it('REC-21: one of them is the primary one, and the one before becomes a client', async () => {
    const { open, create, link, getCase, records, bo } = await office();
    const { id, primarySubjectId } = await open();
    const other = await create({ displayName: 'Bea Brown' });

    const { caseSubject } = await link(id, other.id, 'witness', { relationship: 'aunt' });
    expect(await failureOf(link(id, other.id, 'client'))).to.equal('case.subject_already_linked');
    await link(id, other.id, 'primary');

    const after = await getCase(id);
    expect([
      after.primarySubjectId,
      after.subjects.map(({ displayName, role }) => [displayName, role]),
    ]).to.deep.equal([
      other.id,
      [
        ['Bea Brown', 'primary'],
        ['Ann Smith', 'client'],
      ],
    ]);
    expect(after.subjects[0]?.id).to.equal(caseSubject.id);
    const end = (caseSubjectId: string) =>
      records.endCaseSubject({ caseId: id, caseSubjectId, reason: why }, bo.session);
    expect(await failureOf(end(caseSubject.id))).to.equal('case.primary_subject_required');
    const formerly = after.subjects[1]?.id ?? '';
    expect((await end(formerly)).case.subjects).to.have.length(1);
    expect(await failureOf(end(formerly))).to.equal('case_subject.not_found');
    expect(primarySubjectId).to.not.equal(other.id);
  });

  it('REC-5: another primary one makes a case easier to read for nobody who may not take its labels', async () => {
    const { open, create, link, add, clear, bo, cy, getCase } = await office();
    await clear(bo, restricted);
    await clear(cy, restricted);
    const hidden = await create({ confidentiality: 'restricted', purposeOfUse: 'treatment' });
    const { id } = await open({ subjectId: hidden.id }, bo, 'treatment');
    await add(id, cy.id, 'contributor', { purposeOfUse: 'treatment' });
    const plain = await create();
    const purposeOfUse = 'treatment';

    expect(await failureOf(link(id, plain.id, 'primary', { purposeOfUse }, cy))).to.equal(
      'records.label_lowering_not_allowed',
    );
    await link(id, plain.id, 'primary', { purposeOfUse });
    expect((await getCase(id)).effectiveLabels).to.deep.equal([]);
  });

  it('are changed by whoever works on their cases, and no more by whoever made them', async () => {
    const { open, create, change, get, bo, cy, add, admin } = await office();
    const subject = await create({ identifiers: [{ type: 'passport', system: 'urn:p', value: 'ABCDEFGH' }] });
    const { id } = await open({ subjectId: subject.id, leadUserId: cy.id, status: 'active' }, bo);
    await add(id, bo.id, 'viewer', {}, cy);

    expect((await change(subject.id, { pronouns: 'she' }, cy)).pronouns).to.equal('she');
    expect(await failureOf(change(subject.id, { pronouns: 'he' }, bo, 2))).to.equal('permission.denied');
    const values = async (as: typeof bo) => (await get(subject.id, as)).identifiers.map(({ value }) => value);
    expect([await values(cy), await values(bo), await values(admin)]).to.deep.equal([
      ['ABCDEFGH'],
      ['••••EFGH'],
      ['ABCDEFGH'],
    ]);
    expect((await get(subject.id, cy)).cases?.map(({ id: shown }) => shown)).to.deep.equal([id]);
  });

  it('are shown to members of their cases alone where the workspace says so', async () => {
    const { open, create, get, list, keep, bo, cy, add, guest } = await office();
    const subject = await create();
    const { id } = await open({ subjectId: subject.id });
    await keep({ subjectDirectory: 'case_team' });

    expect(await failureOf(get(subject.id, cy))).to.equal('subject.not_found');
    expect((await list({}, cy)).count).to.equal(0);
    await add(id, cy.id, 'viewer');
    await add(id, guest.id, 'viewer');
    for (const person of [bo, cy, guest]) {
      expect((await get(subject.id, person)).id).to.equal(subject.id);
      expect((await list({}, person)).count).to.equal(1);
    }
  });
});

describe('what records say of cases to others', () => {
  it('lets requests for files belong to cases of whoever works on them, and shows them to whoever reads the case', async () => {
    const { open, add, cy, admin, chancery, bo } = await office();
    const { id } = await open();
    await add(id, cy.id, 'viewer');
    const request = (as: typeof bo) =>
      chancery.fileRequests.createFileRequest(
        {
          clientName: 'Grace',
          clientEmail: 'grace@example.org',
          title: 'Papers',
          items: [{ name: 'Passport' }],
          caseId: id,
        },
        as.session,
      );

    expect(await failureOf(request(cy))).to.equal('case.not_found');
    expect(await failureOf(request(admin))).to.equal('case.not_found');
    expect((await request(bo)).request.caseId).to.equal(id);
    expect((await chancery.fileRequests.listFileRequests({}, cy.session)).count).to.equal(1);
  });

  it('SPR-2: whoever leads or reviews an open case could act as second person', async () => {
    const { open, add, cy, chancery, owner, bo } = await office();
    const { id } = await open();
    await add(id, cy.id, 'reviewer');

    const { eligible } = await chancery.workspace.getSecondPerson({}, owner.session);

    const because = new Map(eligible.map((person) => [person.userId, person.because]));
    expect([because.get(bo.id), because.get(cy.id)]).to.deep.equal(['lead', 'reviewer']);
  });

  it('REC-4: counts on the dashboard what the caller sees', async () => {
    const { open, move, records, bo, cy, owner, clear } = await office();
    await clear(bo, restricted);
    const { id } = await open();
    await move(id, 'active');
    await open({ confidentiality: 'restricted' }, bo, 'treatment');
    const counts = async (as: typeof bo, input: object = {}) => {
      const { dashboard } = await records.getRecordsDashboard(input, as.session);
      const { subjectsActive, casesByStatus, myOpenCases } = dashboard.counts;
      return [
        subjectsActive,
        casesByStatus.intake,
        casesByStatus.active,
        myOpenCases,
        dashboard.recentCases.length,
      ];
    };

    expect(await counts(bo)).to.deep.equal([2, 0, 1, 1, 1]);
    expect(await counts(bo, { purposeOfUse: 'treatment' })).to.deep.equal([2, 1, 1, 2, 2]);
    expect(await counts(owner)).to.deep.equal([2, 0, 1, 0, 1]);
    expect(await counts(cy)).to.deep.equal([2, 0, 0, 0, 0]);
  });
});
