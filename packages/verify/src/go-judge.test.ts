import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { base64Of, bytesOfHex, u64 } from './bytes.ts';
import { checkpointText } from './checkpoint.ts';
import { consistencyProof, inclusionProof, rangeRootOf } from './merkle-tree.ts';
import { cosignatureLine, LOG_KEY, type NoteKey, signatureLine, vkeyOf, WITNESS_KEY } from './note.ts';
import { auditVectors } from './testing/audit-vectors.ts';
import { nodeSha256, now } from './testing/now.ts';
import { seeded } from './testing/seeded.ts';
import { signerOf } from './web-crypto.ts';

const PAIRS = 100;
const LARGEST = 1_500;

interface Said {
  readonly notes: readonly string[];
  readonly inclusions: readonly string[];
  readonly consistencies: readonly string[];
}

describe('the judge in Go', () => {
  const seed = Number(process.env.CHANCERY_JUDGE_SEED ?? Date.now() % 1_000_000);
  const random = seeded(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const leaves = Array.from({ length: LARGEST }, (_, index) => nodeSha256(u64(index + seed)));
  const rangeRoot = rangeRootOf(leaves);
  const rootOf = (size: number) => now(rangeRoot(0, size));
  const { key } = auditVectors.checkpoints;

  let cache: string;
  before(() => {
    cache = mkdtempSync(join(tmpdir(), 'chancery-go-'));
  });
  after(() => rmSync(cache, { recursive: true, force: true }));

  /** What sumdb/note and sumdb/tlog say, which share no code with us. */
  function judged(asked: object): Said {
    const program = fileURLToPath(new URL('./testing/judge.go', import.meta.url));
    const env = {
      ...process.env,
      // Debian's own sources of the packages; with modules off nothing is asked of a network.
      ...{ GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '', GOPROXY: 'off', GOCACHE: cache },
    };
    const options = { encoding: 'utf8', env, input: JSON.stringify(asked), maxBuffer: 1e8 } as const;
    return JSON.parse(execFileSync('go', ['run', program], options));
  }

  function proofsOf(size: number, index: number, oldSize: number) {
    const inclusion = {
      ...{
        index,
        size,
        eventHash: base64Of(leaves[index] ?? new Uint8Array()),
        root: base64Of(rootOf(size)),
      },
      proof: now(inclusionProof(index, size, rangeRoot)).map(base64Of),
    };
    const consistency = {
      ...{ oldSize, newSize: size, oldRoot: base64Of(rootOf(oldSize)), newRoot: base64Of(rootOf(size)) },
      proof: now(consistencyProof(oldSize, size, rangeRoot)).map(base64Of),
    };
    return { inclusion, consistency };
  }

  async function notes() {
    const logKey: NoteKey = {
      name: 'example.org/audit/w',
      kind: LOG_KEY,
      publicKey: bytesOfHex(key.publicKey),
    };
    const witness: NoteKey = {
      name: 'witness.example',
      kind: WITNESS_KEY,
      publicKey: bytesOfHex(key.publicKey),
    };
    const sign = await signerOf(bytesOfHex(key.seed));
    const text = checkpointText({ origin: logKey.name, size: LARGEST, root: rootOf(LARGEST) });
    const own = await signatureLine(text, logKey, sign);
    const vkey = now(vkeyOf(logKey));
    return [
      ...auditVectors.checkpoints.valid.map((each) => ({ vkey: key.vkey, note: each.text })),
      { vkey: key.vkey, note: auditVectors.checkpoints.rotation.text },
      // Go knows no witnesses, and passes their lines over.
      { vkey: key.vkey, note: auditVectors.checkpoints.cosigned.text },
      { vkey, note: `${text}\n${own}` },
      { vkey, note: `${text}\n${own}${await cosignatureLine(text, 1_790_000_000, witness, sign)}` },
    ];
  }

  it(`REC-100: sumdb/note opens our notes, and sumdb/tlog accepts ${PAIRS} random pairs of proofs`, async () => {
    const pairs = Array.from({ length: PAIRS }, () => {
      const size = 1 + upTo(LARGEST - 1);
      return proofsOf(size, upTo(size - 1), 1 + upTo(size - 1));
    });
    const asked = {
      notes: await notes(),
      inclusions: pairs.map(({ inclusion }) => inclusion),
      consistencies: pairs.map(({ consistency }) => consistency),
    };
    const said = judged(asked);

    expect(said.notes, `seed ${seed}`).to.deep.equal(asked.notes.map(() => ''));
    expect(said.inclusions, `seed ${seed}`).to.deep.equal(pairs.map(() => ''));
    expect(said.consistencies, `seed ${seed}`).to.deep.equal(pairs.map(() => ''));
  });

  it('REC-100: it refuses what is changed, so that its yes means something', () => {
    const { inclusion, consistency } = proofsOf(1_000, 700, 600);
    const other = base64Of(rootOf(999));
    const said = judged({
      notes: auditVectors.checkpoints.mustFail.map(({ text }) => ({ vkey: key.vkey, note: text })),
      inclusions: [
        { ...inclusion, index: 701 },
        { ...inclusion, root: other },
        { ...inclusion, proof: inclusion.proof.slice(1) },
      ],
      consistencies: [
        { ...consistency, oldSize: 601 },
        { ...consistency, newRoot: other },
        { ...consistency, proof: consistency.proof.slice(1) },
      ],
    });
    for (const answer of [...said.inclusions, ...said.consistencies, ...said.notes])
      expect(answer).not.to.equal('');
  });
});
