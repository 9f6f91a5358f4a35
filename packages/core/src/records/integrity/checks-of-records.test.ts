import {
  aFile,
  disposingOffice,
  failureOf,
  noteOffice,
  recordArchive,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type IntegrityScope, noCounts } from './check.ts';
import { isInSample } from './check-attachments.ts';

const ofRecords = ['entries', 'attachments', 'signatures', 'search_index', 'retention'] as const;

/** An office with a signed note, to which a file and an addendum belong, and everything that jobs make of it. */
async function checkedOffice() {
  const here = await noteOffice();
  const { records, owner, cy, worker, workspaceId } = here;
  const { id: artifactId } = await here.begin({ body: 'She saw a lighthouse.' });
  const { attachment } = await records.uploadEntryAttachment(
    { artifactId, file: aFile('lab.txt', 'Potassium 4.1 mmol/l') },
    cy.session,
  );
  await here.submit(artifactId);
  await here.approve(artifactId);
  await here.sign(artifactId);
  const { addendum } = await here.addTo(artifactId);
  await worker.drain();
  const run = async (scope: readonly IntegrityScope[] = ofRecords, input: object = {}) =>
    (await records.runIntegrityCheck({ scope: [...scope], ...input }, owner.session)).check;
  const found = async (...scope: readonly IntegrityScope[]) =>
    (await run(scope)).faults.map(({ kind, id, code }) => `${kind} ${id} ${code}`).toSorted();
  /** What somebody does who owns the database; `$1` is the workspace. */
  const byHand = (statement: string, ...values: readonly unknown[]) =>
    here.sql(statement, [workspaceId, ...values]);
  /** The faults of what this does, which is put right afterwards. */
  const foundAfter = async (
    scope: IntegrityScope,
    spoil: readonly [string, ...unknown[]],
    mend: readonly [string, ...unknown[]],
  ) => {
    await byHand(...spoil);
    const faults = await found(scope);
    await byHand(...mend);
    expect(await found(scope), 'after it was put right').to.deep.equal([]);
    return faults;
  };
  return {
    ...{ ...here, artifactId, attachmentId: attachment.id, addendumId: addendum.id },
    ...{ run, byHand, found, foundAfter },
  };
}
const zeros = '0'.repeat(64);
const turned = (column: string) =>
  `set_byte(${column}, length(${column}) - 1, 255 - get_byte(${column}, length(${column}) - 1))`;

describe('checks of the integrity of records', () => {
  it('find nothing wrong with what is as it was written, and say how much they compared', async () => {
    const here = await checkedOffice();

    const check = await here.run(['audit_chain', ...ofRecords]);

    expect(check).to.deep.include({ status: 'passed', faults: [], sampleRate: 1, caseId: null });
    // The case, the entry, the addendum and the file.
    expect(check.checked).to.deep.include({
      entries: 1,
      attachments: 1,
      signatures: 2,
      clocks: 1,
      searchRows: 4,
    });
    expect(check.unchecked).to.deep.equal(noCounts);
    expect(check.verification).to.deep.include({ ok: true });
  });

  it('find nothing wrong with what was planned, amended, marked in error, labelled or written anew', async () => {
    const here = await checkedOffice();
    const { records, cy, owner, aCase, artifactId, attachmentId } = here;
    const { encounter } = await records.createEncounter(
      {
        ...{
          caseId: aCase.id,
          encounterType: 'contact',
          mode: 'phone',
          title: 'Visit',
          reason: 'A lighthouse',
        },
        scheduledStartAt: '2026-12-01T10:00:00Z',
      },
      cy.session,
    );
    await records.createFollowUp(
      { caseId: aCase.id, title: 'Call', artifactId, description: 'Soon' },
      cy.session,
    );
    await here.decide((await here.ask(artifactId)).id, 'accept');
    await here.write(artifactId, { body: 'She saw two lighthouses.', title: 'Second thoughts' });
    await here.submit(artifactId);
    await here.approve(artifactId);
    await here.sign(artifactId);
    const wrong = await here.signed({ title: 'Of somebody else' });
    await records.markEntryInError(
      { artifactId: wrong.id, reason: 'Another person', attestation: here.attestingTo('attest.error.v1') },
      cy.session,
    );
    await here.begin({ title: 'A draft' });
    await here.sql('update record_attachments set scan = scan where id = $1', [attachmentId]);
    // Labels of which the index has the title alone, and back again.
    for (const [table, id] of [
      ['record_entries', artifactId],
      ['encounters', encounter.id],
    ] as const)
      await here.sql(
        `update ${table} set own_mask = 8${table === 'record_entries' ? ', effective_mask = 8' : ''} where id = $1`,
        [id],
      );
    await here.worker.run('records.find_unindexed');
    await here.worker.drain();
    const { faults, checked, unchecked } = await here.run(['audit_chain', ...ofRecords]);
    expect(faults).to.deep.equal([]);
    expect(checked).to.deep.include({ entries: 3, attachments: 1, signatures: 5, searchRows: 7 });
    expect(unchecked).to.deep.equal(noCounts);
    await here.sql('update record_entries set own_mask = 0, effective_mask = 0 where id = $1', [artifactId]);
    await records.updateCase({ caseId: aCase.id, title: 'Another title' }, owner.session);
    await here.worker.run('records.find_unindexed');
    await here.worker.drain();
    expect(await here.found(...ofRecords)).to.deep.equal([]);
  });

  it('find an entry or an addendum that is not what was submitted, and what stands in plain beside it', async () => {
    const { foundAfter, artifactId, addendumId } = await checkedOffice();
    const submissions = 'update record_entry_submissions set';
    const addenda = 'update record_addenda set';
    const ofIt = 'where workspace_id = $1 and entry_id = $2';

    const turn = [
      `${submissions} document_sealed = ${turned('document_sealed')} ${ofIt}`,
      artifactId,
    ] as const;
    expect(await foundAfter('entries', turn, turn)).to.deep.equal([`entry ${artifactId} unreadable`]);
    const turnAddendum = [
      `${addenda} document_sealed = ${turned('document_sealed')} ${ofIt}`,
      artifactId,
    ] as const;
    expect(await foundAfter('entries', turnAddendum, turnAddendum)).to.deep.equal([
      `addendum ${addendumId} unreadable`,
    ]);
    const swapped = [`${addenda} content_hash = reverse(content_hash) ${ofIt}`, artifactId] as const;
    expect(await foundAfter('entries', swapped, swapped)).to.deep.equal([
      `addendum ${addendumId} content_changed`,
    ]);
    const reversed = [`${submissions} content_hash = reverse(content_hash) ${ofIt}`, artifactId] as const;
    expect(await foundAfter('entries', reversed, reversed)).to.deep.equal([
      `entry ${artifactId} content_changed`,
    ]);
    const title = (words: string) =>
      [
        'update record_entries set title = $3 where workspace_id = $1 and id = $2',
        artifactId,
        words,
      ] as const;
    expect(await foundAfter('entries', title('Other'), title('First interview'))).to.deep.equal([
      `entry ${artifactId} row_changed`,
    ]);
  });

  it('find an entry that was changed with all its hashes, because the ledger says which became final', async () => {
    const here = await checkedOffice();
    for (const table of ['record_entry_submissions', 'record_entry_versions'])
      await here.byHand(
        `update ${table} set content_hash = $3 where workspace_id = $1 and entry_id = $2`,
        here.artifactId,
        zeros,
      );

    expect(await here.found('entries')).to.deep.equal([
      `entry ${here.artifactId} content_changed`,
      `entry ${here.artifactId} not_in_ledger`,
    ]);
  });

  it('find an entry whose content is gone though its key is there, and a key that is lost', async () => {
    const here = await checkedOffice();
    await here.byHand('update record_entry_submissions set document_sealed = null where workspace_id = $1');
    await here.byHand(
      "update record_keys set scope_id = gen_random_uuid() where workspace_id = $1 and scope_kind = 'subject'",
    );
    expect(await here.found('entries')).to.deep.equal([`entry ${here.artifactId} content_missing`]);
    await here.byHand("delete from record_keys where workspace_id = $1 and scope_kind = 'case'");
    expect(await here.found('entries')).to.deep.equal([`entry ${here.artifactId} unreadable`]);
  });

  it('find a file whose object is lost, damaged or of another size, or whose row is not what was signed', async () => {
    const here = await checkedOffice();
    const { attachmentId, foundAfter, found, ports, workspaceId } = here;
    const key = `ws/${workspaceId}/rec/${attachmentId}`;
    const parts: Uint8Array[] = [];
    for await (const part of (await ports.blobs.get(key)) ?? []) parts.push(part);
    const whole = Buffer.concat(parts);

    const digest = (sha256: string) =>
      ['update record_attachments set sha256 = $2 where workspace_id = $1', sha256] as const;
    const [row] = await here.sql<{ sha256: string }>('select sha256 from record_attachments where id = $1', [
      attachmentId,
    ]);
    const right = digest(row?.sha256 ?? '');
    expect(await foundAfter('attachments', digest(zeros), right)).to.deep.equal([
      `attachment ${attachmentId} digest_differs`,
    ]);
    expect(await foundAfter('entries', digest(zeros), right)).to.deep.equal([
      `attachment ${attachmentId} row_changed`,
    ]);
    await ports.blobs.put(
      key,
      Buffer.concat([whole.subarray(0, -1), Buffer.from([(whole.at(-1) ?? 0) ^ 1])]),
    );
    expect(await found('attachments')).to.deep.equal([`attachment ${attachmentId} unreadable`]);
    await ports.blobs.put(key, whole.subarray(0, -1));
    expect(await found('attachments')).to.deep.equal([`attachment ${attachmentId} size_differs`]);
    await ports.blobs.delete(key);
    expect(await found('attachments')).to.deep.equal([`attachment ${attachmentId} object_missing`]);
  });

  it('read the same sample of files at every attempt, and count the others as not compared', async () => {
    const ids = Array.from(
      { length: 4000 },
      (_, at) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    );
    const sample = (checkId: string, rate: number) => ids.filter((id) => isInSample(checkId, id, rate));

    expect(sample('a', 0.25)).to.have.lengthOf.within(900, 1100);
    expect(sample('a', 0.25)).to.deep.equal(sample('a', 0.25)).and.not.to.deep.equal(sample('b', 0.25));
    expect(sample('a', 1)).to.deep.equal(ids);
    const here = await checkedOffice();
    const { checked, unchecked } = await here.run(['attachments'], { sampleRate: 0.5 });
    expect(checked.attachments + unchecked.attachments).to.equal(1);
    expect(await failureOf(here.run(['attachments'], { sampleRate: 0 }))).to.equal('request.invalid');
  });

  it('find a signature that is broken, says something else, has no known key, or is missing', async () => {
    const { byHand, found, foundAfter, artifactId, addendumId, sql, workspaceId } = await checkedOffice();
    const [signature] = await sql<{ id: string; by: string }>(
      `select id, signer_user_id "by" from record_signatures where workspace_id = $1 and meaning = 'authorship'`,
      [workspaceId],
    );
    const id = signature?.id ?? '';
    const set = (change: string, ...more: readonly unknown[]) =>
      [`update record_signatures set ${change} where workspace_id = $1 and id = $2`, id, ...more] as const;

    const turn = set(`signature = ${turned('signature')}`);
    expect(await foundAfter('signatures', turn, turn)).to.deep.equal([`signature ${id} bad_signature`]);
    const by = (userId: string) => set('signer_user_id = $3', userId);
    expect(await foundAfter('signatures', by('somebody_else'), by(signature?.by ?? ''))).to.deep.equal([
      `signature ${id} statement_differs`,
    ]);
    const reversed = [
      'update record_entry_versions set content_hash = reverse(content_hash) where workspace_id = $1',
    ] as const;
    expect(await foundAfter('signatures', reversed, reversed)).to.deep.equal([
      `signature ${id} content_differs`,
    ]);
    const key = set('key_id = reverse(key_id)');
    expect(await foundAfter('signatures', key, key)).to.deep.equal([`signature ${id} unknown_key`]);
    await byHand('delete from record_signatures where workspace_id = $1');
    expect(await found('signatures')).to.deep.equal(
      [`addendum ${addendumId} signature_missing`, `entry ${artifactId} signature_missing`].toSorted(),
    );
  });

  it('find a row of the index that is lost, stale or of nothing, and count what a job is still to write', async () => {
    const here = await checkedOffice();
    const { aCase, artifactId, addendumId, found, run, byHand, attachmentId } = here;
    const row = (change: string, id: string) =>
      byHand(`update record_search set ${change} where workspace_id = $1 and id = $2`, id);

    await row("words = to_tsvector('simple', 'other')", artifactId);
    await row('effective_mask = 2', aCase.id);
    await row("status = 'final_again'", addendumId);
    await byHand('delete from record_search where workspace_id = $1 and id = $2', attachmentId);
    await byHand(
      `insert into record_search (id, kind, workspace_id, case_id, effective_mask, occurred_at, status, version, words, standing)
       values ($2, 'encounter', $1, $3, 0, now(), 'done', 0, '', 'fresh')`,
      ...['01900000-0000-7000-8000-00000000000f', aCase.id],
    );
    expect(await found('search_index')).to.deep.equal(
      [
        ...[artifactId, aCase.id, addendumId].map((id) => `search_row ${id} stale`),
        `search_row ${attachmentId} missing`,
        'search_row 01900000-0000-7000-8000-00000000000f orphaned',
      ].toSorted(),
    );
    await byHand(
      'delete from record_search where workspace_id = $1 and id = $2',
      '01900000-0000-7000-8000-00000000000f',
    );
    await here.sql('update record_cases set title = title where id = $1', [aCase.id]);
    await here.sql('update record_attachments set file_name = file_name where id = $1', [attachmentId]);
    await row("status = 'final', standing = 'due'", addendumId);
    await row("standing = 'queued'", artifactId);

    const { faults, checked, unchecked } = await run(['search_index']);

    expect(faults).to.deep.equal([]);
    expect([checked.searchRows, unchecked.searchRows]).to.deep.equal([2, 2]);
  });

  it('find a clock that does not equal its recomputation, and wait for jobs that are about to compute it', async () => {
    const here = await recordArchive();
    await here.usual();
    const [moved, lost, extra] = [await here.closed(), await here.closed(), await here.closed()];
    const run = async () => {
      const { check } = await here.chancery.records.runIntegrityCheck(
        { scope: ['retention'] },
        here.owner.session,
      );
      return check;
    };
    expect(await run()).to.deep.include({ status: 'passed', checked: { ...noCounts, clocks: 3 } });

    await here.sql('update retention_clocks set due_on = due_on - 1 where case_id = $1', [moved]);
    await here.sql('delete from retention_clocks where case_id = $1', [lost]);
    const found = (await run()).faults;
    expect(found).to.have.deep.members([
      { kind: 'clock', id: moved, code: 'differs' },
      { kind: 'clock', id: lost, code: 'missing' },
    ]);

    await here.sql("update retention_assignments set status = 'superseded' where workspace_id = $1", [
      here.workspaceId,
    ]);
    expect((await run()).faults).to.deep.include({ kind: 'clock', id: extra, code: 'unexpected' });

    await here.policy({ code: 'other' });
    const { id } = await here.policy({ code: 'another', period: 'P5Y' });
    await here.activate(id);
    await here.assign(id, { kind: 'workspace' });
    const waiting = await run();
    expect([waiting.faults, waiting.unchecked.clocks]).to.deep.equal([[], 3]);
    await here.worker.drain();
    expect(await run()).to.deep.include({ status: 'passed', faults: [], unchecked: noCounts });
  });

  it('find nothing wrong with what was disposed of: its signatures hold, and its content is not compared', async () => {
    const here = await disposingOffice({ settings: { accessTokenSeconds: 60 * 86_400 } });
    await here.signedWithFile();
    await here.close(here.aCase.id);
    await here.execute(await here.approvedReview([here.aCase.id]));
    await here.worker.drain();

    const { check } = await here.records.runIntegrityCheck(
      { scope: ['audit_chain', ...ofRecords], caseId: here.aCase.id },
      here.owner.session,
    );

    expect(check).to.deep.include({ status: 'passed', faults: [] });
    const { events, ...checked } = check.checked;
    expect(events).to.be.greaterThan(0);
    expect(checked).to.deep.equal({ entries: 0, attachments: 0, signatures: 1, searchRows: 0, clocks: 0 });
    expect(check.unchecked).to.deep.equal({ ...noCounts, entries: 1 });
  });

  it('look at one case where they are asked to, and refuse one that there is not', async () => {
    const here = await checkedOffice();
    const other = await here.open({}, here.owner);
    await here.byHand(
      'update record_signatures set signer_user_id = $2 where workspace_id = $1',
      'somebody_else',
    );

    expect(await here.run(ofRecords, { caseId: other.id })).to.deep.include({
      ...{ status: 'passed', caseId: other.id },
      checked: { ...noCounts, searchRows: 1, clocks: 1 },
    });
    expect((await here.run(ofRecords, { caseId: here.aCase.id })).status).to.equal('failed');
    const nowhere = '01900000-0000-7000-8000-000000000000';
    expect(await failureOf(here.run(ofRecords, { caseId: nowhere }))).to.equal('case.not_found');
  });

  it('go on where a process was lost, with what was found before', async () => {
    const here = await checkedOffice();
    const { id } = await here.run(['entries', 'signatures']);
    await here.byHand(
      `update integrity_checks set status = 'running', finished_at = null, progress = '{"scope": "signatures", "after": null}',
         checked = jsonb_set(checked, '{signatures}', '0'), faults = '[{"kind": "entry", "id": "${here.artifactId}", "code": "unreadable"}]'
       where workspace_id = $1 and id = $2`,
      id,
    );

    here.clock.advance({ minutes: 6 });
    await here.worker.drain();

    const { checks } = await here.records.listIntegrityChecks({}, here.owner.session);
    expect(checks[0]).to.deep.include({
      id,
      status: 'failed',
      checked: { ...noCounts, entries: 1, signatures: 2 },
    });
    expect(checks[0]?.faults).to.deep.equal([{ kind: 'entry', id: here.artifactId, code: 'unreadable' }]);
  });

  it('a fault is the highest risk of the workspace until the same is found right', async () => {
    const here = await checkedOffice();
    const overview = async () =>
      (await here.chancery.governance.getGovernanceOverview({}, here.owner.session)).overview;
    await here.chancery.records.verifyAuditLedger({}, here.owner.session);
    expect((await overview()).integrity.ok).to.equal(true);
    const turn = () =>
      here.byHand(`update record_signatures set signature = ${turned('signature')} where workspace_id = $1`);
    await turn();
    await here.run();

    expect((await overview()).integrity.ok).to.equal(false);
    expect((await overview()).risks[0]).to.deep.include({
      code: 'ledger_integrity',
      severity: 'critical',
      since: here.clock.now(),
    });

    await turn();
    await here.run(['entries']);
    expect((await overview()).integrity.ok).to.equal(false);
    await here.run();
    expect((await overview()).integrity.ok).to.equal(true);
  });
});
