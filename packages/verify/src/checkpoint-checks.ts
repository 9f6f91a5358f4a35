import { hexOf } from './bytes.ts';
import type { Hashing } from './hashing.ts';
import type { Found } from './ledger-faults.ts';
import type { ChainPosition } from './ledger-row.ts';
import { MerkleRoot } from './merkle-tree.ts';

/** What a checkpoint says; whoever passes it here has checked its signature. */
export interface PinnedCheckpoint {
  readonly size: number;
  readonly rootHash: string;
}

/** Roots over the walked hashes against roots kept outside: what finds a history rewritten with all its hashes. */
export class CheckpointChecks {
  readonly #pinned: readonly PinnedCheckpoint[];
  readonly #found: Found;
  readonly #tree = new MerkleRoot();
  /** How many have been compared. */
  checked = 0;
  /** The size of the largest that matches, below the first that does not. */
  matchingSize = 0;

  constructor(pinned: readonly PinnedCheckpoint[], found: Found) {
    this.#pinned = pinned.toSorted((a, b) => a.size - b.size);
    this.#found = found;
  }

  get largestSize(): number {
    return this.#pinned.at(-1)?.size ?? 0;
  }

  *check({ seq, hash }: ChainPosition): Hashing<void> {
    if (this.checked === this.#pinned.length) return;
    yield* this.#tree.append(hash);
    yield* this.compare(seq);
  }

  /** Those of this size with what was walked; those over the empty tree before the first event. */
  *compare(size: number): Hashing<void> {
    for (; ; this.checked += 1) {
      const pinned = this.#pinned[this.checked];
      if (pinned?.size !== size) return;
      if (hexOf(yield* this.#tree.root()) === pinned.rootHash) this.matchingSize = size;
      else this.#found(this.matchingSize + 1, 'checkpoint_mismatch');
    }
  }
}
