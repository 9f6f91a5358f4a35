import pg from 'pg';

/** The servers of one database, of which one takes writes and the others follow it. */
export interface ServerHosts {
  /** How many there are. */
  readonly count: number;
  /** What a pool opens its connections with: the server that was found last, or the next one after a failure. */
  readonly Client: typeof pg.Client;
  /** Opens a connection to the server that takes writes, or throws what the last server answered. */
  connect(options: pg.ClientConfig): Promise<pg.Client>;
}

/**
 * Reads the form of libpq: several hosts with commas between them, `postgresql://user@one:5432,two:5432/name`. As with its
 * `target_session_attrs=read-write`, a server that only follows another is passed over. Of a URL with one host nothing is
 * asked: whatever answers there is the database.
 */
export function serverHosts(url: string): ServerHosts {
  const urls = urlsOf(url);
  let current = 0;
  const passOver = (index: number) => {
    // Several connections fail at once when a server goes; only the first of them moves on.
    if (index === current) current = (index + 1) % urls.length;
  };

  class HostClient extends pg.Client {
    readonly #index = current;

    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: urls[current] ?? url });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null) => void): void;
    // biome-ignore lint/suspicious/noConfusingVoidType: as pg declares it
    override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | void {
      const connecting = this.#connect();
      if (callback === undefined) return connecting.then(() => this);
      connecting.then(
        () => callback(null),
        (error: Error) => callback(error),
      );
    }

    async #connect(): Promise<void> {
      // A connection that fails or is lost while it opens says so by an event too.
      this.on('error', () => undefined);
      try {
        await super.connect();
        if (urls.length > 1) await this.#takesWrites();
      } catch (error) {
        passOver(this.#index);
        throw error;
      }
    }

    async #takesWrites(): Promise<void> {
      const { rows } = await this.query<{ follows: boolean }>('select pg_is_in_recovery() "follows"');
      if (rows[0]?.follows === false) return;
      await this.end().catch(() => undefined);
      throw new Error('This server follows another one and takes no writes.');
    }
  }

  return {
    count: urls.length,
    Client: HostClient,
    async connect(options) {
      for (let left = urls.length; ; left -= 1) {
        const client = new HostClient(options);
        try {
          return await client.connect();
        } catch (error) {
          await client.end().catch(() => undefined);
          if (left <= 1) throw error;
        }
      }
    },
  };
}

/** The addresses of the servers, one for each host. */
export function urlsOf(url: string): readonly string[] {
  const [, scheme = '', authority = '', rest = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const split = authority.lastIndexOf('@') + 1;
  return authority
    .slice(split)
    .split(',')
    .map((host) => `${scheme}${authority.slice(0, split)}${host}${rest}`);
}
