import { failureOf, faultsOf, lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** An office whose documents are told of 30 days before, at nine in Berlin, and whose mailer may be away. */
async function acting(policyInput: object = {}) {
  const here = await lifecycleOffice();
  const { lifecycle, owner, policy, everywhere, upload, put, worker, ports, clock } = here;
  const { id: policyId } = await policy({
    notices: [{ daysBefore: 30, recipients: ['document_owner'] }],
    timeZone: 'Europe/Berlin',
    noticeLocalTime: '09:00',
    requireConfirmation: false,
    ...policyInput,
  });
  await everywhere(policyId);
  await worker.drain();
  ports.mail.sent.length = 0;
  const mailer = { isAway: false };
  const send = ports.mail.send.bind(ports.mail);
  ports.mail.send = async (message) => {
    if (mailer.isAway) throw new Error('The mailer is away');
    return send(message);
  };
  const dated = async (statedExpiresOn: string) => {
    const document = await upload({ name: 'Lease' });
    await put(document.id, { statedExpiresOn });
    return document;
  };
  const act = async (kind: string, documentId: string, input: object = {}) =>
    (
      await lifecycle.createLifecycleAction(
        { kind: kind as 'recalculate', documentId, reason: 'A law has changed', ...input },
        owner.session,
      )
    ).action;
  const notify = (documentId: string) => act('send_notice', documentId, { params: { daysBefore: 30 } });
  const replay = async (actionId: string) =>
    (await lifecycle.replayLifecycleAction({ actionId, reason: 'It is back' }, owner.session)).action;
  const acknowledge = async (actionId: string) =>
    (
      await lifecycle.acknowledgeLifecycleAction(
        { actionId, resolution: 'resolved', note: 'We called them' },
        owner.session,
      )
    ).action;
  return {
    ...here,
    policyId,
    dated,
    act,
    notify,
    replay,
    acknowledge,
    mailer,
    health: async () => {
      await worker.run('lifecycle.plan');
      return lifecycle.getLifecycleWorkerHealth({}, owner.session);
    },
    subjects: () => here.mailsTo(owner),
    /** A notice that was given up because the mailer was away. */
    async deadNotice() {
      mailer.isAway = true;
      const { id } = await notify((await dated('2027-06-30')).id);
      for (let attempt = 0; attempt < 8; attempt += 1) {
        await worker.drain();
        clock.advance({ hours: 8 });
      }
      mailer.isAway = false;
      return id;
    },
  };
}

describe('actions that were given up', () => {
  it('OPS-3: run again under their id, for one of two who ask at once, and a notice is sent once', async () => {
    const { deadNotice, replay, worker, subjects, health } = await acting();
    const id = await deadNotice();
    expect((await health()).status).to.equal('degraded');

    const outcomes = await Promise.all([failureOf(replay(id)), failureOf(replay(id))]);
    expect(outcomes).to.have.members(['none', 'action.not_replayable']);
    await worker.drain();

    expect(subjects()).to.deep.equal(['Look at the date of Lease']);
    expect((await health()).status).to.equal('healthy');
    expect(await failureOf(replay(id))).to.equal('action.not_replayable');
  });

  it('OPS-4: count no longer once they are put aside, and can still be run again', async () => {
    const { deadNotice, acknowledge, replay, owner, clock, health, worker, subjects, happened } =
      await acting();
    const id = await deadNotice();

    const action = await acknowledge(id);

    expect(action).to.deep.include({
      id,
      status: 'acknowledged',
      attempts: 8,
      maxAttempts: 8,
      lastErrorCode: 'job.failed',
      acknowledgement: {
        byUserId: owner.id,
        at: clock.now(),
        resolution: 'resolved',
        note: 'We called them',
      },
    });
    expect(action.updatedAt).to.equal(clock.now());
    expect(action.createdAt < action.updatedAt).to.equal(true);
    expect((await happened()).at(-1)?.type).to.equal('job.acknowledged');
    expect(await health()).to.deep.include({ status: 'healthy' });
    expect(await failureOf(acknowledge(id))).to.equal('action.not_dead');
    const again = await replay(id);
    expect(again).to.deep.include({ id, status: 'pending', replayCount: 1, acknowledgement: null });
    await worker.drain();
    expect(subjects()).to.have.length(1);
  });

  it('show the same as the jobs of the workspace', async () => {
    const { deadNotice, chancery, owner, replay, stranger, lifecycle } = await acting();
    const id = await deadNotice();
    const { jobs } = await chancery.workspace.listJobs(
      { topic: 'lifecycle.action.send_notice' },
      owner.session,
    );
    const [job] = jobs;
    expect(job).to.deep.include({ aggregateType: 'lifecycle_action', aggregateId: id, status: 'dead' });

    await chancery.workspace.acknowledgeJob({ jobId: job?.id ?? '', reason: 'Later' }, owner.session);
    const action = await replay(id);
    expect(action.replayCount).to.equal(1);

    const outsider = await stranger();
    const foreign = lifecycle.replayLifecycleAction({ actionId: id, reason: 'Mine' }, outsider.session);
    expect(await failureOf(foreign)).to.equal('action.not_found');
  });

  it('are not run again once their document was destroyed', async () => {
    const { deadNotice, replay, lifecycle, documents, owner, trash } = await acting();
    const id = await deadNotice();
    const { failures } = await lifecycle.getLifecycleOperations({}, owner.session);
    const documentId = failures.find((action) => action.id === id)?.documentId ?? '';
    await trash(documentId);
    await documents.purgeDocument({ documentId }, owner.session);

    expect(await failureOf(replay(id))).to.equal('action.not_replayable');
  });
});

describe('createLifecycleAction', () => {
  it('LIF-11, OPS-5: sends a notice at once, which is then neither planned nor sent again', async () => {
    const { dated, notify, worker, subjects, clock, lifecycle, owner, happened } = await acting();
    const { id } = await dated('2027-01-31');
    await lifecycle.planLifecycleActions({}, owner.session);

    const action = await notify(id);
    await worker.drain();

    expect(action).to.deep.include({ kind: 'send_notice', documentId: id, status: 'pending' });
    expect(action).to.include({ requestedByUserId: owner.id, reason: 'A law has changed' });
    const requested = (await happened()).find(({ type }) => type === 'lifecycle_action.requested');
    expect(requested?.facts).to.deep.equal({ documentId: id, kind: 'send_notice' });
    expect(await failureOf(notify(id))).to.equal('action.not_applicable');
    clock.advance({ days: 45 });
    await worker.run('lifecycle.plan');
    await worker.run('lifecycle.notices');
    expect(subjects()).to.deep.equal(['Look at the date of Lease']);
  });

  it('OPS-5: waits for its time, and does nothing for what has changed until then', async () => {
    const { dated, act, worker, clock, trash, subjects } = await acting();
    const { id } = await dated('2027-01-31');
    const dueAt = '2026-11-24T12:00:00.000Z';
    const action = await act('send_notice', id, { params: { daysBefore: 5 }, dueAt });
    expect(action).to.include({ status: 'planned', dueAt });

    await worker.run('lifecycle.notices');
    expect(subjects()).to.deep.equal([]);
    await trash(id);
    clock.advance({ days: 1 });
    await worker.run('lifecycle.notices');
    expect(subjects()).to.deep.equal([]);
  });

  it('OPS-5: refuses what the document does not ask for, by the guards of what is planned', async () => {
    const { act, upload, dated, clock, trash, policyId, lifecycle, owner, worker } = await acting();
    const [plain, dead] = [await upload(), await upload()];
    const { id } = await dated('2027-01-31');
    const refusal = (...input: Parameters<typeof act>) => failureOf(act(...input));

    expect(await faultsOf(act('send_notice', id))).to.deep.equal(['/params/daysBefore field.required']);
    const far = { dueAt: new Date(Date.parse(clock.now()) + 91 * 86_400_000).toISOString() };
    expect(await faultsOf(act('recalculate', id, far))).to.deep.equal(['/dueAt field.out_of_range']);
    expect(await refusal('send_notice', plain.id, { params: { daysBefore: 1 } })).to.equal(
      'action.not_applicable',
    );
    expect(await refusal('open_renewal', id)).to.equal('action.not_applicable');
    expect(await refusal('create_candidate', id)).to.equal('action.not_applicable');
    await lifecycle.updateExpirationPolicy({ policyId, openRenewalDaysBefore: 60 }, owner.session);
    await worker.drain();
    // Sixty days before the last of January.
    expect(await refusal('open_renewal', id, { dueAt: '2026-12-01T12:00:00.000Z' })).to.equal(
      'action.not_applicable',
    );
    expect(await refusal('open_renewal', id, { dueAt: '2026-12-02T12:00:00.000Z' })).to.equal('none');
    await trash(dead.id);
    expect(await refusal('recalculate', dead.id)).to.equal('document.invalid_state');

    const retention = { trigger: 'created' as const, months: 1, approvals: 1, coolOffDays: 0 };
    await lifecycle.updateExpirationPolicy({ policyId, retention }, owner.session);
    await worker.drain();
    expect(await refusal('create_candidate', id)).to.equal('action.not_applicable');
    clock.advance({ days: 40 });
    await act('create_candidate', id);
    await worker.drain();
    const { candidates } = await lifecycle.listRetentionCandidates({}, owner.session);
    expect(candidates.map(({ documentId, status }) => [documentId, status])).to.deep.equal([[id, 'pending']]);
  });

  it('OPS-5: opens the renewal that the policy wants, reads a document, and computes its dates anew', async () => {
    const { act, dated, worker, lifecycle, owner } = await acting({ openRenewalDaysBefore: 100 });
    const { id } = await dated('2027-01-31');

    const actions = [
      await act('open_renewal', id),
      await act('run_extraction', id),
      await act('recalculate', id),
    ];
    await worker.drain();

    const { renewals } = await lifecycle.listRenewals({ documentId: id }, owner.session);
    expect(renewals.map(({ openedBy }) => openedBy)).to.deep.equal(['policy']);
    const { extractions } = await lifecycle.listDocumentEvidence({ documentId: id }, owner.session);
    expect(extractions).to.have.length(1);
    const { actions: counts } = await lifecycle.getLifecycleWorkerHealth({}, owner.session);
    expect(counts).to.deep.include({ succeeded24h: actions.length, dead: 0 });
  });
});
