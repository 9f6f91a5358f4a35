import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { failureOf, lifecycleOffice, type Person } from '../testing/index.ts';

onBothDatabases('the work on documents', (database) => {
  async function atWork() {
    const here = await lifecycleOffice({ database: database() });
    const { lifecycle, owner } = here;
    const operations = (as: Person = owner) => lifecycle.getLifecycleOperations({}, as.session);
    return { ...here, operations };
  }

  it('is nothing at first', async () => {
    const { operations, worker } = await atWork();
    await worker.run('lifecycle.plan');

    const {
      asOf,
      operations: actions,
      health,
      failures,
      renewals,
      holds,
      retention,
      intelligence,
    } = await operations();

    expect([asOf, health, failures]).to.deep.equal(['2026-11-23T12:00:00.000Z', 'healthy', []]);
    expect(actions).to.deep.equal({
      planned24h: 0,
      due: 0,
      running: 0,
      retrying: 0,
      succeeded24h: 0,
      next: [],
    });
    expect(renewals).to.deep.include({ overdue: [], singlePerson: 0 });
    expect(renewals.byStatus).to.include({ open: 0, completed: 0 });
    expect(holds).to.deep.equal({ active: 0, documents: 0, reviewDue: [] });
    expect(retention).to.deep.include({ nextExecutions: [], singlePerson: 0 });
    expect(retention.byStatus).to.include({ pending: 0, executed: 0 });
    expect(intelligence).to.deep.equal({
      queued: 0,
      running: 0,
      failed24h: 0,
      evidenceProposed: 0,
      lowConfidence: 0,
    });
  });

  it('shows what is next, what is overdue, what is to be looked at and what was found', async () => {
    const { operations, policy, everywhere, upload, put, lifecycle, owner, clock, worker, ports } =
      await atWork();
    const notices = [{ daysBefore: 30, recipients: ['document_owner' as const] }];
    const { id: policyId } = await policy({ notices, requireConfirmation: false });
    await everywhere(policyId);
    const { id: documentId } = await upload({ name: 'Lease' });
    await put(documentId, { statedExpiresOn: '2027-01-15' });
    await lifecycle.openRenewal({ documentId, dueOn: '2026-11-30' }, owner.session);
    const hold = { documentId, matter: 'Byron', reason: 'Notice received', reviewOn: '2026-11-30' };
    await lifecycle.placeLegalHold(hold, owner.session);
    ports.textExtractor.says(['Expiration date: 02/03/2027', 'Policy number: PL-2026-00431']);
    await lifecycle.startDocumentExtraction({ documentId }, owner.session);
    expect((await operations()).intelligence).to.include({ queued: 1, running: 0 });
    await worker.drain();

    clock.advance({ hours: 24 * 9 });
    await worker.run('lifecycle.plan_all');
    const { operations: actions, renewals, holds, intelligence } = await operations();

    expect(actions.next.map(({ kind, documentId: of }) => [kind, of])).to.deep.equal([
      ['expire', documentId],
      ['send_notice', documentId],
    ]);
    expect(renewals.byStatus).to.include({ open: 1 });
    expect(
      renewals.overdue.map(({ documentName, dueOn, overdue }) => [documentName, dueOn, overdue]),
    ).to.deep.equal([['Lease', '2026-11-30', true]]);
    expect([holds.active, holds.documents]).to.deep.equal([1, 1]);
    expect(holds.reviewDue.map(({ matter, reviewOn }) => [matter, reviewOn])).to.deep.equal([
      ['Byron', '2026-11-30'],
    ]);
    expect(intelligence).to.deep.equal({
      queued: 0,
      running: 0,
      failed24h: 0,
      evidenceProposed: 2,
      lowConfidence: 1,
    });
  });

  it('OPS-4: lists what was given up until somebody puts it aside', async () => {
    const { operations, policy, everywhere, upload, put, lifecycle, owner, clock, worker, ports } =
      await atWork();
    const notices = [{ daysBefore: 30, recipients: ['document_owner' as const] }];
    const { id: policyId } = await policy({ notices, requireConfirmation: false });
    await everywhere(policyId);
    const { id: documentId } = await upload({ name: 'Lease' });
    await put(documentId, { statedExpiresOn: '2027-06-30' });
    const asked = { kind: 'send_notice' as const, documentId, reason: 'A law has changed' };
    const { action } = await lifecycle.createLifecycleAction(
      { ...asked, params: { daysBefore: 30 } },
      owner.session,
    );
    ports.mail.send = async () => {
      throw new Error('The mailer is away');
    };
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await worker.drain();
      clock.advance({ hours: 8 });
    }

    const { failures, health } = await operations();
    expect(failures.map(({ id, status }) => [id, status])).to.deep.equal([[action.id, 'dead']]);
    expect(health).to.not.equal('healthy');
    const aside = { actionId: action.id, resolution: 'resolved' as const, note: 'We called them' };
    await lifecycle.acknowledgeLifecycleAction(aside, owner.session);
    expect((await operations()).failures).to.deep.equal([]);
  });

  it('LIF-24, HLD-5: neither counts nor shows what the person does not see, and tells the matter to few', async () => {
    const { operations, upload, lifecycle, owner, bo, person } = await atWork();
    const secret = await upload({ name: 'Merger', visibility: 'restricted' });
    const open = await upload({ name: 'Lease' });
    for (const { id: documentId } of [secret, open]) {
      await lifecycle.openRenewal({ documentId, dueOn: '2026-11-01' }, owner.session);
      const hold = { documentId, matter: 'Byron', reason: 'Notice received', reviewOn: '2026-11-23' };
      await lifecycle.placeLegalHold(hold, owner.session);
      await lifecycle.startDocumentExtraction({ documentId }, owner.session);
    }

    const [all, seen] = [await operations(), await operations(bo)];

    expect([all.renewals.byStatus.open, all.holds.active, all.intelligence.queued]).to.deep.equal([2, 2, 2]);
    expect([seen.renewals.byStatus.open, seen.holds.active, seen.intelligence.queued]).to.deep.equal([
      1, 1, 1,
    ]);
    expect(seen.renewals.overdue.map(({ documentName }) => documentName)).to.deep.equal(['Lease']);
    expect(seen.holds.reviewDue.map(({ documentId, matter }) => [documentId, matter])).to.deep.equal([
      [open.id, null],
    ]);
    expect(JSON.stringify(seen)).to.not.match(/Merger|Byron/);
    expect(await failureOf(operations(await person('guest', 'Gus')))).to.equal('permission.denied');
  });
});
