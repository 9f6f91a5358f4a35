import { auditedOffice, failureOf } from '@chancery/adapters-persistence/testing';
import {
  bytesOfHex,
  consistencyHolds,
  hashed,
  keysOf,
  openCheckpoint,
  verifyExport,
  verifyProof,
} from '@chancery/verify';
import { expect } from 'chai';

describe('checkpoints of the ledger', () => {
  it('REC-70: the note names host and ledger, and opens with the key that is listed', async () => {
    const here = await auditedOffice();
    const size = await here.headSeq();

    const checkpoint = await here.checkpoint();

    const opened = await openCheckpoint(checkpoint.text, await keysOf(await here.keys()));
    expect(opened.origin).to.equal(`127.0.0.1:8080/audit/${here.workspaceId}`);
    expect(opened.size).to.equal(size);
    expect(Buffer.from(opened.root).toString('hex')).to.equal(checkpoint.rootHash);
    expect(checkpoint.reason).to.equal('manual');
    const latest = await here.text(here.records.getLatestAuditCheckpoint({}, here.owner.session));
    expect(latest).to.equal(checkpoint.text);
  });

  it('REC-101: where nothing has happened but the checkpoint, none is issued', async () => {
    const here = await auditedOffice();
    await here.checkpoint();

    expect(await failureOf(here.checkpoint())).to.equal('audit.no_new_events');
    await here.projects(1);
    await here.checkpoint();
    const { checkpoints } = await here.records.listAuditCheckpoints({}, here.owner.session);
    expect(checkpoints).to.have.length(2);
  });

  it('REC-80: any two checkpoints are consistent, and each event is under a later one, offline', async () => {
    const here = await auditedOffice();
    const { owner, records } = here;
    const sizes: number[] = [];
    // More events than one tile has hashes, so that stored ones take part.
    for (const count of [3, 140, 1, 160, 130]) {
      await here.projects(count);
      sizes.push((await here.checkpoint()).size);
    }
    const keys = await keysOf(await here.keys());

    for (const from of sizes)
      for (const to of sizes.filter((size) => size >= from)) {
        const { fromSize, toSize, fromRoot, toRoot, proof } = await records.getAuditConsistency(
          { from, to },
          owner.session,
        );
        const holds = await hashed(
          consistencyHolds({
            oldSize: fromSize,
            newSize: toSize,
            oldRoot: bytesOfHex(fromRoot),
            newRoot: bytesOfHex(toRoot),
            proof: proof.map(bytesOfHex),
          }),
        );
        expect(holds, `${from} to ${to}`).to.equal(true);
      }
    const newest = sizes.at(-1) ?? 0;
    for (const size of [sizes[1] ?? 0, newest])
      for (let seq = 1; seq <= size; seq += 17) {
        const text = await here.text(
          records.getAuditEventProof({ seq, size, event: seq % 2 === 0 }, owner.session),
        );
        const [row] = await here.sql<{ hash: Uint8Array }>(
          'select hash from audit_event where ledger_id = $1 and seq = $2',
          [here.workspaceId, seq],
        );
        const report = await verifyProof(text, keys, Uint8Array.from(row?.hash ?? []));
        expect(report.ok && report.seq, `${seq} of ${size}`).to.equal(seq);
        expect(text.split('\n').length).to.be.below(64);
      }
    expect(await failureOf(records.getAuditEventProof({ seq: newest + 1 }, owner.session))).to.equal(
      'audit.not_yet_checkpointed',
    );
  });

  it('REC-81: an export with its checkpoints verifies offline, and one changed row does not', async () => {
    const here = await auditedOffice();
    await here.projects(4);
    const { text: kept } = await here.checkpoint();
    await here.projects(2);
    const exported = await here.text(here.records.exportAuditEvents({ details: true }, here.owner.session));
    const given = { vkeys: await here.keys(), checkpoints: [kept] };

    const report = await verifyExport(() => [Buffer.from(exported)], given);

    expect({ ok: report.ok, reason: report.reason, warnings: report.warnings }).to.deep.equal({
      ok: true,
      reason: null,
      warnings: [],
    });
    expect(report.detailsChecked).to.be.above(0);
    const altered = exported.replace('project.created', 'project.creates');
    const found = await verifyExport(() => [Buffer.from(altered)], given);
    expect(found.reason).to.equal('hash_mismatch');
  });
});
