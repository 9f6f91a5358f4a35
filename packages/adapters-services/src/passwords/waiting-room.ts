import { rateLimited } from '@chancery/core';

/** Lets so many works run at once and so many wait in line; whoever comes to a full line gets `rate_limited`. */
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
      // The place goes straight to the next in line, so that nobody slips in between.
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
