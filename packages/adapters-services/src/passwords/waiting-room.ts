import { rateLimited } from '@chancery/core';

/** Limits how much work runs at once and how much waits in line; if the line is full, the call gets `rate_limited`. */
export class WaitingRoom {
  readonly #places: number;
  readonly #seats: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(places: number, seats: number) {
    this.#places = places;
    this.#seats = seats;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#places) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      // The place goes directly to the next in line, so that no new call takes it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#seats) throw rateLimited({ retryAfterSeconds: 1 });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
