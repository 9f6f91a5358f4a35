import type pg from 'pg';
import type { ServerHosts } from './server-hosts.ts';

const nothing = (): void => undefined;

/** One connection for short questions, opened at the first of them and anew after a failure; no answer takes longer than a second. */
export class LoneConnection {
  readonly #hosts: ServerHosts;
  #client: Promise<pg.Client> | null = null;

  constructor(hosts: ServerHosts) {
    this.#hosts = hosts;
  }

  /** The one row that the statement returns. */
  async ask<R extends pg.QueryResultRow>(statement: string): Promise<R> {
    this.#client ??= this.#hosts.connect({ connectionTimeoutMillis: 1000, query_timeout: 1000 });
    const asked = this.#client;
    try {
      const { rows } = await (await asked).query<R>(statement);
      const [row] = rows;
      if (row === undefined) throw new TypeError('The statement returned no row.');
      return row;
    } catch (error) {
      if (this.#client === asked) this.#client = null;
      gone(asked);
      throw error;
    }
  }

  end(): void {
    if (this.#client !== null) gone(this.#client);
    this.#client = null;
  }
}

/** A server that hangs does not answer a goodbye either. */
function gone(opened: Promise<pg.Client>): void {
  opened.then((client) => client.connection.stream.destroy()).catch(nothing);
}
