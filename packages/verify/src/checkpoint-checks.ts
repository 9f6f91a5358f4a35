import { hexOf } from './bytes.ts';
import { hashedBy, type Sha256 } from './hashing.ts';
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
  readonly #sha256: Sha256;
  readonly #tree = new MerkleRoot();
  /** How many have been compared. */
  checked = 0;
  /** The size of the largest that matches, below the first that does not. */
  matchingSize = 0;

  constructor(pinned: readonly PinnedCheckpoint[], found: Found, sha256: Sha256) {
    this.#pinned = pinned.toSorted((a, b) => a.size - b.size);
    this.#found = found;
    this.#sha256 = sha256;
  }

  get largestSize(): number {
    return this.#pinned.at(-1)?.size ?? 0;
  }

  /** Those over the empty tree. */
  async begin(): Promise<void> {
    await this.#compare(0);
  }

  async check({ seq, hash }: ChainPosition): Promise<void> {
    if (this.checked === this.#pinned.length) return;
    const appended = hashedBy(this.#tree.append(hash), this.#sha256);
    if (appended instanceof Promise) await appended;
    await this.#compare(seq);
  }

  async #compare(size: number): Promise<void> {
    for (; this.#pinned[this.checked]?.size === size; this.checked += 1) {
      const root = hexOf(await hashedBy(this.#tree.root(), this.#sha256));
      if (root === this.#pinned[this.checked]?.rootHash) this.matchingSize = size;
      else this.#found(this.matchingSize + 1, 'checkpoint_mismatch');
    }
  }
}
