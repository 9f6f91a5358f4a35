import type { Instant, RateAnswer, RateLimit } from '@chancery/core';
import { millisecondsOf } from '@chancery/core/internal';
import type { AskedLease, Lease } from './rate-leases.ts';

/** What a process takes in advance: a twentieth of what is left. */
const partsOfWhatIsLeft = 20;
const leaseOf = (left: number): number => Math.ceil(left / partsOfWhatIsLeft);

/** One minute of one limit, as this process knows it. */
export class RateWindow {
  readonly bucket: string;
  readonly key: string;
  readonly #seconds: number;
  #limit: number;
  #endsAtMilliseconds: number;
  /** How many requests pass without a question to the other processes. */
  #held = 0;
  /** How many nobody had taken when they were last asked; below nothing if more have passed than a lower limit allows. */
  #left: number;
  /** Requests that cannot pass before the answer comes. */
  waiting = 0;
  /** The question that is on its way. */
  asking: Promise<void> | null = null;

  constructor({ bucket, key, limit }: RateLimit, now: Instant, seconds: number) {
    this.bucket = bucket;
    this.key = key;
    this.#seconds = seconds;
    this.#limit = limit;
    this.#left = limit;
    this.#endsAtMilliseconds = millisecondsOf(now) + seconds * 1000;
  }

  isOver(nowMilliseconds: number): boolean {
    return this.#endsAtMilliseconds <= nowMilliseconds;
  }

  /** What was counted stays counted when the limit of a key or of a plan changes. */
  resize(limit: number): void {
    if (limit === this.#limit) return;
    const unused = this.#held + this.#left + limit - this.#limit;
    this.#limit = limit;
    this.#held = Math.max(0, Math.min(this.#held, unused));
    this.#left = unused - this.#held;
  }

  get isUsedUp(): boolean {
    return this.#held === 0 && this.#left <= 0;
  }

  get isEmpty(): boolean {
    return this.#held === 0;
  }

  /** Whether it is time to ask for more, so that no request has to wait for the answer. */
  get isLow(): boolean {
    return this.#left > 0 && this.#held * 4 <= leaseOf(this.#left);
  }

  asked(): AskedLease {
    const { bucket, key } = this;
    return {
      bucket,
      key,
      limit: this.#limit,
      wanted: Math.max(leaseOf(this.#left) - this.#held, this.waiting),
    };
  }

  take({ granted, left, endsAtMilliseconds }: Lease): void {
    this.#held += granted;
    this.#left = left;
    this.#endsAtMilliseconds = endsAtMilliseconds;
  }

  /** Takes all that is left, because no other process is known. */
  takeAll(): void {
    this.#held += Math.max(0, this.#left);
    this.#left = Math.min(0, this.#left);
  }

  pass(): void {
    this.#held -= 1;
  }

  answer(allowed: boolean, nowMilliseconds: number): RateAnswer {
    const seconds = Math.ceil((this.#endsAtMilliseconds - nowMilliseconds) / 1000);
    // The clock of the process that began the minute may be ahead.
    const endsInSeconds = Math.min(seconds, this.#seconds);
    return { allowed, remaining: Math.max(0, this.#held + this.#left), endsInSeconds };
  }
}
