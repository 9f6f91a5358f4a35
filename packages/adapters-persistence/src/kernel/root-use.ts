import type pg from 'pg';
import { ServerHosts } from './server-hosts.ts';

/** The lock that every process shares that derives from the root secret, in the form of PostgreSQL's functions. */
export const rootUseLock = "hashtext('chancery.key_root.use')";

/** Says for as long as it lasts that this process derives from the root secret. */
export interface RootUse {
  end(): Promise<void>;
}

/**
 * Shows other processes of a PostgreSQL that this one derives from the root secret, by a lock on a connection of its own;
 * resolves once the root is not being replaced. If the connection is lost it is opened again, and `again` is called:
 * the root may have been replaced meanwhile.
 */
export async function announceRootUse(url: string, again: () => Promise<void>): Promise<RootUse> {
  const hosts = new ServerHosts(url);
  let isOver = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let client = await connect();

  return {
    async end() {
      isOver = true;
      clearTimeout(retry);
      await client.end().catch(() => undefined);
    },
  };

  async function connect(): Promise<pg.Client> {
    const opening = await hosts.connect({ connectionTimeoutMillis: 10_000, keepAlive: true });
    try {
      await opening.query(`select pg_advisory_lock_shared(${rootUseLock})`);
    } catch (error) {
      await opening.end().catch(() => undefined);
      throw error;
    }
    opening.once('end', () => lost());
    return opening;
  }

  function lost(): void {
    if (isOver) return;
    retry = setTimeout(() => void returned().catch(lost), 1000).unref();
  }

  async function returned(): Promise<void> {
    client = await connect();
    if (isOver) return client.end();
    // A root that could not be read is read at the next return, which this end brings about.
    await again().catch(() => client.end());
  }
}
