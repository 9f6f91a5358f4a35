import { equalBytes } from './bytes.ts';
import type { Hashing } from './hashing.ts';

/** What stands before the data of a leaf, so that no node can be taken for one. */
export const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const HASH_BYTES = 32;

/** The hash of one leaf of the tree over a ledger, whose data is the hash of an event. */
export function* leafHash(eventHash: Uint8Array): Hashing<Uint8Array> {
  return yield [LEAF, eventHash];
}

/** The root over all that was appended, one leaf at a time: memory grows with the logarithm of the size. */
export class MerkleRoot {
  /** Roots of the complete subtrees from left to right: one for each bit set in the size. */
  readonly #subtrees: Uint8Array[] = [];
  #size = 0;

  *append(eventHash: Uint8Array): Hashing<void> {
    yield* this.appendLeafHash(yield* leafHash(eventHash));
  }

  *appendLeafHash(leaf: Uint8Array): Hashing<void> {
    yield* this.appendSubtree(leaf, 1);
  }

  /** Appends a complete subtree at once: of a power of two leaves, which divides the number of those before it. */
  *appendSubtree(root: Uint8Array, leaves: number): Hashing<void> {
    let hash = root;
    for (let rest = this.#size / leaves; rest % 2 === 1; rest = half(rest)) {
      const left = this.#subtrees.pop();
      if (left) hash = yield [NODE, left, hash];
    }
    this.#subtrees.push(hash);
    this.#size += leaves;
  }

  /** RFC 6962 section 2.1. */
  *root(): Hashing<Uint8Array> {
    let right: Uint8Array | null = null;
    for (const left of this.#subtrees.toReversed()) right = right === null ? left : yield [NODE, left, right];
    return right ?? (yield []);
  }
}

/** The root of the tree over the leaves from `start` up to `end`, which is not one of them. */
export type RangeRoot = (start: number, end: number) => Hashing<Uint8Array>;

/** Roots over hashes of events that are in memory. */
export const rangeRootOf = (eventHashes: readonly Uint8Array[]): RangeRoot =>
  function* rangeRoot(start, end) {
    const tree = new MerkleRoot();
    for (const hash of eventHashes.slice(start, end)) yield* tree.append(hash);
    return yield* tree.root();
  };

/** What proves that the leaf is in the tree of this size; RFC 6962 section 2.1.1. */
export function* inclusionProof(index: number, size: number, rangeRoot: RangeRoot): Hashing<Uint8Array[]> {
  const proof: Uint8Array[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const cut = start + largestPowerBelow(end - start);
    if (index < cut) {
      proof.unshift(yield* rangeRoot(cut, end));
      end = cut;
    } else {
      proof.unshift(yield* rangeRoot(start, cut));
      start = cut;
    }
  }
  return proof;
}

/** What proves that the tree of the old size is the beginning of the other; RFC 6962 section 2.1.2. */
export function* consistencyProof(
  oldSize: number,
  newSize: number,
  rangeRoot: RangeRoot,
): Hashing<Uint8Array[]> {
  if (oldSize === 0 || oldSize === newSize) return [];
  const proof: Uint8Array[] = [];
  let [start, end] = [0, newSize];
  while (end !== oldSize) {
    const cut = start + largestPowerBelow(end - start);
    if (oldSize <= cut) {
      proof.unshift(yield* rangeRoot(cut, end));
      end = cut;
    } else {
      proof.unshift(yield* rangeRoot(start, cut));
      start = cut;
    }
  }
  // Whoever holds the old root has the first subtree already.
  if (start > 0) proof.unshift(yield* rangeRoot(start, end));
  return proof;
}

export interface Inclusion {
  readonly index: number;
  readonly size: number;
  /** The leaf's data, of which the hash is taken here: a node of the tree cannot be offered as a leaf. */
  readonly eventHash: Uint8Array;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether the event is in the tree; RFC 9162 section 2.1.3.2. */
export function* inclusionHolds({ index, size, eventHash, proof, root }: Inclusion): Hashing<boolean> {
  if (!isCount(index) || !isCount(size) || index >= size || ![eventHash, ...proof].every(isHash))
    return false;
  let hash = yield* leafHash(eventHash);
  let [at, last] = [index, size - 1];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = yield [NODE, sibling, hash];
      [at, last] = withoutEvenTail(at, last);
    } else hash = yield [NODE, hash, sibling];
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equalBytes(hash, root);
}

export interface Consistency {
  readonly oldSize: number;
  readonly newSize: number;
  readonly oldRoot: Uint8Array;
  readonly newRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Whether the older tree is the beginning of the newer one; RFC 9162 section 2.1.4.2. */
export function* consistencyHolds(given: Consistency): Hashing<boolean> {
  const { oldSize, newSize, oldRoot, newRoot, proof } = given;
  if (!isCount(oldSize) || !isCount(newSize) || oldSize > newSize || !proof.every(isHash)) return false;
  if (oldSize === newSize) return proof.length === 0 && equalBytes(oldRoot, newRoot);
  if (oldSize === 0) return proof.length === 0 && equalBytes(oldRoot, yield []);

  let [at, last] = [oldSize - 1, newSize - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  // The old tree is one complete subtree, which the proof leaves out.
  const [first, ...rest] = at === 0 ? [oldRoot, ...proof] : proof;
  if (!first) return false;
  let [older, newer] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      older = yield [NODE, sibling, older];
      newer = yield [NODE, sibling, newer];
      [at, last] = withoutEvenTail(at, last);
    } else newer = yield [NODE, newer, sibling];
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equalBytes(older, oldRoot) && equalBytes(newer, newRoot);
}

/** Levels on which the node has no sibling are passed over. */
function withoutEvenTail(at: number, last: number): [number, number] {
  let [lower, upper] = [at, last];
  while (lower % 2 === 0 && lower !== 0) [lower, upper] = [half(lower), half(upper)];
  return [lower, upper];
}

const half = (value: number) => Math.floor(value / 2);
/** Whether the value is the number of some things, or the place of one. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isHash = (bytes: Uint8Array) => bytes.length === HASH_BYTES;

function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
