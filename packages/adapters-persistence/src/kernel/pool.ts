import pg from 'pg';
import { clientOf, type ServerHosts } from './server-hosts.ts';

/** Turns `2026-05-04 09:30:00.5+00` into `2026-05-04T09:30:00.500Z`: the session runs in UTC. */
export function instantOfText(text: string): string {
  const fraction = text.indexOf('.', 19);
  const milliseconds =
    fraction < 0
      ? '000'
      : text
          .slice(fraction + 1, text.indexOf('+', 19))
          .slice(0, 3)
          .padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

const asText = (value: string) => value;
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === 1184) return instantOfText;
    if (oid === 1082) return asText;
    if (oid === 20) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Opens connections for transactions: at these servers, or as `settings` say. */
export function newPool(hosts: ServerHosts | null, settings: object): pg.Pool {
  const pool = new pg.Pool({
    ...(hosts === null ? {} : { Client: clientOf(hosts) }),
    ...settings,
    // Of the fields that pg reads and its types leave out.
    ...({ pipeline: true, types } as object),
  });
  surviveLostConnections(pool);
  return pool;
}

/**
 * A connection that the database ends emits an error event, whether idle or in use; without a listener that would end the
 * process. The pool replaces idle connections, and the statement of one in use rejects by itself.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  const watched = new WeakSet<pg.PoolClient>();
  // The listener is added when the client is lent, because the pool has older clients than this listener.
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.on('error', () => undefined);
  });
}
