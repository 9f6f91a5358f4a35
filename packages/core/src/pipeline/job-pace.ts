/** However quick the jobs are, no more of one queue wait in a process for their slots. */
export const mostJobsAhead = 100;
const millisecondsAhead = 100;
/** One long job among quick ones counts for about so many of them. */
const jobsRemembered = 8;

/**
 * Says how many jobs of a queue to claim before a slot is free for them: as many as the slots get through in a tenth of a
 * second, judged by how long the last ones took. Long jobs are claimed one by one, so that any process may have them.
 */
export class JobPace {
  readonly #slots: number;
  /** Milliseconds of one job; null as long as nothing is known. */
  #mean: number | null = null;

  constructor(slots: number) {
    this.#slots = slots;
  }

  get ahead(): number {
    if (this.#mean === null) return 0;
    return Math.floor(Math.min(mostJobsAhead, (this.#slots * millisecondsAhead) / this.#mean));
  }

  ended(milliseconds: number): void {
    const taken = Math.max(0, milliseconds);
    this.#mean = this.#mean === null ? taken : this.#mean + (taken - this.#mean) / jobsRemembered;
  }

  /** The slots are not getting free, so what was known of them is of no use. */
  stalled(): void {
    this.#mean = null;
  }
}
