import {
  failureOf,
  faultsOf,
  longSessions,
  noteOffice,
  type Person,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { plusDays, plusSeconds } from '../../kernel/time.ts';
import type { Purpose } from '../../records/index.ts';
import { maskOf } from '../../records/index.ts';

const restricted = maskOf(['restricted']);
type Office = Awaited<ReturnType<typeof noteOffice>>;

/** Bo leads a restricted case; Di works elsewhere, and covers for her. */
async function covering() {
  const here = await noteOffice(longSessions);
  const { governance } = here.chancery;
  const { bo, owner, clear, clock, open } = here;
  const di = await here.person('member', 'Di');
  await clear(bo, restricted);
  await clear(owner, 0, ['privacy_officer']);
  const restrictedCase = await open({ confidentiality: 'restricted', status: 'active' }, bo, 'treatment');
  const grant = async (input: object = {}, as: Person = bo) =>
    (
      await governance.createTemporaryAccess(
        {
          granteeUserId: di.id,
          scope: { kind: 'case', id: restrictedCase.id },
          purposeOfUse: 'treatment',
          reason: 'Covers for me while I am away',
          expiresAt: plusDays(clock.now(), 2),
          ...input,
        },
        as.session,
      )
    ).grant;
  const listed = async (as: Person = bo, input: object = {}) =>
    governance.listRecordAccess(input, as.session);
  const reads = (caseId: string, purposeOfUse?: Purpose, as: Person = di) =>
    failureOf(here.getCase(caseId, as, purposeOfUse));
  return { ...here, governance, di, restrictedCase, grant, listed, reads };
}

const told = async ({ happened }: Pick<Office, 'happened'>) =>
  (await happened()).filter(({ type }) => type.startsWith('temporary_access.'));

describe('access for a time', () => {
  it('GOV-13: opens until the clock says so, and not a millisecond longer, without any job', async () => {
    const { grant, reads, restrictedCase, clock, listed, worker, happened } = await covering();
    expect(await reads(restrictedCase.id, 'treatment')).to.equal('case.not_found');

    const given = await grant();
    expect(given).to.deep.include({
      status: 'active',
      labels: ['restricted'],
      useCount: 0,
      lastUsedAt: null,
    });
    expect(await reads(restrictedCase.id, 'treatment')).to.equal('none');
    clock.advance({ hours: 48, seconds: -0.001 });
    expect(await reads(restrictedCase.id, 'treatment')).to.equal('none');
    clock.advance({ seconds: 0.001 });
    expect(await reads(restrictedCase.id, 'treatment')).to.equal('case.not_found');
    clock.advance({ seconds: 0.001 });
    expect(await reads(restrictedCase.id, 'treatment')).to.equal('case.not_found');
    expect((await listed()).temporary.map(({ status }) => status)).to.deep.equal(['expired']);
    expect((await told({ happened })).map(({ type }) => type)).to.deep.equal(['temporary_access.granted']);

    await worker.run('governance.expire_access');
    await worker.run('governance.expire_access');
    expect((await told({ happened })).map(({ type }) => type)).to.deep.equal([
      'temporary_access.granted',
      'temporary_access.expired',
    ]);
  });

  it('GOV-14: opens for its own purpose alone, and says so to whoever passes but for that', async () => {
    const { grant, reads, restrictedCase, records, di, clock } = await covering();
    await grant({ startsAt: plusDays(clock.now(), 1) });
    expect(await reads(restrictedCase.id, 'treatment')).to.equal('case.not_found');
    clock.advance({ hours: 24 });

    expect(await reads(restrictedCase.id, 'treatment')).to.equal('none');
    expect(await reads(restrictedCase.id)).to.equal('records.purpose_required');
    expect(await reads(restrictedCase.id, 'legal_proceedings')).to.equal('records.purpose_not_allowed');
    const list = (purposeOfUse: Purpose) => records.listCases({ purposeOfUse }, di.session);
    const [right, wrong] = [await list('treatment'), await list('legal_proceedings')];
    expect([right.cases.map(({ id }) => id), right.withheldForPurpose]).to.deep.equal([
      [restrictedCase.id],
      0,
    ]);
    expect([wrong.cases, wrong.withheldForPurpose]).to.deep.equal([[], 1]);
  });

  it('GOV-14: to an unlabelled case opens for its purpose alone, too', async () => {
    const { grant, reads, aCase, records, di } = await covering();
    await grant({ scope: { kind: 'case', id: aCase.id } });

    expect(await reads(aCase.id, 'treatment')).to.equal('none');
    expect(await reads(aCase.id)).to.equal('records.purpose_required');
    expect(await reads(aCase.id, 'emergency')).to.equal('records.purpose_not_allowed');
    const { withheldForPurpose } = await records.listCases({}, di.session);
    expect(withheldForPurpose).to.equal(1);
  });

  it('GOV-12: of a case, an entry or a subject opens exactly that', async () => {
    const { grant, reads, read, aCase, open, begin, di } = await covering();
    const other = await open({ subjectId: aCase.primarySubjectId, status: 'active' });
    const [first, second] = [await begin(), await begin({ title: 'Second interview' })];
    const sees = (artifactId: string) => failureOf(read(artifactId, di, { purposeOfUse: 'treatment' }));

    const ofEntry = await grant({ scope: { kind: 'entry', id: first.id } });
    expect([await sees(first.id), await sees(second.id)]).to.deep.equal(['none', 'entry.not_found']);
    expect(await reads(aCase.id, 'treatment')).to.equal('case.not_found');
    await grant({ scope: { kind: 'case', id: aCase.id } });
    expect([await sees(second.id), await reads(aCase.id, 'treatment')]).to.deep.equal(['none', 'none']);
    expect(await reads(other.id, 'treatment')).to.equal('case.not_found');
    await grant({ scope: { kind: 'subject', id: aCase.primarySubjectId } });
    expect(await reads(other.id, 'treatment')).to.equal('none');
    expect(ofEntry.scope).to.deep.equal({ kind: 'entry', id: first.id });
  });

  it('REC-25: on the word of a lead reaches of a subject the cases that they lead alone, also those that come later', async () => {
    const { grant, reads, open, person } = await covering();
    const eve = await person('member', 'Eve');
    const hers = await open({ status: 'active' });
    const pretext = await open({ subjectId: hers.primarySubjectId, status: 'active' }, eve);

    await grant({ scope: { kind: 'subject', id: hers.primarySubjectId } }, eve);
    const later = await open({ subjectId: hers.primarySubjectId, status: 'active' });

    expect(await reads(pretext.id, 'treatment')).to.equal('none');
    expect(await reads(hers.id, 'treatment')).to.equal('case.not_found');
    expect(await reads(later.id, 'treatment')).to.equal('case.not_found');
  });

  it('REC-25: given by somebody behind a wall reaches of a subject no case that is walled off from them', async () => {
    const { grant, reads, records, open, person, di, clear, bo } = await covering();
    const officer = await person('member', 'Olga');
    await clear(officer, 0, ['privacy_officer']);
    const walled = await open({ status: 'active' });
    const other = await open({ subjectId: walled.primarySubjectId, status: 'active' });
    await grant({ scope: { kind: 'subject', id: walled.primarySubjectId } }, officer);
    expect([await reads(walled.id, 'treatment'), await reads(other.id, 'treatment')]).to.deep.equal([
      'none',
      'none',
    ]);

    await records.updateCase(
      { caseId: walled.id, blockedUserIds: [officer.id], expectedVersion: walled.version },
      bo.session,
    );

    expect([await reads(walled.id, 'treatment'), await reads(other.id, 'treatment')]).to.deep.equal([
      'case.not_found',
      'none',
    ]);
    const listed = await records.listCases({ purposeOfUse: 'treatment' }, di.session);
    expect(listed.cases.map(({ id }) => id)).to.deep.equal([other.id]);
    // As the search of records sees it: both cases have the same title.
    const found = await records.searchRecords({ query: 'custody', purposeOfUse: 'treatment' }, di.session);
    expect(found.results.map(({ caseId }) => caseId)).to.deep.equal([other.id]);
  });

  it('leaves a line for every use, also of what is not labelled, and counts them', async () => {
    const { grant, reads, aCase, listed, sql, workspaceId, records, di, clock } = await covering();
    const { id } = await grant({ scope: { kind: 'case', id: aCase.id } });
    await reads(aCase.id, 'treatment');
    clock.advance({ minutes: 5 });
    await records.listCases({ purposeOfUse: 'treatment' }, di.session);

    const [shown] = (await listed()).temporary;
    expect(shown).to.deep.include({ useCount: 2, lastUsedAt: clock.now() });
    const lines = await sql<{ action: string; access: object }>(
      `select action, convert_from(payload, 'utf8')::jsonb -> 'access' access from audit_event
       where ledger_id = $1 and action like '%read' order by seq`,
      [workspaceId],
    );
    expect(lines.map(({ action, access }) => [action, access])).to.deep.equal([
      ['case.read', { basis: 'temporary_access', grantId: id }],
      ['records.list_read', { basis: 'temporary_access', grantId: id }],
    ]);
  });

  it('lets contribute to a case where it says so, and reads alone where it does not', async () => {
    const { grant, aCase, begin, di } = await covering();
    const write = (purposeOfUse: Purpose) => failureOf(begin({ purposeOfUse }, di));
    await grant({ scope: { kind: 'case', id: aCase.id } });
    expect(await write('treatment')).to.equal('permission.denied');
    await grant({ scope: { kind: 'case', id: aCase.id }, permission: 'contribute' });

    expect(await write('treatment')).to.equal('none');
    expect(await write('emergency')).to.equal('records.purpose_not_allowed');
  });

  it('GOV-14: is given by a lead or a privacy officer, never to oneself, and of labels that they may give', async () => {
    const { grant, bo, cy, owner, admin, guest, clear } = await covering();
    const refusal = (input: object, as?: Person) => failureOf(grant(input, as));

    expect(await refusal({ granteeUserId: bo.id })).to.equal('temporary_access.self');
    expect(await refusal({}, cy)).to.equal('case.not_found');
    expect(await refusal({ labels: ['psychotherapy'] })).to.equal('temporary_access.not_allowed');
    expect(await refusal({ labels: ['sealed'] })).to.equal('temporary_access.not_allowed');
    expect(await refusal({}, owner)).to.equal('none');
    expect(await refusal({ labels: ['sealed'] }, owner)).to.equal('none');
    await clear(admin, 0, ['privacy_officer']);
    expect(await refusal({ labels: ['psychotherapy'] }, admin)).to.equal('none');
    expect(await refusal({ labels: ['sealed'] }, admin)).to.equal('temporary_access.not_allowed');
    expect(await refusal({ granteeUserId: `usr_${'0'.repeat(32)}` })).to.equal(
      'temporary_access.grantee_not_eligible',
    );
    expect(await refusal({ granteeUserId: guest.id, permission: 'contribute' })).to.equal(
      'temporary_access.grantee_not_eligible',
    );
    expect(await refusal({ granteeUserId: guest.id })).to.equal('none');
  });

  it('ends within 30 days, what is sealed within seven, and begins within 30', async () => {
    const { grant, owner, clock } = await covering();
    const at = (days: number) => plusDays(clock.now(), days);
    const faults = (input: object) => faultsOf(grant(input, owner));

    expect(await faults({ expiresAt: plusSeconds(at(30), 1) })).to.deep.equal([
      '/expiresAt field.out_of_range',
    ]);
    expect(await faults({ expiresAt: clock.now() })).to.deep.equal(['/expiresAt field.out_of_range']);
    expect(await faults({ labels: ['sealed'], expiresAt: plusSeconds(at(7), 1) })).to.deep.equal([
      '/expiresAt field.out_of_range',
    ]);
    expect(await faults({ startsAt: plusSeconds(at(30), 1), expiresAt: at(31) })).to.deep.equal([
      '/startsAt field.out_of_range',
    ]);
    expect((await grant({ startsAt: at(30), expiresAt: at(60) }, owner)).status).to.equal('scheduled');
  });

  it('GOV-14: ends with the closing of the case, by revoking, and with the membership', async () => {
    const { grant, reads, restrictedCase, records, bo, di, clear, listed, governance, chancery, owner } =
      await covering();
    const first = await grant();
    await records.transitionCase(
      {
        ...{ caseId: restrictedCase.id, status: 'closed', reason: 'All is done' },
        ...{ closureOutcome: 'Agreement', purposeOfUse: 'treatment' },
      },
      bo.session,
    );
    expect(await reads(restrictedCase.id, 'treatment')).to.equal('case.not_found');
    const again = await grant();
    const revoke = (grantId: string, as: Person) =>
      failureOf(governance.revokeTemporaryAccess({ grantId, reason: 'Back at work' }, as.session));
    expect(await revoke(again.id, (await listed(di)).temporary.length === 2 ? di : bo)).to.equal('none');
    expect(await revoke(again.id, bo)).to.equal('temporary_access.invalid_state');
    expect(await reads(restrictedCase.id, 'treatment')).to.equal('case.not_found');
    const third = await grant();
    await chancery.workspace.removeMember({ userId: di.id }, owner.session);

    await clear(bo, restricted);
    expect((await listed()).temporary.map(({ id, status }) => [id, status])).to.have.deep.members([
      [third.id, 'expired'],
      [again.id, 'revoked'],
      [first.id, 'expired'],
    ]);
  });

  it('is hidden from whoever has nothing to do with it', async () => {
    const { grant, cy, admin, di, guest, listed, governance } = await covering();
    const { id } = await grant();
    const seen = async (as: Person) => (await listed(as)).temporary.length;
    const revoke = (as: Person) =>
      failureOf(governance.revokeTemporaryAccess({ grantId: id, reason: 'Not needed' }, as.session));

    expect([await seen(cy), await seen(guest), await seen(di), await seen(admin)]).to.deep.equal([
      0, 0, 1, 1,
    ]);
    expect(await revoke(cy)).to.equal('temporary_access.not_found');
    expect(await revoke(admin)).to.equal('permission.denied');
    expect((await listed(admin)).members.map(({ displayName }) => displayName)).to.include('Bo');
    expect((await listed(cy)).members).to.deep.equal([]);
  });

  it('is listed page by page, by person, case and state', async () => {
    const { grant, aCase, restrictedCase, listed, di, owner, clock, bo } = await covering();
    const ids: string[] = [];
    for (const caseId of [aCase.id, restrictedCase.id, aCase.id]) {
      ids.unshift((await grant({ scope: { kind: 'case', id: caseId } }, owner)).id);
      clock.advance({ minutes: 1 });
    }
    const first = await listed(owner, { limit: 2 });
    const second = await listed(owner, { limit: 2, cursor: first.nextCursor ?? '' });

    expect([...first.temporary, ...second.temporary].map(({ id }) => id)).to.deep.equal(ids);
    expect([first.count, second.count, second.nextCursor, second.members]).to.deep.equal([2, 1, null, []]);
    const count = async (input: object) => (await listed(owner, input)).count;
    expect(await count({ caseId: aCase.id })).to.equal(2);
    expect(await count({ userId: di.id, status: 'active' })).to.equal(3);
    expect(await count({ userId: bo.id })).to.equal(0);
    expect(await count({ status: 'expired' })).to.equal(0);
  });
});
