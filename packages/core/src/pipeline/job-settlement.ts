import type { HeldJob, JobStore } from '../kernel/outbox.ts';
import type { Clock } from '../kernel/ports.ts';

/** The database may be away for a few seconds, as when it is started again; after that, leases give the jobs out again. */
export const mostSettlingTries = 6;

interface Settling {
  readonly job: HeldJob;
  readonly settled: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Marks the jobs of one queue as succeeded: all that end while one statement is under way leave with the next, so that they
 * share one commit. What a process had not written when it died runs again under the same key, as if it had died before (JOB-3).
 */
export class JobSettlement {
  readonly #store: Pick<JobStore, 'succeed'>;
  readonly #clock: Clock;
  readonly #pauseMilliseconds: number;
  #waiting: Settling[] = [];
  #unsettled = 0;
  #writing = false;

  constructor(store: Pick<JobStore, 'succeed'>, clock: Clock, pauseMilliseconds = 1000) {
    this.#store = store;
    this.#clock = clock;
    this.#pauseMilliseconds = pauseMilliseconds;
  }

  /** How many jobs have ended whose end is not committed. */
  get unsettled(): number {
    return this.#unsettled;
  }

  /** Resolves once it is committed; rejects if that was tried in vain. If the lease was lost meanwhile, the success counts for nothing. */
  succeed(job: HeldJob): Promise<void> {
    this.#unsettled += 1;
    return new Promise<void>((settled, failed) => {
      this.#waiting.push({ job, settled, failed });
      this.#writeSoon();
    }).finally(() => {
      this.#unsettled -= 1;
    });
  }

  /** At the end of this turn of the event loop, so that the jobs which end in it leave together. */
  #writeSoon(): void {
    if (this.#writing) return;
    this.#writing = true;
    setImmediate(() => void this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const error = await this.#write(batch.map(({ job }) => job));
      for (const { settled, failed } of batch) {
        if (error === null) settled();
        else failed(error);
      }
    }
    this.#writing = false;
  }

  /** Null if it was written. A repetition changes nothing that another worker has claimed since. */
  async #write(jobs: readonly HeldJob[]): Promise<unknown> {
    for (let tries = 1; ; tries += 1)
      try {
        await this.#store.succeed(jobs, this.#clock.now());
        return null;
      } catch (error) {
        if (tries === mostSettlingTries) return error;
        await new Promise((resolve) => setTimeout(resolve, this.#pauseMilliseconds));
      }
  }
}
