import { expect } from 'chai';
import { bytesOfHex, hexOf } from './bytes.ts';
import { detailDigest, entryHash, genesisHash } from './chain.ts';
import { auditVectors, payloadBytes } from './testing/audit-vectors.ts';
import { chain } from './testing/ledgers.ts';
import { now } from './testing/now.ts';

describe('chain', () => {
  for (const { workspaceId, genesisHash: expected } of auditVectors.genesis) {
    it(`REC-70: begins ${workspaceId} with its genesis hash`, () => {
      expect(hexOf(now(genesisHash(workspaceId)))).to.equal(expected);
    });
  }

  it('REC-70: commits to details by their salted digest', () => {
    const digests = auditVectors.details.map(({ salt, value }) =>
      hexOf(now(detailDigest(bytesOfHex(salt), value))),
    );
    expect(digests).to.deep.equal(auditVectors.details.map(({ digest }) => digest));
  });

  for (const name of ['main', 'long']) {
    it(`REC-70: hashes every row of the chain ${name}`, () => {
      const { workspaceId, rows } = chain(name);
      let hash = now(genesisHash(workspaceId));
      for (const row of rows) {
        expect(row.prevHash).to.equal(hexOf(hash));
        hash = now(entryHash(hash, row.seq, payloadBytes(row)));
        expect(row.hash).to.equal(hexOf(hash));
      }
    });
  }
});
