import { rateLimited } from '../kernel/errors.ts';
import { type Instant, secondsBetween } from '../kernel/time.ts';

/** Looked up for a network in the rest of a window in which it has no miss left. */
const mostWhileStopped = 600;
const mostRemembered = 10_000;

/**
 * The networks that have used up their misses, known to this process alone. What is good still passes, for others may share
 * the address; but it is found only by looking, so that looking has an end too: otherwise a guesser would be told of each
 * miss that it was one too many, and go on.
 */
export class StoppedNetworks {
  readonly #most: number;
  readonly #networks = new Map<string, { readonly until: Instant; left: number }>();

  constructor(scale: number) {
    this.#most = Math.ceil(mostWhileStopped * scale);
  }

  /** Counts a call of this network, or refuses it if it was stopped and nothing more is looked up for it. */
  pass(network: string, now: Instant): void {
    const stop = this.#networks.get(network);
    if (stop === undefined) return;
    if (stop.until <= now) this.#networks.delete(network);
    else if (stop.left > 0) stop.left -= 1;
    else throw rateLimited({ retryAfterSeconds: Math.ceil(secondsBetween(now, stop.until)) });
  }

  note(network: string, until: Instant, now: Instant): void {
    const known = this.#networks.get(network);
    if (known !== undefined && known.until > now) return;
    this.#networks.set(network, { until, left: this.#most });
    const [oldest] = this.#networks.keys();
    if (this.#networks.size > mostRemembered && oldest !== undefined) this.#networks.delete(oldest);
  }
}
