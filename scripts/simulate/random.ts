import { seeded } from '../../packages/verify/src/testing/seeded.ts';

/** What chance decides, the same for the same seed. */
export class Seeded {
  /** From 0 up to 1, without 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  is(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(all: readonly T[]): T {
    const found = all[this.below(all.length)];
    if (found === undefined) throw new RangeError('Nothing to pick from');
    return found;
  }

  /** One of them, or null if there is none. */
  any<T>(all: readonly T[]): T | null {
    return all.length === 0 ? null : this.pick(all);
  }
}
