/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
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
