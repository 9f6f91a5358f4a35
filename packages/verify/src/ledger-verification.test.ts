import { expect } from 'chai';
import { bytesOfHex, hexOf, utf8 } from './bytes.ts';
import { canonicalLedgerJson } from './canonical-json.ts';
import { entryHash, genesisHash } from './chain.ts';
import { type LedgerVerification, verifyLedger } from './ledger-verification.ts';
import { projectionOf } from './payload.ts';
import { auditVectors, payloadBytes, type VectorTampering } from './testing/audit-vectors.ts';
import { anEvent, chain, ledgerOf } from './testing/ledgers.ts';
import { nodeSha256, now } from './testing/now.ts';

const verified = (input: LedgerVerification) => verifyLedger(input, nodeSha256);
const verification = (ledger: VectorTampering): LedgerVerification => ({
  ledgerId: ledger.workspaceId,
  head: ledger.head,
  rows: ledger.rows.map((row) => {
    const override = ledger.projections.find(({ seq }) => seq === row.seq);
    const { seq, ...columns } = override ?? { seq: row.seq };
    const bytes = payloadBytes(row);
    return {
      seq: row.seq,
      prevHash: row.prevHash,
      hash: row.hash,
      payload: bytes,
      ...(override && {
        projection: { ...projectionOf(JSON.parse(Buffer.from(bytes).toString())), ...columns },
      }),
    };
  }),
  details: ledger.details.map(({ seq, salt, value }) => ({ seq, salt: bytesOfHex(salt), value })),
  pinnedCheckpoints: ledger.pinnedCheckpoints.map((note) => {
    const [, size, root] = note.split('\n');
    return { size: Number(size), rootHash: Buffer.from(root ?? '', 'base64').toString('hex') };
  }),
});
const tampering = (name: string): LedgerVerification => {
  const found = auditVectors.tampering.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return verification(found);
};

describe('verifyLedger', () => {
  for (const ledger of auditVectors.tampering) {
    it(`REC-70: ${ledger.name}: ${ledger.expected.reason ?? 'ok'}`, async () => {
      const { ok, firstBadSeq, reason } = await verified(verification(ledger));
      expect({ ok, firstBadSeq, reason }).to.deep.equal(ledger.expected);
    });
  }

  it('REC-76: counts what was erased with an event, and misses what was deleted by hand', async () => {
    const erased = await verified(tampering('detail deleted with an erasure event'));
    expect(erased).to.include({ ok: true, eventsChecked: 11, detailsChecked: 1, detailsErased: 1 });

    const deleted = await verified(tampering('detail deleted without an erasure event'));
    expect(deleted).to.include({ ok: false, firstBadSeq: 3, reason: 'detail_missing', detailsErased: 0 });
  });

  it('REC-76: takes an erasure that is recorded behind the range from the caller', async () => {
    const range = { ...tampering('detail deleted without an erasure event'), erasedSeqs: [3] };
    expect(await verified(range)).to.include({ ok: true, detailsErased: 1 });
  });

  it('two ranges reach the verdict of one walk', async () => {
    const { details: _, pinnedCheckpoints: __, ...whole } = tampering('untouched');
    const rows = [
      ...(whole.rows as Iterable<{ seq: number; hash: string; prevHash: string; payload: Uint8Array }>),
    ];
    const fifth = rows[4];
    if (!fifth) throw new Error('the chain is too short');

    const first = await verified({ ...whole, rows: rows.slice(0, 5), head: null, details: null });
    const after = { seq: 5, hash: fifth.hash };
    const second = await verified({ ...whole, rows: rows.slice(5), after, details: null });

    expect([first.ok, first.eventsChecked, second.ok, second.eventsChecked]).to.deep.equal([
      true,
      5,
      true,
      5,
    ]);
    const moved = await verified({ ...whole, rows: rows.slice(6), after, details: null });
    expect(moved).to.include({ firstBadSeq: 6, reason: 'gap' });
  });

  it('REC-84: warns of a clock that stepped back by more than 5 minutes, and passes', async () => {
    const at = ['2026-05-04T09:30:00.000Z', '2026-05-04T09:25:00.000Z', '2026-05-04T09:19:59.999Z'];
    const ledger = ledgerOf(at.map((occurredAt) => anEvent({ occurredAt })));
    expect(await verified(ledger)).to.deep.include({
      ok: true,
      warnings: [{ seq: 3, code: 'time_regression' }],
    });
  });

  it('PLT-23: takes every kind of actor, access basis and outcome', async () => {
    const kinds = ['user', 'api_key', 'portal_recipient', 'public_link', 'operator', 'system'] as const;
    const bases = [
      'role',
      'case_member',
      'author',
      'temporary_access',
      'break_glass',
      'portal',
      'link',
      'system',
      'none',
    ] as const;
    const ledger = ledgerOf([
      ...kinds.map((kind) => anEvent({ actor: { kind, id: null, sessionId: null } })),
      ...bases.map((basis) => anEvent({ access: { basis, grantId: null } })),
      ...(['success', 'denied', 'failure'] as const).map((outcome) => anEvent({ outcome })),
    ]);
    const rows = ledger.rows.map((row) => ({
      ...row,
      projection: projectionOf(JSON.parse(Buffer.from(row.payload).toString())),
    }));

    expect(await verified({ ...ledger, rows })).to.include({ ok: true, eventsChecked: 18 });
  });

  it('reads rows from an asynchronous source', async () => {
    const ledger = ledgerOf([anEvent(), anEvent()]);
    async function* rows() {
      yield* ledger.rows;
    }
    expect(await verified({ ...ledger, rows: rows() })).to.include({ ok: true, eventsChecked: 2 });
  });

  for (const missing of ['actor', 'target', 'refs'] as const)
    it(`REC-70: a line without its ${missing} is a fault, whatever the columns beside it say`, async () => {
      const { [missing]: _, ...event } = anEvent();
      const { workspaceId } = chain('main');
      const payload = canonicalLedgerJson(event);
      const genesis = now(genesisHash(workspaceId));
      const hash = hexOf(now(entryHash(genesis, 1, payload)));
      const row = { seq: 1, prevHash: hexOf(genesis), hash, payload, projection: projectionOf(anEvent()) };

      const report = await verified({
        ledgerId: workspaceId,
        rows: [row],
        head: { seq: 1, hash },
        details: [],
      });

      expect(report).to.include({ ok: false, firstBadSeq: 1, reason: 'projection_mismatch' });
    });

  for (const [text, expected] of [
    ['3', 'not_canonical'],
    ['null', 'not_canonical'],
    ['[]', 'wrong_workspace'],
    ['{"workspaceId":1}', 'wrong_workspace'],
  ] as const) {
    it(`REC-70: judges the payload ${text}, which is no event: ${expected}`, async () => {
      const { workspaceId } = chain('main');
      const payload = utf8(text);
      const genesis = now(genesisHash(workspaceId));
      const hash = hexOf(now(entryHash(genesis, 1, payload)));
      const rows = [{ seq: 1, prevHash: hexOf(genesis), hash, payload }];

      const report = await verified({ ledgerId: workspaceId, rows, head: { seq: 1, hash }, details: [] });

      expect(report).to.include({ ok: false, firstBadSeq: 1, reason: expected });
    });
  }
});
