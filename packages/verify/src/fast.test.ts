import { expect } from 'chai';
import { utf8 } from './bytes.ts';
import { canonicalText, isCanonical } from './canonical-json.ts';
import { type ExportSource, verifyExport } from './export-file.ts';
import { readLine } from './export-lines.ts';
import { verifyExport as quickly, sha256InOnePiece } from './fast.ts';
import { canonicalPayload } from './ledger-row.ts';
import type { AuditPayload } from './payload.ts';
import { plainPayload } from './plain-payload.ts';
import { quickReading } from './quick-reading.ts';
import { aHistory, EVENTS, exportOf } from './testing/altered-exports.ts';
import { auditVectors } from './testing/audit-vectors.ts';
import { anEvent } from './testing/ledgers.ts';
import { fastPrimitives, nodeSha256 } from './testing/now.ts';
import { seeded } from './testing/seeded.ts';

const CHANGES = Number(process.env.CHANCERY_QUICK_READINGS ?? 4_000);
const SEED = Number(process.env.CHANCERY_ALTERED_SEED ?? Date.now() % 1_000_000);
const random = seeded(SEED);
const pick = (below: number) => Math.floor(random() * below);
/** Characters that JSON writes in a way of its own, and some that it does not. */
const letters = [
  ...'"\\{}[],:019-+.eEun \t\n\u007f\u00e9\u2028\ud83d',
  '\\u',
  '\\"',
  '":',
  ',"a":',
  '00',
  'null',
];

function oneChanged(text: string): string {
  const at = pick(text.length);
  const letter = letters[pick(letters.length)] ?? '';
  return text.slice(0, at) + letter + text.slice(at + pick(3));
}

const picked = ({ workspaceId, occurredAt, action, facts, detail }: AuditPayload) => ({
  ...{ workspaceId, occurredAt, action, facts },
  detail: detail && { digest: detail.digest },
});

describe('the quick reading of exports', () => {
  const events: AuditPayload[] = [
    anEvent(),
    anEvent({ facts: {}, labels: ['a', 'b c'], refs: { subjectId: null, caseId: null, artifactId: null } }),
    anEvent({ facts: { seqs: [1, 2], nested: [{ from: 'a', to: null }] }, purposeOfUse: 'care' }),
    anEvent({
      detail: { alg: 'sha256-salted-v1', digest: 'ab' },
      target: { kind: 'a', id: 'b', version: null },
    }),
  ];

  it('takes what the ledger writes for what it is', () => {
    for (const event of events) expect(plainPayload(canonicalText(event))).to.deep.equal(picked(event));
  });

  it('reads events into the same bytes one behind the other, with a detail and without', async () => {
    const lines = (await exportOf(aHistory())).filter((line) => line.startsWith('{"seq"'));
    const { readLine: readQuickly } = quickReading();
    const bytes = lines.map((line) => {
      const read = readQuickly(line, 2);
      return read.kind === 'row' ? read.row.payload.buffer : null;
    });
    expect(bytes).to.have.length(EVENTS);
    for (const each of bytes) expect(each).to.equal(bytes[0]);
  });

  it('leaves text with escapes and letters beyond ASCII to the ordinary reading', () => {
    for (const id of ['a"b', 'a\\b', 'é', '\u007f', 'a\nb'])
      expect(plainPayload(canonicalText(anEvent({ id })))).to.equal(null);
  });

  it(`REC-81: of ${CHANGES} changed payloads it takes none that is not canonical, and reads it alike`, () => {
    let taken = 0;
    for (let count = 0; count < CHANGES; count += 1) {
      const text = canonicalText(events[count % events.length]);
      const changed = pick(3) === 0 ? oneChanged(oneChanged(text)) : oneChanged(text);
      const quick = plainPayload(changed);
      if (quick === null) continue;
      taken += 1;
      const value = JSON.parse(changed);
      expect(isCanonical(value, changed), `seed ${SEED}: ${changed}`).to.equal(true);
      expect(quick, changed).to.deep.equal(picked(value));
    }
    expect(taken).to.be.greaterThan(CHANGES / 20);
  });

  it(`REC-81: of ${CHANGES} changed lines each is read as the ordinary reading reads it, or refused by both`, async () => {
    const lines = await exportOf(aHistory());
    let rows = 0;
    for (let count = 0; count < CHANGES; count += 1) {
      const line = oneChanged(lines[1 + pick(lines.length - 1)] ?? '');
      const { readLine: readQuickly, payloadOf = canonicalPayload } = quickReading();
      const outcomes = [
        outcomeOf(() => readLine(line, 2), canonicalPayload),
        outcomeOf(() => readQuickly(line, 2), payloadOf),
      ];
      expect(outcomes[1], `seed ${SEED}: ${line}`).to.deep.equal(outcomes[0]);
      if (typeof outcomes[0] === 'object') rows += 1;
    }
    expect(rows).to.be.greaterThan(CHANGES / 20);
  });

  it('REC-70: gives the report of the ordinary one, by WebCrypto too, and from pieces of any size', async () => {
    const bytes = utf8(auditVectors.exportFile.text);
    function* pieces() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    const sources: ExportSource[] = [() => [bytes], pieces];
    for (const open of sources) {
      const ordinary = await verifyExport(open, {}, fastPrimitives);
      expect(ordinary).to.include({ ok: true, detailsChecked: 2 });
      expect(await quickly(open)).to.deep.equal(ordinary);
      expect(await quickly(open, {}, fastPrimitives)).to.deep.equal(ordinary);
    }
  });

  it('hashes parts in one piece as one behind the other, however long they are', () => {
    const sha256 = sha256InOnePiece((piece) => nodeSha256(piece));
    for (const lengths of [
      [],
      [0],
      [1, 32, 32],
      [24, 32, 8, 65_536],
      [100_000, 31_072],
      [100_000, 31_073],
      [300_000],
    ]) {
      const parts = lengths.map((length, at) => new Uint8Array(length).fill(at + 1));
      expect(sha256(...parts), `${lengths}`).to.deep.equal(nodeSha256(...parts));
    }
  });
});

/** What the line says and what its payload says; or why it says nothing. */
function outcomeOf(read: () => ReturnType<typeof readLine>, payloadOf: typeof canonicalPayload) {
  try {
    const line = read();
    if (line.kind !== 'row') return line;
    const { payload, ...row } = line.row;
    const said = payloadOf(line.row);
    const salt = row.detail && [...row.detail.salt];
    return {
      ...row,
      salt,
      payload: Buffer.from(payload).toString('hex'),
      said: said && picked(said as AuditPayload),
    };
  } catch (error) {
    return String(error);
  }
}
