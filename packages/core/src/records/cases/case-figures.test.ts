import {
  failureOf,
  faultsOf,
  longSessions,
  noteOffice,
  recordArchive,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../access/labels.ts';

describe('what a case shows of what is in it', () => {
  it('counts encounters, entries, follow-ups and attachments', async () => {
    const { records, getCase, aCase, begin, approved, signed, bo, cy, clock } =
      await noteOffice(longSessions);
    await records.createEncounter(
      { caseId: aCase.id, encounterType: 'meeting', mode: 'phone', scheduledStartAt: clock.now() },
      cy.session,
    );
    await begin();
    await approved();
    await signed();
    for (const dueAt of [new Date(Date.parse(clock.now()) + 60_000).toISOString(), null])
      await records.createFollowUp({ caseId: aCase.id, title: 'Call back', dueAt }, cy.session);
    clock.advance({ minutes: 2 });

    const { counts, recentEntries } = await getCase(aCase.id, bo);

    expect(counts).to.deep.equal({
      ...{ encounters: 1, entries: 3, entriesFinalized: 1, entriesAwaitingSignature: 1 },
      ...{ followUpsOpen: 2, followUpsOverdue: 1, attachments: 0 },
    });
    expect(recentEntries?.map(({ status }) => status)).to.have.members(['draft', 'approved', 'finalized']);
  });

  it('REC-4: counts and shows nothing that the caller does not pass for the purpose', async () => {
    const { records, getCase, aCase, begin, clear, bo, cy, guest } = await noteOffice(longSessions);
    for (const person of [bo, cy]) await clear(person, maskOf(['safeguarding']));
    const purposeOfUse = 'treatment' as const;
    const entry = await begin({ confidentiality: 'safeguarding', purposeOfUse });
    await records.createFollowUp(
      { caseId: aCase.id, title: 'Ask her', artifactId: entry.id, purposeOfUse },
      cy.session,
    );
    const seen = async (...as: Parameters<typeof getCase>) => {
      const { counts, recentEntries } = await getCase(...as);
      return [counts.entries, counts.followUpsOpen, recentEntries?.length];
    };

    expect(await seen(aCase.id, guest, purposeOfUse)).to.deep.equal([0, 0, 0]);
    expect(await seen(aCase.id, bo)).to.deep.equal([0, 0, 0]);
    expect(await seen(aCase.id, bo, purposeOfUse)).to.deep.equal([1, 1, 1]);
  });

  it('REC-6: says in the ledger with which labels entries were shown beside the case', async () => {
    const { getCase, aCase, begin, clear, lines, bo, cy } = await noteOffice(longSessions);
    for (const person of [bo, cy]) await clear(person, maskOf(['safeguarding']));
    await begin({ confidentiality: 'safeguarding', purposeOfUse: 'treatment' });
    const read = async () =>
      (await lines())
        .filter(({ action }) => action === 'case.read')
        .map(({ payload }) => JSON.parse(payload).labels);

    await getCase(aCase.id, bo);
    expect(await read()).to.deep.equal([]);
    await getCase(aCase.id, bo, 'treatment');
    expect(await read()).to.deep.equal([['safeguarding']]);
  });

  it('shows the hand-over that waits, until it is decided or its time is over', async () => {
    const { records, getCase, aCase, person, bo, cy, clock } = await noteOffice(longSessions);
    const di = await person('member', 'Di');
    const ask = async () =>
      (
        await records.transferCase(
          { caseId: aCase.id, toUserId: di.id, reason: 'I move', expiresInDays: 1 },
          bo.session,
        )
      ).transfer;
    expect((await getCase(aCase.id, cy)).pendingTransfer).to.equal(null);
    const transfer = await ask();

    expect((await getCase(aCase.id, cy)).pendingTransfer).to.deep.equal(transfer);
    clock.advance({ minutes: 1440 });
    expect((await getCase(aCase.id, cy)).pendingTransfer).to.equal(null);
    const { id: transferId } = await ask();
    await records.decideCaseTransfer({ transferId, decision: 'cancel' }, bo.session);
    expect((await getCase(aCase.id, cy)).pendingTransfer).to.equal(null);
  });
});

describe('how long a case is kept', () => {
  it('is shown with the policy that holds, and whether a hold keeps it longer', async () => {
    const { usual, closed, open, getCase, hold, owner, worker } = await recordArchive();
    const bare = await open({}, owner);
    expect(bare.retention).to.deep.equal({
      ...{ policyId: null, policyName: null, state: 'not_started' },
      ...{ triggerDate: null, dueOn: null, onHold: false },
    });
    const policyId = await usual();
    const id = await closed();

    expect((await getCase(id, owner)).retention).to.deep.equal({
      ...{ policyId, policyName: 'Ten years', state: 'running' },
      ...{ triggerDate: '2026-11-23', dueOn: '2036-11-24', onHold: false },
    });
    await hold();
    await worker.drain();
    expect((await getCase(id, owner)).retention.onHold).to.equal(true);
    expect((await open({}, owner)).retention.onHold).to.equal(true);
  });

  it('names its holds to those who lead it, keep the records or administer the workspace', async () => {
    const { open, getCase, hold, owner, admin, bo, cy, person } = await recordArchive();
    const di = await person('member', 'Di');
    const { id } = await open(
      { leadUserId: cy.id, members: [{ userId: di.id, role: 'contributor' }], visibility: 'workspace' },
      owner,
    );
    const { id: holdId, holdNumber, name } = await hold({ scope: { caseIds: [id] } });

    for (const person of [owner, admin, bo, cy])
      expect((await getCase(id, person)).activeHolds).to.deep.equal([{ id: holdId, holdNumber, name }]);
    expect((await getCase(id, di)).activeHolds).to.deep.equal([]);
  });

  it('is shown of a subject, by a hold on itself or on what was merged into it', async () => {
    const { create, get, list, hold, chancery, owner } = await recordArchive();
    const [held, free] = [await create(), await create({ displayName: 'Mary Brown' })];
    await hold({ scope: { subjectIds: [held.id] } });

    expect([
      held.onLegalHold,
      (await get(held.id)).onLegalHold,
      (await get(free.id)).onLegalHold,
    ]).to.deep.equal([false, true, false]);
    const { subjects } = await list();
    expect(new Map(subjects.map(({ id, onLegalHold }) => [id, onLegalHold]))).to.deep.equal(
      new Map([
        [held.id, true],
        [free.id, false],
      ]),
    );
    await chancery.records.mergeSubject(
      {
        ...{ subjectId: free.id, mergedSubjectId: held.id, expectedVersion: 1, mergedExpectedVersion: 1 },
        reason: 'They are one person',
      },
      owner.session,
    );
    expect((await get(free.id)).onLegalHold).to.equal(true);
  });

  it('can be chosen when the case is opened, by whoever may assign a policy', async () => {
    const { policy, activate, usual, open, getCase, happened, cy, owner, worker } = await recordArchive();
    await usual();
    const { id: retentionPolicyId } = await policy({ code: 'five_years', name: 'Five years', period: 'P5Y' });

    expect(await faultsOf(open({ retentionPolicyId }, owner))).to.deep.equal([
      '/retentionPolicyId field.invalid',
    ]);
    await activate(retentionPolicyId);
    expect(await failureOf(open({ retentionPolicyId }, cy))).to.equal('permission.denied');
    const { id } = await open({ retentionPolicyId }, owner);
    await worker.drain();

    expect((await getCase(id, owner)).retention).to.include({
      policyId: retentionPolicyId,
      policyName: 'Five years',
    });
    const assigned = (await happened()).filter(({ type }) => type === 'retention.assigned').at(-1);
    expect(assigned?.facts).to.include({ policyId: retentionPolicyId, targetKind: 'case' });
  });
});
