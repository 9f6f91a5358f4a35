import type { Presented } from '../kernel/gates.ts';
import { nameOf } from './recent-credentials.ts';
import { RecentIds } from './recent-ids.ts';

/**
 * The reads that left a line in the ledger when a credential last made them. They are run in a transaction that may write from
 * the start, instead of twice. Nothing depends on it: a read that has nothing to record writes nothing there either.
 */
export class RecordedReads {
  readonly #reads = new RecentIds();

  has(presented: Presented, name: string): boolean {
    return this.#reads.has(keyOf(presented, name));
  }

  /** Notes whether it was recorded this time. */
  note(presented: Presented, name: string, isRecorded: boolean): void {
    const key = keyOf(presented, name);
    // The latest stay longest.
    this.#reads.take(key);
    if (isRecorded) this.#reads.add(key);
  }
}

const keyOf = (presented: Presented, name: string): string => `${name} ${nameOf(presented)}`;
