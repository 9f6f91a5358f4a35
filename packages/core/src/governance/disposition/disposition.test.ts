import {
  disposingOffice,
  failureOf,
  type MemoryKeyVault,
  recordArchive,
} from '@chancery/adapters-persistence/testing';
import { checkCertificate, type DispositionCertificate } from '@chancery/verify';
import { expect } from 'chai';

/** An archive with cases that are due, of which each has one signed entry with a sentence that is found nowhere else. */
async function disposing(policy: object = {}) {
  const here = await recordArchive({ settings: { accessTokenSeconds: 60 * 86_400 } });
  // Other tests of this database left their own behind.
  const word = `lighthouse${here.owner.id.slice(-10)}`;
  const secret = `The patient spoke of the blue ${word}.`;
  const { chancery, owner, bo, cy, worker, clock } = here;
  const { governance, records } = chancery;
  await here.clear(cy, 0, ['privacy_officer']);
  await here.usual({ period: 'P1D', ...policy });
  const vault = chancery.ports.keyVault as MemoryKeyVault;
  /** A case that is closed, with an entry; it is due from the day after tomorrow on. */
  const written = async (input: object = {}) => {
    const { id: caseId } = await here.open({ title: `Of the ${word}`, description: secret, ...input }, owner);
    await here.move(caseId, 'active');
    const { entry } = await records.createEntry(
      { caseId, entryType: 'note', title: `About a ${word}`, body: secret },
      owner.session,
    );
    await here.move(caseId, 'closed');
    await worker.drain();
    return { caseId, artifactId: entry.id };
  };
  const request = async (caseIds: readonly string[], input: object = {}, as = bo) =>
    (
      await governance.createDispositionReview(
        { action: 'destroy', caseIds: [...caseIds], justification: 'Nobody needs them', ...input },
        as.session,
      )
    ).review;
  const decide = async (reviewId: string, decision: string, input: object = {}, as = cy) =>
    (
      await governance.decideDispositionReview(
        { reviewId, decision: decision as 'approve', reason: 'It is right', ...input },
        as.session,
      )
    ).review;
  const execute = (review: { id: string; confirmationCode: string }, input: object = {}, as = bo) =>
    governance.executeDispositionReview(
      { reviewId: review.id, confirmationCode: review.confirmationCode, ...input },
      as.session,
    );
  const reviewed = async (reviewId: string) =>
    (await governance.listRetention({ view: 'reviews' }, owner.session)).reviews.find(
      ({ id }) => id === reviewId,
    );
  const certificate = async (reviewId: string, as = bo) => {
    const answer = await governance.getDispositionCertificate({ reviewId, format: 'json' }, as.session);
    return JSON.parse(String(answer.content)) as DispositionCertificate;
  };
  const later = (days: number) => clock.advance({ days });
  /** In how many rows of the database the words stand, as they are or in any column's text. */
  const rowsWith = async (words: string) => {
    const tables = await here.sql<{ name: string }>(
      "select table_name name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await here.sql<{ count: number }>(
        `select count(*)::int count from "${name}" t where t::text ilike $1`,
        [`%${words}%`],
      );
      if ((row?.count ?? 0) > 0) found.push(name);
    }
    return found;
  };
  return {
    ...here,
    word,
    governance,
    vault,
    written,
    request,
    decide,
    execute,
    reviewed,
    certificate,
    later,
    rowsWith,
  };
}

describe('disposition reviews', () => {
  it('are refused for cases that are open, not due, under hold or in another review, with a reason for each', async () => {
    const { written, open, request, later, hold, owner } = await disposing();
    const [{ caseId: due }, { caseId: held }] = [await written(), await written()];
    const { id: running } = await open({}, owner);
    const refused = (caseIds: readonly string[]) =>
      request(caseIds).then(
        () => [],
        (error: { details?: readonly { path: string; code: string }[] }) =>
          (error.details ?? []).map(({ path, code }) => `${path} ${code}`),
      );

    expect(await refused([due])).to.deep.equal(['/caseIds/0 not_due']);
    later(2);
    await hold({ scope: { caseIds: [held] } });
    await request([due]);
    expect(await refused([due, held, running])).to.deep.equal([
      '/caseIds/0 other_review',
      '/caseIds/1 legal_hold',
      '/caseIds/2 not_due',
      '/caseIds/2 not_closed',
    ]);
    const nowhere = '01900000-0000-7000-8000-000000000000';
    expect(await failureOf(request([due, nowhere]))).to.equal('case.not_found');
    expect(await refused([due, nowhere])).to.deep.equal(['/caseIds/1 case.not_found']);
  });

  it('GOV-22: are not approved of cases that were closed again since they were requested', async () => {
    const { written, request, decide, later, move, worker } = await disposing();
    const { caseId } = await written();
    later(2);
    const review = await request([caseId]);
    await move(caseId, 'active');
    await move(caseId, 'closed');
    await worker.drain();
    later(2);

    expect(await failureOf(decide(review.id, 'approve'))).to.equal('disposition.manifest_changed');
    expect((await decide(review.id, 'reject')).status).to.equal('rejected');
  });

  it('GOV-23: are decided by somebody else than whoever requested them', async () => {
    const { written, request, decide, later, bo, admin, clear } = await disposing();
    const { caseId } = await written();
    later(2);
    const { id, reviewNumber, status } = await request([caseId]);

    expect([reviewNumber, status]).to.deep.equal(['DR-2026-000001', 'pending']);
    expect(await failureOf(decide(id, 'approve', {}, bo))).to.equal('second_person.required');
    expect(await failureOf(decide(id, 'approve', {}, admin))).to.equal('permission.denied');
    expect((await decide(id, 'approve')).status).to.equal('approved');
    await clear(bo, 0);
    expect(await failureOf(request([caseId], {}, bo))).to.equal('permission.denied');
  });

  it('are deferred until a day, cancelled, rejected, and free their cases for another', async () => {
    const { written, request, decide, later, reviewed, worker } = await disposing();
    const { caseId } = await written();
    later(2);
    const first = await request([caseId]);
    await decide(first.id, 'defer', { deferUntil: '2026-12-01' });
    await worker.run('governance.expire_reviews');
    expect((await reviewed(first.id))?.status).to.equal('deferred');
    later(7);
    await worker.run('governance.expire_reviews');
    await worker.drain();
    expect((await reviewed(first.id))?.status).to.equal('pending');
    await decide(first.id, 'reject');
    const second = await request([caseId]);
    await decide(second.id, 'cancel');
    const third = await request([caseId]);
    expect((await reviewed(second.id))?.items[0]?.state).to.equal('skipped');
    expect(third.status).to.equal('pending');
  });

  it('GOV-22: are executed with the right code alone, and not against a hold or after thirty days', async () => {
    const { written, request, decide, execute, later, hold, governance, bo, reviewed, worker, move, sql } =
      await disposing();
    const { caseId } = await written();
    later(2);
    const review = await request([caseId]);
    expect(await failureOf(execute(review))).to.equal('disposition.invalid_state');
    await decide(review.id, 'approve');

    expect(await failureOf(execute({ ...review, confirmationCode: '00000000' }))).to.equal(
      'disposition.confirmation_mismatch',
    );
    const { id: holdId } = await hold({ scope: { caseIds: [caseId] } });
    expect(await failureOf(execute(review))).to.equal('disposition.blocked');
    await governance.releaseRecordHold({ holdId, reason: 'It was settled' }, bo.session);
    expect(await failureOf(move(caseId, 'active'))).to.equal('case.on_disposition_review');
    await sql('update disposition_reviews set approval_expires_at = $2 where id = $1', [
      ...[review.id, '2026-11-25T11:59:59.999Z'],
    ]);
    expect(await failureOf(execute(review))).to.equal('disposition.invalid_state');
    await worker.run('governance.expire_reviews');
    await worker.drain();
    expect((await reviewed(review.id))?.status).to.equal('expired');
  });

  it('GOV-24: destroy the keys and everything that was written, and leave a certificate that verifies', async () => {
    const { written, request, decide, execute, later, ...here } = await disposing();
    const { caseId, artifactId } = await written();
    later(2);
    const review = await request([caseId]);
    await decide(review.id, 'approve');
    const [key] = await here.sql<{ keyId: string }>(
      'select key_id "keyId" from record_keys where scope_id = $1',
      [caseId],
    );

    const { review: started, certificate: none } = await execute(review);
    await here.worker.drain();

    expect([started.status, none]).to.deep.equal(['executing', null]);
    const done = await here.reviewed(review.id);
    expect([done?.status, done?.items[0]?.state]).to.deep.equal(['executed', 'destroyed']);
    expect(await here.vault.isDestroyed(here.workspaceId, key?.keyId ?? '')).to.equal(true);
    const { records } = here.chancery;
    const { entry } = await records.getEntry({ artifactId }, here.owner.session);
    expect(entry).to.include({ erased: true, content: null, title: '' });
    expect(await here.getCase(caseId, here.owner)).to.include({ status: 'disposed', title: 'Disposed case' });
    expect(await here.rowsWith(here.word)).to.deep.equal([]);
    const { verification } = await records.verifyAuditLedger({}, here.owner.session);
    expect(verification.ok).to.equal(true);

    const certificate = await here.certificate(review.id);
    const keys = (
      await here.sql<{ publicKey: Uint8Array }>(
        'select public_key "publicKey" from record_signing_keys where workspace_id = $1',
        [here.workspaceId],
      )
    ).map(({ publicKey }) => new Uint8Array(publicKey));
    expect(await checkCertificate(certificate, keys)).to.equal(null);
    expect(await checkCertificate({ ...certificate, method: 'retained' }, keys)).to.equal('wrong_digest');
    expect(certificate.items).to.deep.equal([
      {
        ...{
          caseId,
          caseNumber: done?.items[0]?.caseNumber,
          entries: 1,
          attachments: 0,
          subjectErased: false,
        },
        keysDestroyed: [{ keyId: key?.keyId, destroyedAt: here.clock.now() }],
      },
    ]);
    const executed = (await here.happened()).find(({ type }) => type === 'disposition.executed');
    expect(executed?.facts.sha256).to.equal(certificate.sha256);
    expect(certificate.auditSeq).to.be.a('number');
    const { clocks } = await here.see({ state: 'disposed' });
    expect(clocks.map((each) => each.caseId)).to.deep.equal([caseId]);
  });

  it('GOV-24: opens nothing from the first step on, also with a key that a process remembers', async () => {
    const { written, request, decide, execute, later, ...here } = await disposing();
    const { caseId, artifactId } = await written();
    later(2);
    const review = await request([caseId]);
    await decide(review.id, 'approve');
    await execute(review);
    here.vault.destroy = async () => {
      throw new Error('The vault is away.');
    };

    await here.worker.drain();

    const { entry } = await here.chancery.records.getEntry({ artifactId }, here.owner.session);
    expect([entry.erased, entry.content]).to.deep.equal([true, null]);
    expect((await here.reviewed(review.id))?.items[0]?.state).to.equal('erasing');
  });

  it('GOV-21: a hold that is placed while cases are erased saves those that were not begun', async () => {
    const { written, request, decide, execute, later, ...here } = await disposing();
    const cases = [await written(), await written(), await written()];
    later(2);
    const review = await request(cases.map(({ caseId }) => caseId));
    await decide(review.id, 'approve');
    await execute(review);
    const destroy = here.vault.destroy.bind(here.vault);
    let destroyed = 0;
    here.vault.destroy = async (workspaceId, keyId) => {
      destroyed += 1;
      if (destroyed === 2) await here.hold();
      await destroy(workspaceId, keyId);
    };

    await here.worker.drain();

    const done = await here.reviewed(review.id);
    expect([done?.status, done?.items.map(({ state }) => state)]).to.deep.equal([
      'executed',
      ['destroyed', 'destroyed', 'skipped'],
    ]);
    expect((await here.certificate(review.id)).items).to.have.lengthOf(2);
  });

  it('clear a subject with its last case where the policy says so', async () => {
    const { written, request, decide, execute, later, ...here } = await disposing({ includeSubject: true });
    const subject = await here.create({ displayName: `Keeper of the ${here.word}`, birthDate: '1980-01-01' });
    const [one, other] = [await written({ subjectId: subject.id }), await written({ subjectId: subject.id })];
    later(2);
    for (const { caseId } of [one, other]) {
      const review = await request([caseId]);
      await decide(review.id, 'approve');
      await execute(review);
      await here.worker.drain();
      const { displayName } = await here.get(subject.id, here.owner);
      expect(displayName).to.equal(caseId === one.caseId ? `Keeper of the ${here.word}` : 'Disposed subject');
    }
    expect(await here.get(subject.id, here.owner)).to.include({ status: 'archived', birthDate: null });
    expect(await here.rowsWith(here.word)).to.deep.equal([]);
  });

  it('clear a subject although a hold is on another one', async () => {
    const { written, request, decide, execute, later, ...here } = await disposing({ includeSubject: true });
    const [held, free] = [
      await here.create({ displayName: 'Held' }),
      await here.create({ displayName: 'Free' }),
    ];
    const { caseId } = await written({ subjectId: free.id });
    later(2);
    await here.hold({ scope: { subjectIds: [held.id] } });
    const review = await request([caseId]);
    await decide(review.id, 'approve');
    await execute(review);
    await here.worker.drain();

    expect((await here.get(free.id, here.owner)).displayName).to.equal('Disposed subject');
  });

  it('extend the time of cases, or keep them for ever, without destroying anything', async () => {
    const { written, request, decide, execute, later, ...here } = await disposing();
    const [one, other] = [await written(), await written()];
    later(2);
    const extended = await request([one.caseId], { action: 'extend', extendUntil: '2030-01-01' });
    const kept = await request([other.caseId], { action: 'retain_permanently' });
    for (const review of [extended, kept]) {
      await decide(review.id, 'approve');
      const { review: done, certificate } = await execute(review);
      expect([done.status, done.items[0]?.state]).to.deep.equal(['executed', 'settled']);
      expect(certificate?.method).to.equal(review.id === kept.id ? 'retained' : 'extended');
    }
    await here.worker.drain();
    expect(await here.clockOf(one.caseId)).to.include({ state: 'running', dueOn: '2030-01-01' });
    expect(await here.clockOf(other.caseId)).to.include({ state: 'permanent', dueOn: null });
    const { entry } = await here.chancery.records.getEntry(
      { artifactId: one.artifactId },
      here.owner.session,
    );
    expect(entry.erased).to.equal(false);
  });

  it('fail when a step does after every attempt, are a risk then, and go on where they stopped', async () => {
    const { written, request, decide, execute, later, ...here } = await disposing();
    const { caseId } = await written();
    later(2);
    const review = await request([caseId]);
    await decide(review.id, 'approve');
    await execute(review);
    const destroy = here.vault.destroy;
    here.vault.destroy = async () => {
      throw new Error('The vault is away.');
    };
    for (let attempt = 0; attempt < 14; attempt += 1) {
      await here.worker.drain();
      // Longer than the longest wait between two attempts, with what is drawn on top of it.
      here.clock.advance({ minutes: 15 });
    }

    const failed = await here.reviewed(review.id);
    expect([failed?.status, failed?.failure]).to.deep.equal([
      'failed',
      { caseId, code: 'disposition.step_failed' },
    ]);
    const { overview } = await here.governance.getGovernanceOverview({}, here.owner.session);
    // Meanwhile the job about checkpoints did not run.
    expect(overview.risks.map(({ code, severity }) => [code, severity])).to.deep.equal([
      ['checkpoint_stale', 'high'],
      ['disposition_failed', 'high'],
      ['worker_dead', 'high'],
    ]);
    here.vault.destroy = destroy;
    await execute(review);
    await here.worker.drain();
    expect((await here.reviewed(review.id))?.status).to.equal('executed');
  });

  it('GOV-24: of a case that was destroyed no package is approved or released, and none is accounted for', async () => {
    const here = await disposingOffice();
    const { aCase, authorized, approvedWith, prepare, signed, release, approvePackage, own, owner } = here;
    const { id } = await authorized({ maxReleases: 9 });
    const approved = await approvedWith(id);
    const prepared = await prepare(id, { items: [{ artifactId: (await signed()).id }] });
    const { manifestSha256 } = (await here.readPackage(prepared.id)).package;
    await here.close(aCase.id);
    await here.execute(await here.approvedReview([aCase.id]));
    await here.worker.drain();

    const approval = own.approveReleasePackage({ packageId: prepared.id, manifestSha256 }, here.bo.session);
    expect(await failureOf(approval)).to.equal('release_package.invalid_state');
    expect(await failureOf(release(approved.id, here.bo))).to.equal('release_package.invalid_state');
    expect(await failureOf(approvePackage(approved.id))).to.equal('release_package.invalid_state');
    const { disclosures } = await own.listAccountingOfDisclosures(
      { subjectId: aCase.primarySubjectId },
      owner.session,
    );
    expect(disclosures).to.deep.equal([]);
  });
});
