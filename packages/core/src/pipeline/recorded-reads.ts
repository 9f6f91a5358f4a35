import type { Presented } from '../kernel/gates.ts';
import { nameOf } from './recent-credentials.ts';

/**
 * The reads that left a line in the ledger when a credential last made them. They are run in a transaction that may write from
 * the start, instead of twice. Nothing depends on it: a read that has nothing to record writes nothing there either.
 */
export class RecordedReads {
  readonly #reads = new Set<string>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  has(presented: Presented, name: string): boolean {
    return this.#reads.has(keyOf(presented, name));
  }

  /** Notes whether it was recorded this time. */
  note(presented: Presented, name: string, isRecorded: boolean): void {
    const key = keyOf(presented, name);
    this.#reads.delete(key);
    if (!isRecorded) return;
    this.#reads.add(key);
    const [oldest] = this.#reads;
    if (this.#reads.size > this.#most && oldest !== undefined) this.#reads.delete(oldest);
  }
}

const keyOf = (presented: Presented, name: string): string => `${name} ${nameOf(presented)}`;
