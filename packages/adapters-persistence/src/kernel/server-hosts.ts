import { addressesOfHosts } from '@chancery/core/internal';
import pg from 'pg';

/**
 * The servers of one database, of which one takes writes and the others follow it. The address is that of libpq, with commas
 * between several hosts; as with its `target_session_attrs=read-write`, a server that only follows another is passed over. Of
 * an address with one host nothing is asked: whatever answers there is the database.
 */
export class ServerHosts {
  readonly #urls: readonly string[];
  /** The server that was found last, or the next one after a failure. */
  #current = 0;

  constructor(url: string) {
    this.#urls = addressesOfHosts(url);
  }

  /** How many there are. */
  get count(): number {
    return this.#urls.length;
  }

  /** Opens a connection to the server that takes writes, or throws what the last server answered. */
  async connect(options: pg.ClientConfig): Promise<pg.Client> {
    const Client = clientOf(this);
    for (let left = this.count; ; left -= 1) {
      const client = new Client(options);
      try {
        return await client.connect();
      } catch (error) {
        await client.end().catch(() => undefined);
        if (left <= 1) throw error;
      }
    }
  }

  get current(): number {
    return this.#current;
  }

  urlAt(index: number): string {
    return this.#urls[index] ?? '';
  }

  /** Several connections fail at once when a server goes; only the first of them moves on. */
  passOver(index: number): void {
    if (index === this.#current) this.#current = (index + 1) % this.count;
  }
}

/** What a pool opens its connections with. */
export function clientOf(hosts: ServerHosts): typeof pg.Client {
  return class extends pg.Client {
    readonly #index: number;

    constructor(options?: pg.ClientConfig) {
      const index = hosts.current;
      super({ ...options, connectionString: hosts.urlAt(index) });
      this.#index = index;
      // A connection that is lost, or fails while it opens, says so by an event too.
      this.on('error', () => undefined);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connected();
      if (callback === undefined) return connecting;
      connecting.then(
        () => callback(null),
        (error: Error) => callback(error),
      );
      return undefined;
    }

    async #connected(): Promise<pg.Client> {
      try {
        await super.connect();
        if (hosts.count > 1) await refuseFollower(this);
        return this;
      } catch (error) {
        hosts.passOver(this.#index);
        throw error;
      }
    }
  };
}

async function refuseFollower(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() "follows"');
  if (rows[0]?.follows === false) return;
  await client.end().catch(() => undefined);
  throw new Error('This server follows another one and takes no writes.');
}
