import { setTimeout as wait } from 'node:timers/promises';

/** Nine parts of the time are left to everything else. */
const restShare = 9;

/**
 * Starting a process stops ours for a while, the longer the more memory it holds. However often processes crash, no more
 * than a tenth of the time goes into starting others.
 */
export class StartPace {
  #pauseMs = 0;
  #nextMs = 0;

  /** Starts when it is time. */
  async start<Started>(starting: () => Started): Promise<Started> {
    const now = performance.now();
    const due = Math.max(now, this.#nextMs);
    this.#nextMs = due + this.#pauseMs;
    if (due > now) await wait(due - now);
    const begun = performance.now();
    try {
      return starting();
    } finally {
      const ended = performance.now();
      this.#pauseMs = (ended - begun) * restShare;
      this.#nextMs = Math.max(this.#nextMs, ended + this.#pauseMs);
    }
  }
}
