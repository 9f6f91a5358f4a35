import { type MemoryKeyVault, recordOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

interface Stored {
  readonly action: string;
  readonly keyId: string;
  readonly seq: string;
}

/** A subject and a case of it, each with a line that has something personal beside it. */
async function office() {
  const here = await recordOffice();
  const { records } = here.chancery;
  const subject = await here.create({ displayName: 'Ann Smith' });
  const recordCase = await here.open({ subjectId: subject.id, title: 'Smith, custody' });
  const [subjectKey = '', caseKey = ''] = await Promise.all(
    [subject.id, recordCase.id].map(async (id) => {
      const [row] = await here.sql<{ keyId: string }>(
        'select key_id "keyId" from record_keys where scope_id = $1',
        [id],
      );
      return row?.keyId;
    }),
  );
  const stored = () =>
    here.sql<Stored>(
      `select e.action, d.key_id "keyId", e.seq::text seq from audit_detail d
       join audit_event e on e.ledger_id = d.ledger_id and e.seq = d.seq
       where d.ledger_id = $1 and e.action in ('workspace.created', 'subject.created', 'case.created') order by e.seq`,
      [here.workspaceId],
    );
  const keyOf = async (action: string) => (await stored()).find((each) => each.action === action)?.keyId;
  const listed = async (action: string) => {
    const { events } = await records.listAuditEvents({ action }, here.owner.session);
    return events.map(({ detail, detailState }) => ({ detail, detailState }));
  };
  const verified = async () =>
    (await records.verifyAuditLedger({ details: true }, here.owner.session)).verification;
  const vault = here.chancery.ports.keyVault as MemoryKeyVault;
  return { ...here, subject, recordCase, subjectKey, caseKey, stored, keyOf, listed, verified, vault };
}

describe('details of what happens to subjects and cases', () => {
  it('GOV-26: are under the key of the case, or of the subject, and any others under the key ring', async () => {
    const { keyOf, listed, subjectKey, caseKey, verified } = await office();

    expect(await keyOf('subject.created')).to.equal(subjectKey);
    expect(await keyOf('case.created')).to.equal(caseKey);
    expect(await keyOf('workspace.created')).to.equal('key_ring');
    const [detail] = await listed('case.created');
    expect(detail).to.deep.include({ detailState: 'present' });
    expect(detail?.detail).to.include({ title: 'Smith, custody' });
    expect((await verified()).ok).to.equal(true);
  });

  it('GOV-26: open for nobody once the key is destroyed, whatever the database still has of them', async () => {
    const { listed, caseKey, verified, vault, workspaceId, exported } = await withExport();
    const before = await verified();

    await vault.destroy(workspaceId, caseKey);

    expect(await listed('case.created')).to.deep.equal([{ detail: null, detailState: 'erased' }]);
    expect((await listed('subject.created'))[0]?.detailState).to.equal('present');
    const after = await verified();
    expect(after.ok).to.equal(true);
    expect(after.detailsErased).to.equal(before.detailsErased + 1);
    const inFile = await exported();
    expect(inFile).to.include('Ann Smith');
    expect(inFile).to.not.include('Smith, custody');
  });

  it('GOV-26: answer as erased from the first step of a disposition on, before their key is destroyed', async () => {
    const { listed, recordCase, sql, verified, exported } = await withExport();
    expect(await exported()).to.include('Smith, custody');

    await sql('update record_keys set retired_at = now() where scope_id = $1', [recordCase.id]);

    expect(await listed('case.created')).to.deep.equal([{ detail: null, detailState: 'erased' }]);
    expect((await verified()).ok).to.equal(true);
    expect(await exported()).to.not.include('Smith, custody');
  });

  it('REC-76: are found to be changed where one is put under the key of something that was destroyed', async () => {
    const { stored, caseKey, verified, vault, workspaceId, sql } = await office();
    const seq = (await stored()).find(({ action }) => action === 'subject.created')?.seq;
    await vault.destroy(workspaceId, caseKey);

    await sql('update audit_detail set key_id = $3 where ledger_id = $1 and seq = $2', [
      ...[workspaceId, seq, caseKey],
    ]);

    const { ok, firstBadSeq, reason } = await verified();
    expect({ ok, firstBadSeq, reason }).to.deep.equal({
      ok: false,
      firstBadSeq: Number(seq),
      reason: 'detail_mismatch',
    });
  });

  it('REC-76: are found to be changed where one stands beside another event of the same case', async () => {
    const { chancery, bo, recordCase, verified, workspaceId, sql } = await office();
    await chancery.records.createFollowUp({ caseId: recordCase.id, title: 'Call back' }, bo.session);
    expect((await verified()).ok).to.equal(true);

    await sql(
      `update audit_detail d set value = o.value, salt = o.salt from audit_detail o
       join audit_event e on e.ledger_id = o.ledger_id and e.seq = o.seq and e.action = 'case.created'
       where o.ledger_id = $1 and d.ledger_id = $1
         and d.seq = (select seq from audit_event where ledger_id = $1 and action = 'follow_up.created')`,
      [workspaceId],
    );

    expect((await verified()).reason).to.equal('detail_mismatch');
  });

  it('GOV-26: wait under the key ring while their key cannot seal yet, are read meanwhile, and go under it by a job', async () => {
    const { chancery, bo, recordCase, caseKey, sql, worker, listed, verified, workspaceId } = await office();
    // As keys are that were made before anything was sealed for them.
    await sql('update record_keys set public_key = null where workspace_id = $1', [workspaceId]);
    await chancery.records.createFollowUp({ caseId: recordCase.id, title: 'Call back' }, bo.session);
    const underKey = async () =>
      (
        await sql<{ keyId: string }>(
          `select d.key_id "keyId" from audit_detail d join audit_event e on e.ledger_id = d.ledger_id and e.seq = d.seq
           where d.ledger_id = $1 and e.action = 'follow_up.created'`,
          [workspaceId],
        )
      ).map(({ keyId }) => keyId);
    const before = await listed('follow_up.created');

    expect(await underKey()).to.deep.equal([`key_ring/case/${recordCase.id}`]);
    await worker.run('records.seal_waiting_details');
    await worker.drain();

    expect(await underKey()).to.deep.equal([caseKey]);
    expect(before[0]?.detail).to.include({ title: 'Call back' });
    expect(await listed('follow_up.created')).to.deep.equal(before);
    expect((await verified()).ok).to.equal(true);
    await chancery.records.createFollowUp({ caseId: recordCase.id, title: 'Call again' }, bo.session);
    expect(await underKey()).to.deep.equal([caseKey, caseKey]);
  });

  it('stay under the key ring where the case that they name was destroyed meanwhile, and are not looked for again', async () => {
    const { recordCase, sql, worker, workspaceId, keyOf } = await office();
    await sql('update record_keys set retired_at = now() where scope_id = $1', [recordCase.id]);
    await sql(
      `update audit_detail d set key_id = 'key_ring/case/' || $2, value = o.value from audit_detail o
       where d.ledger_id = $1 and d.seq = (select seq from audit_event where ledger_id = $1 and action = 'case.created')
         and o.ledger_id = $1 and o.key_id = 'key_ring'`,
      [workspaceId, recordCase.id],
    );

    await worker.run('records.seal_waiting_details');
    await worker.drain();

    expect(await keyOf('case.created')).to.equal('key_ring');
  });
});

async function withExport() {
  const here = await office();
  const exported = async () => {
    const { content } = await here.chancery.records.exportAuditEvents({ details: true }, here.owner.session);
    const parts: string[] = [];
    for await (const part of content as AsyncIterable<string | Uint8Array>) parts.push(String(part));
    return parts.join('');
  };
  return { ...here, exported };
}
