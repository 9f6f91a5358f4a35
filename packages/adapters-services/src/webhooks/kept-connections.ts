import { mostDeliveriesInFlight } from '@chancery/core/internal';
import { type EgressConnection, longestIdleMilliseconds } from './egress-connection.ts';

/** After that the name, the address and the certificate are checked anew, however busy the connection is. */
export const longestUseMilliseconds = 60_000;
export const mostKept = 200;

interface Kept {
  readonly url: string;
  readonly connection: EgressConnection;
  readonly openedAt: number;
  readonly restsSince: number;
}

/**
 * Connections between two requests, each for the very URL that it was opened for: another endpoint, be it on the same host,
 * gets one of its own. Which of them may be used now is for the caller to check (WHK-5).
 */
export class KeptConnections {
  readonly #now: () => number;
  #resting: Kept[] = [];
  readonly #openedAt = new WeakMap<EgressConnection, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes when the connection was opened, which bounds how long it is used. */
  opened(connection: EgressConnection): void {
    this.#openedAt.set(connection, this.#now());
  }

  has(url: string): boolean {
    this.#sweep();
    return this.#resting.some((kept) => kept.url === url);
  }

  /** Takes a connection of this URL to one of these addresses; those of the URL that lead elsewhere are closed. */
  take(url: string, addresses: readonly string[]): EgressConnection | null {
    this.#sweep();
    this.#close(({ url: of, connection }) => of === url && !addresses.includes(connection.address));
    const index = this.#resting.findLastIndex((kept) => kept.url === url);
    const [taken] = index < 0 ? [] : this.#resting.splice(index, 1);
    return taken?.connection ?? null;
  }

  /** Keeps a connection whose last answer was read to its end; of one URL as many as deliveries are in flight (WHK-8). */
  keep(url: string, connection: EgressConnection): void {
    const [restsSince, openedAt] = [this.#now(), this.#openedAt.get(connection)];
    const ofUrl = this.#resting.filter((kept) => kept.url === url).length;
    if (openedAt === undefined || !connection.isOpen || ofUrl >= mostDeliveriesInFlight) {
      connection.close();
      return;
    }
    connection.rest();
    this.#resting.push({ url, connection, openedAt, restsSince });
    if (this.#resting.length > mostKept) this.#resting.shift()?.connection.close();
  }

  /** Closes those of one URL, as when its name is not allowed any more. */
  drop(url: string): void {
    this.#close((kept) => kept.url === url);
  }

  close(): void {
    this.#close(() => true);
  }

  #sweep(): void {
    const now = this.#now();
    this.#close(
      ({ connection, openedAt, restsSince }) =>
        !connection.isOpen ||
        now - restsSince > longestIdleMilliseconds ||
        now - openedAt > longestUseMilliseconds,
    );
  }

  #close(isOver: (kept: Kept) => boolean): void {
    const over = this.#resting.filter(isOver);
    if (over.length === 0) return;
    this.#resting = this.#resting.filter((kept) => !over.includes(kept));
    for (const { connection } of over) connection.close();
  }
}
