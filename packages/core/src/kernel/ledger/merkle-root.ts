import { sha256 } from '../crypto.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The RFC 6962 tree head over event hashes, one leaf at a time: memory grows with the logarithm of the size. */
export interface MerkleRoot {
  append(eventHash: Uint8Array): void;
  /** The root over all that was appended until now. */
  root(): Uint8Array;
}

export function merkleRoot(): MerkleRoot {
  /** Roots of the complete subtrees from left to right: one for each bit set in `size`. */
  const subtrees: Uint8Array[] = [];
  let size = 0;

  return {
    append(eventHash) {
      let hash = sha256(LEAF, eventHash);
      for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
        const left = subtrees.pop();
        if (left) hash = sha256(NODE, left, hash);
      }
      subtrees.push(hash);
      size += 1;
    },
    root: () => (size === 0 ? sha256() : subtrees.reduceRight((right, left) => sha256(NODE, left, right))),
  };
}
