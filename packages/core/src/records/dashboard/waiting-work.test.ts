import { longSessions, noteOffice, type Person } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { daysLater, localDate, startOfDate } from '../../kernel/plain-dates.ts';
import { plusSeconds } from '../../kernel/time.ts';
import { maskOf } from '../access/labels.ts';

/** Bo leads a case in which Cy writes and Gus reviews; Di is on no case. */
async function workingOffice() {
  const here = await noteOffice(longSessions);
  const { records, aCase, bo } = here;
  const di = await here.person('member', 'Di');
  const dashboard = async (as: Person, input: object = {}) =>
    (await records.getRecordsDashboard(input, as.session)).dashboard;
  const queue = async (as: Person, input: object = {}) =>
    (await dashboard(as, input)).queue.map(({ kind, id }) => [kind, id]);
  const toDo = async (title: string, input: object = {}, as: Person = bo) =>
    (await records.createFollowUp({ caseId: aCase.id, title, ownerUserId: as.id, ...input }, bo.session))
      .followUp;
  return { ...here, di, dashboard, queue, toDo };
}

describe('what waits for somebody', () => {
  it('is listed and counted for whom it concerns: drafts, reviews, signatures, and what was returned', async () => {
    const { begin, submit, sendBack, approved, dashboard, queue, bo, cy, guest, owner } =
      await workingOffice();
    await begin({ title: 'Begun' });
    const returned = await begin({ title: 'Returned' });
    await submit(returned.id);
    await sendBack(returned.id);
    const waiting = await begin({ title: 'Submitted' });
    await submit(waiting.id);
    const ready = await approved({ title: 'Approved' });

    expect(await queue(cy)).to.have.deep.members([
      ['changes_requested', returned.id],
      ['sign', ready.id],
    ]);
    expect((await dashboard(cy)).counts).to.deep.include({
      ...{ draftsMine: 2, awaitingMyReview: 0, awaitingMySignature: 1, awaitingMyCoSign: 0 },
    });
    for (const reviewer of [bo, guest]) {
      expect(await queue(reviewer)).to.deep.equal([['review', waiting.id]]);
      expect((await dashboard(reviewer)).counts).to.deep.include({ draftsMine: 0, awaitingMyReview: 1 });
    }
    // She sees the case as owner of the workspace, and is on none.
    expect(await queue(owner)).to.deep.equal([]);
  });

  it('is for leads alone where the policy of the template says so, and never for the author', async () => {
    const { template, begin, submit, queue, bo, cy, guest } = await workingOffice();
    const { id: templateId } = await template({ reviewPolicy: 'lead' });
    const note = { templateId, body: undefined, sections: { findings: 'She called.' } };
    const ofCy = await begin(note);
    await submit(ofCy.id);
    const ofBo = await begin({ title: 'By the lead' }, bo);
    await submit(ofBo.id, bo);

    expect(await queue(bo)).to.deep.equal([['review', ofCy.id]]);
    expect(await queue(guest)).to.deep.equal([['review', ofBo.id]]);
    expect(await queue(cy)).to.deep.equal([['review', ofBo.id]]);
  });

  it('has second signatures, undecided amendments and hand-overs', async () => {
    const { template, signed, ask, dashboard, queue, records, aCase, bo, cy, guest, di } =
      await workingOffice();
    const { id: templateId } = await template({ coSignPolicy: 'required' });
    const entry = await signed({ templateId, body: undefined, sections: { findings: 'She called.' } });
    const amendment = await ask(entry.id);
    const { transfer } = await records.transferCase(
      { caseId: aCase.id, toUserId: di.id, reason: 'I move to another ward' },
      bo.session,
    );

    expect(await queue(guest)).to.have.deep.members([
      ['co_sign', entry.id],
      ['amendment', amendment.id],
    ]);
    expect((await dashboard(guest)).counts).to.deep.include({ awaitingMyCoSign: 1, amendmentsPending: 1 });
    // Whoever asked does not decide, and sees that it is undecided.
    expect(await queue(cy)).to.deep.equal([]);
    expect((await dashboard(cy)).counts.amendmentsPending).to.equal(1);
    const [asked, ...more] = (await dashboard(di)).queue;
    expect(more).to.deep.equal([]);
    expect(asked).to.deep.include({
      ...{ kind: 'transfer', id: transfer.id, caseId: aCase.id, dueAt: transfer.expiresAt },
      ...{ title: aCase.caseNumber, effectiveLabels: [] },
    });
  });

  it('has what somebody is to do, what is late or due first before the rest', async () => {
    const { toDo, dashboard, owner, bo, clock } = await workingOffice();
    const within = (hours: number) => plusSeconds(clock.now(), hours * 3600);
    await toDo('Never due');
    await toDo('Next week', { dueAt: within(168) });
    await toDo('Soon', { dueAt: within(1) });
    clock.advance({ minutes: 1 });
    await toDo('Also never due');
    clock.advance({ minutes: 120 });

    const { queue, counts } = await dashboard(bo);

    expect(queue.map(({ title }) => title)).to.deep.equal([
      'Soon',
      'Next week',
      'Never due',
      'Also never due',
    ]);
    expect(counts).to.deep.include({ followUpsMineOpen: 4, followUpsMineOverdue: 1 });
    expect((await dashboard(owner)).counts.followUpsMineOpen).to.equal(0);
  });

  it('counts what is due today from midnight to midnight where the workspace is', async () => {
    const { toDo, dashboard, bo, clock, chancery, owner, ports } = await workingOffice();
    const zone = 'Pacific/Auckland';
    await chancery.workspace.updateSettings({ defaultTimeZone: zone }, owner.session);
    const tomorrow = startOfDate(
      daysLater(localDate(clock.now(), zone, ports.timeZones), 1),
      zone,
      ports.timeZones,
    );
    await toDo('At the first instant of tomorrow', { dueAt: tomorrow });
    await toDo('At the last second of today', { dueAt: plusSeconds(tomorrow, -1) });

    const counted = async () => (await dashboard(bo)).counts.followUpsMineDueToday;
    expect(await counted()).to.equal(1);
    clock.advance({ seconds: 86_400 });
    expect(await counted()).to.equal(1);
    clock.advance({ seconds: 86_400 });
    expect(await counted()).to.equal(0);
  });

  it('REC-6: shows a labelled title for a purpose that opens it alone, and says in the ledger that it was read', async () => {
    const { begin, records, dashboard, clear, lines, bo, cy } = await workingOffice();
    const safeguarding = maskOf(['safeguarding']);
    for (const person of [bo, cy]) await clear(person, safeguarding);
    const purposeOfUse = 'treatment' as const;
    const { id } = await begin({ title: 'What she saw', confidentiality: 'safeguarding', purposeOfUse });
    await records.submitEntry({ artifactId: id, purposeOfUse }, cy.session);
    const read = async () => (await lines()).filter(({ action }) => action === 'records.list_read').length;

    const { queue, counts } = await dashboard(bo);
    const shown = queue.map(({ title, effectiveLabels }) => [title, effectiveLabels]);
    expect(shown).to.deep.equal([[null, ['safeguarding']]]);
    expect([counts.awaitingMyReview, await read()]).to.deep.equal([1, 0]);

    const [opened] = (await dashboard(bo, { purposeOfUse })).queue;
    expect(opened).to.deep.include({ kind: 'review', id, title: 'What she saw' });
    expect(await read()).to.equal(1);
  });

  it('REC-1: has nothing that somebody does not pass', async () => {
    const { begin, submit, clear, queue, sql, guest, bo } = await workingOffice();
    const { id } = await begin();
    await submit(id);
    await sql('update record_entries set own_mask = $2, effective_mask = $2 where id = $1', [
      id,
      maskOf(['safeguarding']),
    ]);

    expect([await queue(guest), await queue(bo)]).to.deep.equal([[], []]);
    await clear(bo, maskOf(['safeguarding']));
    expect(await queue(bo)).to.deep.equal([['review', id]]);
  });

  it('is beside how well the ledger is proven, for whoever may read all of it', async () => {
    const { dashboard, records, owner, bo } = await workingOffice();
    expect((await dashboard(owner)).ledger).to.deep.include({ lastCheckpoint: null, lastVerification: null });
    const { checkpoint } = await records.createAuditCheckpoint({}, owner.session);
    await records.verifyAuditLedger({}, owner.session);

    const { ledger } = await dashboard(owner);

    expect(ledger?.lastCheckpoint).to.deep.equal({ size: checkpoint.size, issuedAt: checkpoint.issuedAt });
    expect(ledger?.headSeq).to.be.at.least(checkpoint.size);
    expect((await dashboard(bo)).ledger).to.equal(null);
  });
});
