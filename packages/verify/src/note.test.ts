import { expect } from 'chai';
import { bytesOfHex, hexOf } from './bytes.ts';
import { checkpointText, keysOf, openCheckpoint, readCheckpoint } from './checkpoint.ts';
import { verifyProof } from './inclusion-text.ts';
import {
  cosignatureLine,
  LOG_KEY,
  NoteRefused,
  signatureLine,
  textOfNote,
  vkeyOf,
  WITNESS_KEY,
} from './note.ts';
import { auditVectors, payloadBytes } from './testing/audit-vectors.ts';
import { chain } from './testing/ledgers.ts';
import { hashed, signerOf } from './web-crypto.ts';

const { origin, key, nextKey, valid, rotation, cosigned, mustFail } = auditVectors.checkpoints;
const rootAt = (size: number) => auditVectors.merkle.roots[size]?.root;
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof NoteRefused ? error.reason : String(error);
  }
};

describe('checkpoints', () => {
  for (const { size, text } of valid)
    it(`REC-70: opens the checkpoint of size ${size}, and signs it to the same bytes`, async () => {
      const opened = await openCheckpoint(text, await keysOf([key.vkey]));
      expect({ ...opened, root: hexOf(opened.root), signedBy: opened.signedBy.length }).to.deep.equal({
        origin,
        size,
        root: rootAt(size),
        signedBy: 1,
        cosignatures: [],
      });

      const own = { name: origin, kind: LOG_KEY, publicKey: bytesOfHex(key.publicKey) } as const;
      const body = checkpointText({ origin, size, root: opened.root });
      const line = await signatureLine(body, own, await signerOf(bytesOfHex(key.seed)));
      expect(`${body}\n${line}`).to.equal(text);
      expect(await hashed(vkeyOf(own))).to.equal(key.vkey);
    });

  it('REC-70: opens the checkpoint of a rotation by either key, and by both', async () => {
    for (const vkeys of [[key.vkey], [nextKey.vkey], [key.vkey, nextKey.vkey]]) {
      const { signedBy } = await openCheckpoint(rotation.text, await keysOf(vkeys));
      expect(signedBy).to.have.length(vkeys.length);
    }
  });

  it('REC-70: reads the time of a witness, and cosigns to the same bytes', async () => {
    const keys = await keysOf([key.vkey, cosigned.vkey]);
    const { cosignatures } = await openCheckpoint(cosigned.text, keys);
    expect(cosignatures).to.deep.equal([{ witness: cosigned.witness, time: cosigned.time }]);

    const witness = keys.find(({ kind }) => kind === WITNESS_KEY);
    if (!witness) throw new Error('no witness');
    const text = textOfNote(cosigned.text);
    const line = await cosignatureLine(
      text,
      cosigned.time,
      witness,
      await signerOf(bytesOfHex(cosigned.seed)),
    );
    expect(cosigned.text.endsWith(line)).to.equal(true);
  });

  it('REC-70: refuses a cosignature whose time was changed', async () => {
    const keys = await keysOf([key.vkey, cosigned.vkey]);
    const changed = cosigned.text.replace('5WZnyAAAAABp', '5WZnyAAAAABq');
    expect(await refusalOf(openCheckpoint(changed, keys))).to.equal('bad_signature');
  });

  it('a witness alone is not the log', async () => {
    const keys = await keysOf([nextKey.vkey, cosigned.vkey]);
    expect(await refusalOf(openCheckpoint(cosigned.text, keys))).to.equal('no_known_signature');
  });

  for (const { name, text, reason } of mustFail)
    it(`REC-70: refuses a note: ${name}`, async () => {
      expect(await refusalOf(openCheckpoint(text, await keysOf([key.vkey])))).to.equal(reason);
    });

  for (const text of ['', '\n', 'a\n1\n', 'origin\n1\nAAAA\n', `origin\n1\n${'A'.repeat(43)}=\nextension\n`])
    it(`REC-70: takes ${JSON.stringify(text)} for no checkpoint`, () => {
      expect(() => readCheckpoint(text)).to.throw(NoteRefused);
    });

  for (const vkey of ['', 'a+b+c', key.vkey.replace('+0dacc6e6+', '+0dacc6e7+'), `x${key.vkey}`])
    it(`takes ${JSON.stringify(vkey)} for no key`, async () => {
      expect(await refusalOf(keysOf([vkey]))).to.contain('no verifier key');
    });
});

describe('inclusion proofs as text', () => {
  const hashOf = (entryHash: string) => bytesOfHex(entryHash);

  for (const { seq, entryHash, text } of auditVectors.proofs)
    it(`REC-70: finds event ${seq} by its hash`, async () => {
      const keys = await keysOf([key.vkey]);
      expect(await verifyProof(text, keys, hashOf(entryHash))).to.include({ ok: true, seq, payload: null });
      expect(await verifyProof(text, keys)).to.deep.equal({ ok: false, reason: 'no_event' });
      const other = Uint8Array.from(hashOf(entryHash)).fill(1, 0, 1);
      expect(await verifyProof(text, keys, other)).to.deep.equal({ ok: false, reason: 'wrong_place' });
    });

  for (const { seq, entryHash, text } of auditVectors.proofsWithEvent)
    it(`REC-70: finds event ${seq} from the proof alone`, async () => {
      const keys = await keysOf([key.vkey]);
      const report = await verifyProof(text, keys);
      const row = chain('long').rows.find((candidate) => candidate.seq === seq);
      expect(report.ok && report.payload && hexOf(report.payload)).to.equal(row && hexOf(payloadBytes(row)));
      expect(await verifyProof(text, keys, hashOf(entryHash))).to.include({ ok: true });
      expect(await verifyProof(text, keys, new Uint8Array(32))).to.deep.equal({
        ok: false,
        reason: 'wrong_event',
      });
    });

  it('REC-70: refuses a proof whose text, place or checkpoint was changed', async () => {
    const keys = await keysOf([key.vkey]);
    const text = auditVectors.proofsWithEvent[0]?.text ?? '';
    const reasonOf = async (changed: string) => {
      const report = await verifyProof(changed, keys);
      return report.ok ? 'none' : report.reason;
    };

    expect(await reasonOf(text.replace('tlog-proof@v1', 'tlog-proof@v2'))).to.equal('malformed');
    expect(await reasonOf(text.replace('index 4', 'index 04'))).to.equal('malformed');
    expect(await reasonOf(text.replace('index 4', 'index 5'))).to.equal('wrong_event');
    expect(await reasonOf(text.replace('extra vV2', 'extra vV3'))).to.equal('wrong_place');
    expect(await reasonOf(text.replace('\nMfHtt', '\nNfHtt'))).to.equal('wrong_place');
    expect(await reasonOf(text.replace('\n8\n', '\n9\n'))).to.equal('bad_signature');
    expect(await reasonOf('')).to.equal('malformed');
  });
});
