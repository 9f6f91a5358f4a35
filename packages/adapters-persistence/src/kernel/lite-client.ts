import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/**
 * What pg takes for the socket of a connection: it hands what was written to the embedded database, and gives out what that
 * answers. What leaves in one packet is one call, where a call for each message took as long as a small statement.
 */
class LiteStream extends EventEmitter {
  readonly writable = true;
  readonly #lite: PGlite;
  readonly #written: Uint8Array[] = [];
  #isCorked = false;
  #isGone = false;
  /** Answers come later than the call that asked, as from a socket, and in the order of asking. */
  #answered: Promise<void> = Promise.resolve();

  constructor(lite: PGlite) {
    super();
    this.#lite = lite;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  write(bytes: Uint8Array, then?: () => void): boolean {
    this.#written.push(bytes);
    if (!this.#isCorked) this.#send();
    if (then !== undefined) void this.#answered.then(then);
    return true;
  }

  cork(): void {
    this.#isCorked = true;
  }

  uncork(): void {
    this.#isCorked = false;
    this.#send();
  }

  end(): void {
    void this.#answered.then(() => this.destroy());
  }

  destroy(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    process.nextTick(() => this.emit('close'));
  }

  // A socket has these, and the database in this process needs none of them.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  #send(): void {
    const bytes = Buffer.concat(this.#written.splice(0));
    if (bytes.length > 0) this.#answered = this.#answered.then(() => this.#ask(bytes));
  }

  async #ask(bytes: Uint8Array): Promise<void> {
    const parts: Uint8Array[] = [];
    try {
      // What it gives lies in its memory, which it goes on using.
      await this.#lite.execProtocolRawStream(bytes, { onRawData: (part) => void parts.push(part.slice()) });
      if (!this.#isGone) this.emit('data', Buffer.concat(parts));
    } catch (error) {
      this.emit('error', error);
    }
  }
}

/** Clients of a pool of one, on the embedded database. */
export function liteClientOf(lite: PGlite): typeof pg.Client {
  // The database is one session, so that what one client prepared is there for the next.
  const parsedStatements: Record<string, string> = {};

  class LiteConnection extends pg.Connection {
    constructor() {
      // The part of a stream that pg uses.
      super({ stream: () => new LiteStream(lite) as unknown as Duplex });
      Object.assign(this, { parsedStatements });
    }

    /** There is nobody to be told who we are, and no other session to be begun. */
    startup(): void {
      process.nextTick(() => this.emit('readyForQuery'));
    }
  }

  return class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      // Of the fields that pg reads and its types leave out.
      super({ ...options, ssl: false, ...({ connection: new LiteConnection() } as object) });
    }
  };
}
