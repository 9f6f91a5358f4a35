import { failureOf, faultsOf, lifecycleOffice, type Person } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

type Period = { trigger: 'created' | 'sealed' | 'expired' | 'superseded'; months: number };

/** An office in which documents are kept for a month from their upload, and then destroyed once the owner or the admin says so. */
async function keeping(period: Partial<Period & { approvals: number; coolOffDays: number }> = {}) {
  const here = await lifecycleOffice();
  const { lifecycle, owner, documents, worker, clock, policy, everywhere, sql } = here;
  const retention = { trigger: 'created' as const, months: 1, approvals: 1, coolOffDays: 7, ...period };
  await here.lastForYears();
  const { id: policyId } = await policy({ retention, timeZone: 'Europe/Berlin' });
  await everywhere(policyId);
  const nightly = async () => {
    await worker.run('lifecycle.evaluate_retention');
    await worker.drain();
  };
  const list = async (input: object = {}) =>
    (await lifecycle.listRetentionCandidates(input, owner.session)).candidates;
  const review = async (candidateId: string, decision: string, input: object = {}, as: Person = here.admin) =>
    (
      await lifecycle.reviewRetentionCandidate(
        { candidateId, decision: decision as 'approve', ...input },
        as.session,
      )
    ).candidate;
  const approve = (candidateId: string, as: Person = here.admin, input: object = {}) =>
    review(candidateId, 'approve', { confirmName: 'policy.pdf', ...input }, as);
  /** A document whose period is over, and its candidate. */
  const candidate = async (as: Person = owner) => {
    const { id: documentId } = await here.upload({}, as);
    await worker.drain();
    clock.advance({ days: 32 });
    await nightly();
    const [found] = await list({ documentId });
    return { documentId, candidateId: found?.id ?? '', found };
  };
  /** A candidate that was approved, and that the database does not let be executed until that is mended. */
  const failing = async () => {
    const found = await candidate();
    await approve(found.candidateId);
    const neverExecuted = `"never executed: ${found.candidateId}"`;
    await sql(
      `alter table retention_candidates add constraint ${neverExecuted} check (status <> 'executed' or id <> '${found.candidateId}')`,
    );
    clock.advance({ days: 7 });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await worker.drain();
      clock.advance({ hours: 8 });
    }
    return { ...found, mend: () => sql(`alter table retention_candidates drop constraint ${neverExecuted}`) };
  };
  const statusOf = async (documentId: string) => (await list({ documentId })).at(-1)?.status;
  const hold = async (documentId: string) =>
    (
      await lifecycle.placeLegalHold(
        { documentId, matter: 'Byron v. Babbage', reason: 'Notice received' },
        owner.session,
      )
    ).legalHold.id;
  const release = (holdId: string) =>
    lifecycle.releaseLegalHold({ holdId, reason: 'Settled' }, owner.session);
  const document = async (documentId: string) =>
    (await documents.getDocument({ documentId }, owner.session)).document;
  const purge = (documentId: string) => failureOf(documents.purgeDocument({ documentId }, owner.session));
  const bytesOf = async (documentId: string) =>
    (
      await sql<{ count: number }>(
        'select count(*)::integer count from document_versions where document_id = $1 and released_at is null',
        [documentId],
      )
    )[0]?.count;
  return {
    ...here,
    policyId,
    retention,
    nightly,
    list,
    review,
    approve,
    candidate,
    failing,
    statusOf,
    hold,
    release,
    document,
    purge,
    bytesOf,
  };
}

describe('the retention of documents', () => {
  it('RET-1: runs through its last day in the zone of the document, and keeps it from being destroyed until then', async () => {
    const { upload, trash, purge, clock, nightly, list, worker, sql } = await keeping();
    const { id: documentId } = await upload();
    await worker.drain();
    await trash(documentId);
    // Uploaded on 23 November; the 24th of December begins in Berlin at 23:00 in UTC.
    clock.advance({ days: 30, hours: 10, minutes: 59 });
    expect(await purge(documentId)).to.equal('document.retention_active');
    await nightly();
    expect(await list()).to.deep.equal([]);
    await sql(`update documents set purge_after = '2026-12-01T00:00:00Z' where id = $1`, [documentId]);
    await worker.run('documents.purge');
    expect(await purge(documentId)).to.equal('document.retention_active');

    clock.advance({ minutes: 1 });
    await nightly();
    const [found] = await list();
    expect(found).to.include({
      documentId,
      status: 'pending',
      trigger: 'created',
      triggerDate: '2026-11-23',
      eligibleOn: '2026-12-24',
    });
    expect(await purge(documentId)).to.equal('none');
  });

  it('RET-1: runs on while what it counts from has not happened, and counts from that day then', async () => {
    const { upload, nightly, list, clock, confirm, trash, purge, read, worker, documents, owner } =
      await keeping({
        trigger: 'expired',
        months: 24,
      });
    const { id: documentId } = await upload();
    await worker.drain();
    const running = { until: null, running: true, candidateId: null, candidateStatus: null };
    expect((await read(documentId)).retention).to.deep.equal(running);
    await trash(documentId);
    expect(await purge(documentId)).to.equal('document.retention_active');
    await documents.restoreDocument({ documentId }, owner.session);

    await confirm(documentId, '2027-02-28');
    expect((await read(documentId)).retention).to.include({ until: '2029-02-28', running: true });
    clock.advance({ days: 828 });
    await nightly();
    expect((await list()).map(({ triggerDate, eligibleOn }) => [triggerDate, eligibleOn])).to.deep.equal([]);
    clock.advance({ days: 1 });
    await nightly();
    const [found] = await list();
    expect([found?.triggerDate, found?.eligibleOn]).to.deep.equal(['2027-02-28', '2029-03-01']);
    expect((await read(documentId)).retention).to.deep.equal({
      until: '2029-02-28',
      running: false,
      candidateId: found?.id,
      candidateStatus: 'pending',
    });
  });

  it('LIF-8: a date that nobody has confirmed makes no candidate', async () => {
    const { upload, put, confirm, nightly, list, worker } = await keeping({ trigger: 'expired', months: 0 });
    const { id } = await upload();
    await put(id, { statedExpiresOn: '2026-11-01' });
    await worker.drain();

    await nightly();
    expect(await list()).to.deep.equal([]);
    await confirm(id, '2026-11-01');
    await nightly();
    expect((await list()).map(({ documentId }) => documentId)).to.deep.equal([id]);
  });

  it('RET-1: counts from the day on which the document was superseded', async () => {
    const { upload, lifecycle, owner, admin, nightly, list, clock, worker } = await keeping({
      trigger: 'superseded',
      months: 0,
    });
    const [old, fresh] = [await upload(), await upload()];
    await worker.drain();
    const { renewal } = await lifecycle.openRenewal({ documentId: old.id }, owner.session);
    const replacement = { action: 'submit_replacement' as const, replacementDocumentId: fresh.id };
    await lifecycle.updateRenewal({ caseId: renewal.id, ...replacement }, owner.session);
    await nightly();
    expect(await list()).to.deep.equal([]);
    await lifecycle.approveReplacement({ caseId: renewal.id, decision: 'approve' }, admin.session);
    clock.advance({ days: 1 });
    await nightly();

    expect((await list()).map(({ documentId, triggerDate }) => [documentId, triggerDate])).to.deep.equal([
      [old.id, '2026-11-23'],
    ]);
  });

  it('RET-2: a longer period withdraws what is no longer due; a shorter one skips no approval', async () => {
    const {
      candidate,
      lifecycle,
      owner,
      policyId,
      retention,
      statusOf,
      worker,
      nightly,
      list,
      approve,
      happened,
    } = await keeping();
    const { documentId, candidateId } = await candidate();
    const change = async (months: number) => {
      await lifecycle.updateExpirationPolicy(
        { policyId, retention: { ...retention, months } },
        owner.session,
      );
      await worker.drain();
    };
    await approve(candidateId);
    expect(await statusOf(documentId)).to.equal('scheduled');

    await change(12);
    expect(await statusOf(documentId)).to.equal('withdrawn');
    expect((await happened()).at(-1)?.type).to.equal('retention.withdrawn');
    await change(0);
    await nightly();
    const again = (await list({ documentId })).find(({ status }) => status === 'pending');
    expect(again).to.include({ status: 'pending', eligibleOn: '2026-11-24' });
    expect(again?.reviews).to.deep.equal([]);
    await lifecycle.updateExpirationPolicy({ policyId, retention: null }, owner.session);
    await worker.drain();
    expect((await list({ documentId })).map(({ status }) => status)).to.deep.equal([
      'withdrawn',
      'withdrawn',
    ]);
  });

  it('RET-3: nothing is destroyed if anything has changed since it was approved', async () => {
    const {
      candidate,
      approve,
      lifecycle,
      owner,
      policyId,
      clock,
      worker,
      statusOf,
      document,
      list,
      sql,
      hold,
      nightly,
    } = await keeping();
    const one = await candidate();
    await approve(one.candidateId);
    // The job that would compute it anew has not run yet.
    await lifecycle.updateExpirationPolicy({ policyId, graceDays: 3 }, owner.session);
    await sql(`update jobs set available_at = '2030-01-01' where topic = 'lifecycle.recalculate'`);
    clock.advance({ days: 7 });
    await worker.drain();
    expect([await statusOf(one.documentId), (await document(one.documentId)).status]).to.deep.equal([
      'pending',
      'active',
    ]);
    const [after] = await list({ documentId: one.documentId });
    expect(after).to.include({ policyRevision: 2, executeAfter: null });
    expect(after?.reviews.map(({ counts }) => counts)).to.deep.equal([false]);

    await approve(one.candidateId);
    await sql(`update documents set signature_status = 'sent' where id = $1`, [one.documentId]);
    clock.advance({ days: 7 });
    await worker.drain();
    expect(await statusOf(one.documentId)).to.equal('pending');

    await sql(`update documents set signature_status = 'none' where id = $1`, [one.documentId]);
    await approve(one.candidateId);
    await sql(`update retention_candidates set round = round + 1 where id = $1`, [one.candidateId]);
    clock.advance({ days: 7 });
    await worker.drain();
    expect(await statusOf(one.documentId)).to.equal('pending');

    await approve(one.candidateId);
    // Nobody has told the candidate of this hold.
    await sql(
      `insert into document_holds (id, workspace_id, document_id, kind, matter, reason, status, placed_by_user_id, placed_at,
         updated_at, version)
       select gen_random_uuid(), workspace_id, id, 'case', 'A matter', 'A reason', 'active', 'usr_somebody', now(), now(), 1
       from documents where id = $1`,
      [one.documentId],
    );
    clock.advance({ days: 7 });
    await worker.drain();
    expect([await statusOf(one.documentId), (await document(one.documentId)).status]).to.deep.equal([
      'blocked',
      'active',
    ]);
    await sql('delete from document_holds where document_id = $1', [one.documentId]);
    await nightly();

    await approve(one.candidateId);
    await hold(one.documentId);
    clock.advance({ days: 8 });
    await worker.drain();
    expect([await statusOf(one.documentId), (await document(one.documentId)).status]).to.deep.equal([
      'blocked',
      'active',
    ]);
  });

  it('RET-3: of two approvals the first counts no longer once the policy has changed', async () => {
    const { candidate, approve, person, lastForYears, lifecycle, owner, admin, policyId, worker } =
      await keeping({ approvals: 2 });
    const third = await person('admin', 'Cy');
    await lastForYears();
    const { candidateId } = await candidate(owner);
    await approve(candidateId, admin);
    await lifecycle.updateExpirationPolicy({ policyId, graceDays: 3 }, owner.session);
    await worker.drain();

    const after = await approve(candidateId, third);

    expect(after.status).to.equal('pending');
    expect(after.reviews.map(({ counts }) => counts)).to.deep.equal([false, true]);
    expect((await approve(candidateId, admin)).status).to.equal('scheduled');
  });

  it('HLD-2: a hold blocks what is scheduled; after the last release it is pending, and its approvals are void', async () => {
    const { candidate, approve, hold, release, list, statusOf, clock, worker, bytesOf, review } =
      await keeping();
    const { documentId, candidateId } = await candidate();
    await approve(candidateId);
    const [one, other] = [await hold(documentId), await hold(documentId)];

    const [found] = await list({ documentId });
    expect(found).to.include({ status: 'blocked', executeAfter: null });
    expect(found?.blockedBy).to.have.members([one, other]);
    expect(await failureOf(approve(candidateId))).to.equal('document.legal_hold');
    expect(await failureOf(review(candidateId, 'retain', { note: 'Kept' }))).to.equal(
      'retention.invalid_state',
    );
    await release(one);
    expect(await statusOf(documentId)).to.equal('blocked');
    await release(other);
    const [free] = await list({ documentId });
    expect(free?.status).to.equal('pending');
    expect(free?.reviews.map(({ counts }) => counts)).to.deep.equal([false]);
    clock.advance({ days: 10 });
    await worker.drain();
    expect([await statusOf(documentId), await bytesOf(documentId)]).to.deep.equal(['pending', 1]);
  });

  it('RET-4: two approvals are of two people, and neither is of the uploader', async () => {
    const { candidate, approve, owner, admin, person, statusOf, list, lastForYears } = await keeping({
      approvals: 2,
    });
    const third = await person('admin', 'Cy');
    await lastForYears();
    const { documentId, candidateId } = await candidate(owner);

    expect(await failureOf(approve(candidateId, owner))).to.equal('second_person.required');
    expect((await approve(candidateId, admin)).status).to.equal('pending');
    expect(await failureOf(approve(candidateId, admin))).to.equal('second_person.required');
    expect(await failureOf(approve(candidateId, owner))).to.equal('second_person.required');
    expect(await statusOf(documentId)).to.equal('pending');
    const { status, executeAfter } = await approve(candidateId, third);
    expect(status).to.equal('scheduled');
    const [found] = await list({ documentId });
    expect(found?.reviews.map(({ byUserId, singlePerson }) => [byUserId, singlePerson])).to.deep.equal([
      [admin.id, false],
      [third.id, false],
    ]);
    expect(executeAfter).to.equal('2027-01-01T12:00:00.000Z');
  });

  it('RET-4: the rule of the second person alone makes an exception, and the tombstone says so', async () => {
    const { candidate, approve, owner, admin, bo, chancery, clock, worker, list } = await keeping({
      approvals: 2,
    });
    const { candidateId, documentId } = await candidate(owner);
    const prove = () =>
      chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
    await prove();
    for (const { id: userId } of [admin, bo])
      await chancery.workspace.removeMember({ userId }, owner.session);
    await chancery.workspace.updateSettings({ secondPerson: 'cooling_off' }, owner.session);
    const singlePersonReason = 'I am the only person in this practice';
    const alone = async () => {
      clock.advance({ hours: 24 });
      await prove();
      return approve(candidateId, owner, { singlePersonReason });
    };

    expect(await failureOf(approve(candidateId, owner, { singlePersonReason }))).to.equal(
      'second_person.cooling_off',
    );
    expect((await alone()).status).to.equal('pending');
    expect((await alone()).status).to.equal('scheduled');
    clock.advance({ days: 7 });
    await worker.drain();

    const [found] = await list({ documentId });
    expect(found?.tombstone).to.include({ singlePerson: true });
    expect(found?.tombstone?.approvedBy).to.deep.equal([owner.id, owner.id]);
  });

  it('RET-4: whoever keeps it inside the cool-off stops it, until somebody reopens it', async () => {
    const { candidate, approve, review, clock, worker, statusOf, document, owner, list, trash, purge } =
      await keeping();
    const { documentId, candidateId } = await candidate();
    await approve(candidateId);
    clock.advance({ days: 6, hours: 23 });
    await review(candidateId, 'retain', { note: 'Of historical interest' }, owner);
    clock.advance({ days: 30 });
    await worker.drain();
    expect([await statusOf(documentId), (await document(documentId)).status]).to.deep.equal([
      'retained',
      'active',
    ]);
    await trash(documentId);
    expect(await purge(documentId)).to.equal('document.retention_active');

    await review(candidateId, 'reopen');
    const { executeAfter } = await approve(candidateId);
    clock.advance({ days: 7 });
    await worker.drain();
    const [found] = await list({ documentId });
    expect(found).to.include({ status: 'executed', executedAt: executeAfter });
  });

  it('is put off until a day, and taken up again when it comes', async () => {
    const { candidate, review, nightly, statusOf, clock, approve } = await keeping();
    const { documentId, candidateId } = await candidate();
    await approve(candidateId);
    const faults = (decision: string, input: object) => faultsOf(review(candidateId, decision, input));

    expect(await faults('defer', {})).to.deep.equal(['/deferUntil retention.defer_until_required']);
    expect(await faults('defer', { deferUntil: '2026-12-25' })).to.deep.equal([
      '/deferUntil field.out_of_range',
    ]);
    expect(await faults('defer', { deferUntil: '2037-01-01' })).to.deep.equal([
      '/deferUntil field.out_of_range',
    ]);
    expect(await faults('approve', { confirmName: 'policy' })).to.deep.equal([
      '/confirmName retention.name_mismatch',
    ]);
    expect(await faults('retain', {})).to.deep.equal(['/note field.required']);
    expect(await faults('retain', { note: 'x', confirmName: 'policy.pdf' })).to.deep.equal([
      '/confirmName field.not_an_option',
    ]);
    expect(await failureOf(review(candidateId, 'reopen'))).to.equal('retention.invalid_state');
    expect(await failureOf(review(candidateId, 'retain', { note: 'x', expectedVersion: 9 }))).to.equal(
      'version_conflict',
    );

    expect((await review(candidateId, 'defer', { deferUntil: '2027-01-01' })).status).to.equal('deferred');
    clock.advance({ days: 6, hours: 10, minutes: 59 });
    await nightly();
    expect(await statusOf(documentId)).to.equal('deferred');
    clock.advance({ minutes: 1 });
    await nightly();
    expect(await statusOf(documentId)).to.equal('pending');
    await review(candidateId, 'retain', { note: 'A year more', retainUntil: '2027-12-31' });
    clock.advance({ days: 366 });
    await nightly();
    expect(await statusOf(documentId)).to.equal('pending');
  });

  it('RET-5: destroys content and keeps the tombstone', async () => {
    const {
      candidate,
      approve,
      admin,
      clock,
      worker,
      list,
      documents,
      owner,
      document,
      bytesOf,
      ports,
      happened,
      sql,
    } = await keeping();
    const { documentId, candidateId } = await candidate();
    const before = await document(documentId);
    const [{ key = '' } = {}] = await sql<{ key: string }>(
      'select blob_key key from document_versions where document_id = $1',
      [documentId],
    );
    await approve(candidateId);
    clock.advance({ days: 7 });
    await worker.drain();

    const [found] = await list({ documentId });
    expect(found?.tombstone).to.deep.equal({
      sha256s: [before.sha256],
      versions: 1,
      bytes: before.sizeBytes,
      approvedBy: [admin.id],
      singlePerson: false,
      executedAt: clock.now(),
      keptByRecords: false,
    });
    expect(await document(documentId)).to.include({
      status: 'disposed',
      name: before.name,
      sha256: before.sha256,
    });
    expect(await failureOf(documents.getDocumentContent({ documentId }, owner.session))).to.equal(
      'document.disposed',
    );
    expect([await bytesOf(documentId), await ports.blobs.get(key)]).to.deep.equal([0, null]);
    const types = (await happened()).map(({ type }) => type);
    expect(types).to.include('document.disposed');
    expect(types).to.not.include('document.purged');
  });

  it('RET-6: time alone destroys nothing', async () => {
    const { candidate, clock, worker, nightly, statusOf, document, bytesOf } = await keeping();
    const { documentId } = await candidate();
    for (let year = 0; year < 4; year += 1) {
      clock.advance({ days: 365 });
      await nightly();
      await worker.run('documents.purge');
      await worker.drain();
    }

    expect([
      await statusOf(documentId),
      (await document(documentId)).status,
      await bytesOf(documentId),
    ]).to.deep.equal(['pending', 'active', 1]);
  });

  it('fails for good after the last attempt, says so, and is executed when its job is replayed', async () => {
    const { failing, list, mailsTo, admin, chancery, owner, document, worker } = await keeping();
    const { documentId, mend } = await failing();
    const [broken] = await list({ documentId });
    expect(broken).to.include({ status: 'failed', failureCode: 'execution_failed' });
    expect((await document(documentId)).status).to.equal('active');
    expect(mailsTo(admin).at(-1)).to.equal('policy.pdf could not be destroyed');

    await mend();
    const { jobs } = await chancery.workspace.listJobs({ status: 'dead' }, owner.session);
    const dead = jobs.find(({ topic }) => topic === 'lifecycle.execute_disposition');
    await chancery.workspace.replayJob({ jobId: dead?.id ?? '', reason: 'Mended' }, owner.session);
    await worker.drain();
    expect((await list({ documentId }))[0]).to.include({ status: 'executed', failureCode: null });
  });

  it('has no failure any more once somebody keeps what could not be destroyed', async () => {
    const { failing, review } = await keeping();
    const { candidateId } = await failing();

    expect(await review(candidateId, 'retain', { note: 'Kept after all' })).to.include({
      status: 'retained',
      failureCode: null,
      executeAfter: null,
    });
  });

  it('RET-2: withdraws what could not be destroyed once the policy keeps it for longer', async () => {
    const { failing, lifecycle, owner, policyId, retention, worker, list } = await keeping();
    const { documentId } = await failing();

    const longer = { ...retention, months: 24 };
    await lifecycle.updateExpirationPolicy({ policyId, retention: longer }, owner.session);
    await worker.drain();
    expect((await list({ documentId }))[0]).to.include({ status: 'withdrawn', failureCode: null });
  });

  it('tells owners and admins in one mail what was found, and who owns the document what becomes of it', async () => {
    const { upload, worker, clock, nightly, list, approve, mailsTo, owner, admin, bo, lifecycle } =
      await keeping();
    for (let count = 0; count < 3; count += 1) await upload({}, bo);
    await worker.drain();
    clock.advance({ days: 32 });
    await nightly();
    await nightly();

    const found = 'The retention period of policy.pdf (+2) is over';
    expect([mailsTo(owner), mailsTo(admin), mailsTo(bo)]).to.deep.equal([[found], [found], []]);
    const [first] = await list();
    await approve(first?.id ?? '');
    await worker.drain();
    expect(mailsTo(bo)).to.deep.equal(['policy.pdf is to be destroyed']);
    clock.advance({ days: 7 });
    await worker.drain();
    expect(mailsTo(bo).at(-1)).to.equal('policy.pdf was destroyed');
    const { summary } = await lifecycle.listRetentionCandidates({ status: 'executed' }, owner.session);
    expect(summary.byStatus).to.include({ executed: 1, pending: 2, blocked: 0 });
    expect(await failureOf(lifecycle.listRetentionCandidates({}, bo.session))).to.equal('permission.denied');
  });
});
