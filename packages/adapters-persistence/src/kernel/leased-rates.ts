import type { Instant, Log, RateAnswer, RateLimit, RequestRates } from '@chancery/core';
import { millisecondsOf } from '@chancery/core/internal';
import type { RateLeases } from './rate-leases.ts';
import { RateWindow } from './rate-window.ts';

const windowSeconds = 60;
/** Windows that are over are looked for when there are twice as many as were left the last time, and this many more. */
const fewWindows = 1000;

/**
 * Counts requests in memory. A process takes leases from what all share, the next one while requests still pass on the last;
 * a request waits only if none is left, as the first of a minute does. Without `leases` this process is the only one.
 */
export class LeasedRates implements RequestRates {
  readonly #leases: RateLeases | null;
  readonly #log: Pick<Log, 'warn'>;
  readonly #buckets = new Map<string, Map<string, RateWindow>>();
  #size = 0;
  #tidyAt = fewWindows;

  constructor(leases: RateLeases | null, log: Pick<Log, 'warn'>) {
    this.#leases = leases;
    this.#log = log;
  }

  /** How many windows it remembers. */
  get size(): number {
    return this.#size;
  }

  async count(limits: readonly RateLimit[], now: Instant): Promise<RateAnswer> {
    const milliseconds = millisecondsOf(now);
    for (;;) {
      const windows = limits.map((limit) => this.#windowOf(limit, now, milliseconds));
      const usedUp = windows.find(({ isUsedUp }) => isUsedUp);
      if (usedUp !== undefined) return usedUp.answer(false, milliseconds);
      const empty = windows.filter(({ isEmpty }) => isEmpty);
      if (empty.length === 0) return this.#passed(windows, now, milliseconds);
      await this.#waited(empty, now);
    }
  }

  #passed(windows: readonly RateWindow[], now: Instant, milliseconds: number): RateAnswer {
    for (const window of windows) window.pass();
    const low = windows.filter(({ isLow }) => isLow);
    if (low.length > 0) void this.#renewed(low, now);
    const [first] = windows;
    return first?.answer(true, milliseconds) ?? { allowed: true, remaining: 0, endsInSeconds: windowSeconds };
  }

  async #waited(windows: readonly RateWindow[], now: Instant): Promise<void> {
    for (const window of windows) window.waiting += 1;
    await this.#renewed(windows, now);
    for (const window of windows) window.waiting -= 1;
  }

  /** Resolves when every question about these windows is answered; asks where none is on its way. */
  #renewed(windows: readonly RateWindow[], now: Instant): Promise<unknown> {
    const silent = windows.filter(({ asking }) => asking === null);
    if (silent.length > 0) {
      const asking = this.#ask(silent, now).finally(() => {
        for (const window of silent) window.asking = null;
      });
      for (const window of silent) window.asking = asking;
    }
    return Promise.all(windows.map(({ asking }) => asking));
  }

  async #ask(windows: readonly RateWindow[], now: Instant): Promise<void> {
    try {
      const leases = await this.#leases?.take(
        windows.map((window) => window.asked()),
        now,
        windowSeconds,
      );
      for (const [index, window] of windows.entries()) {
        const lease = leases?.[index];
        if (lease === undefined) window.takeAll();
        else window.take(lease);
      }
    } catch (error) {
      this.#log.warn({ error }, 'the shared counts of requests are away; this process counts alone');
      for (const window of windows) window.takeAll();
    }
  }

  #windowOf(limit: RateLimit, now: Instant, milliseconds: number): RateWindow {
    let bucket = this.#buckets.get(limit.bucket);
    if (bucket === undefined) {
      bucket = new Map();
      this.#buckets.set(limit.bucket, bucket);
    }
    const known = bucket.get(limit.key);
    if (known !== undefined && !known.isOver(milliseconds)) {
      known.resize(limit.limit);
      return known;
    }
    if (known === undefined) this.#grown(milliseconds);
    const window = new RateWindow(limit, now, windowSeconds);
    bucket.set(limit.key, window);
    return window;
  }

  #grown(milliseconds: number): void {
    this.#size += 1;
    if (this.#size <= this.#tidyAt) return;
    for (const bucket of this.#buckets.values())
      for (const [key, window] of bucket)
        if (window.isOver(milliseconds)) {
          bucket.delete(key);
          this.#size -= 1;
        }
    this.#tidyAt = 2 * this.#size + fewWindows;
  }
}
