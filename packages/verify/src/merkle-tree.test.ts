import { expect } from 'chai';
import fc from 'fast-check';
import { bytesOfHex, hexOf } from './bytes.ts';
import {
  consistencyHolds,
  consistencyProof,
  inclusionHolds,
  inclusionProof,
  MerkleRoot,
  rangeRootOf,
} from './merkle-tree.ts';
import { auditVectors } from './testing/audit-vectors.ts';
import { chain } from './testing/ledgers.ts';
import { nodeSha256, now } from './testing/now.ts';
import { hashed } from './web-crypto.ts';

const { roots, inclusion, inclusionMustFail, consistency, consistencyMustFail } = auditVectors.merkle;
const long = chain('long').rows.map(({ hash }) => bytesOfHex(hash));
const inclusionOf = ({ index, size, entryHash, proof, root }: (typeof inclusion)[number]) => ({
  index,
  size,
  eventHash: bytesOfHex(entryHash),
  proof: proof.map(bytesOfHex),
  root: bytesOfHex(root),
});
const consistencyOf = ({ oldRoot, newRoot, proof, ...sizes }: (typeof consistency)[number]) => ({
  ...sizes,
  oldRoot: bytesOfHex(oldRoot),
  newRoot: bytesOfHex(newRoot),
  proof: proof.map(bytesOfHex),
});

describe('the tree over a ledger', () => {
  it('REC-70: computes the roots of the tree over the chain', () => {
    const tree = new MerkleRoot();
    const found = [hexOf(now(tree.root()))];
    for (const hash of long) {
      now(tree.append(hash));
      found.push(hexOf(now(tree.root())));
    }
    expect(found).to.deep.equal(roots.map(({ root }) => root));
  });

  it('REC-70: makes and accepts the inclusion proofs of the vectors', async () => {
    for (const vector of inclusion) {
      const made = now(inclusionProof(vector.index, vector.size, rangeRootOf(long)));
      expect(made.map(hexOf)).to.deep.equal(vector.proof);
      expect(await hashed(inclusionHolds(inclusionOf(vector)))).to.equal(true);
    }
  });

  for (const vector of inclusionMustFail)
    it(`REC-70: refuses an inclusion proof: ${vector.name}`, () => {
      expect(now(inclusionHolds(inclusionOf(vector)))).to.equal(false);
    });

  it('REC-70: makes and accepts the consistency proofs of the vectors', async () => {
    for (const vector of consistency) {
      const made = now(consistencyProof(vector.oldSize, vector.newSize, rangeRootOf(long)));
      expect(made.map(hexOf)).to.deep.equal(vector.proof);
      expect(await hashed(consistencyHolds(consistencyOf(vector)))).to.equal(true);
    }
  });

  for (const vector of consistencyMustFail)
    it(`REC-70: refuses a consistency proof: ${vector.name}`, () => {
      expect(now(consistencyHolds(consistencyOf(vector)))).to.equal(false);
    });

  const leaves = Array.from({ length: 130 }, (_, at) => nodeSha256(Uint8Array.of(at)));
  const rootOf = (size: number) => now(rangeRootOf(leaves)(0, size));
  const pairOfSizes = fc
    .tuple(fc.integer({ min: 1, max: leaves.length }), fc.integer({ min: 1, max: leaves.length }))
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

  it('REC-80: proves any leaf in any tree above it, by at most 64 hashes, and no other leaf by that proof', () => {
    fc.assert(
      fc.property(pairOfSizes, fc.nat(), ([above, size], other) => {
        const index = above - 1;
        const proof = now(inclusionProof(index, size, rangeRootOf(leaves)));
        const given = { index, size, proof, root: rootOf(size) };
        expect(proof.length).to.be.at.most(64);
        for (const at of [index, other % leaves.length]) {
          const eventHash = leaves[at] ?? new Uint8Array();
          expect(now(inclusionHolds({ ...given, eventHash }))).to.equal(at === index);
        }
      }),
    );
  });

  it('REC-80: proves any tree to be the beginning of any larger one, and no other tree by that proof', () => {
    fc.assert(
      fc.property(pairOfSizes, fc.nat(), ([oldSize, newSize], flipped) => {
        const proof = now(consistencyProof(oldSize, newSize, rangeRootOf(leaves)));
        const given = { oldSize, newSize, oldRoot: rootOf(oldSize), newRoot: rootOf(newSize), proof };
        expect(now(consistencyHolds(given))).to.equal(true);
        const changed = Uint8Array.from(given.oldRoot);
        changed[flipped % 32] = (changed[flipped % 32] ?? 0) ^ 1;
        expect(now(consistencyHolds({ ...given, oldRoot: changed }))).to.equal(false);
      }),
    );
  });
});
