import pg from 'pg';
import { surviveLostConnections } from './pool.ts';
import { clientOf, ServerHosts } from './server-hosts.ts';

/** Connections beside those of the transactions. */
export interface SidePool extends pg.Pool {}

/**
 * Opens a few connections beside the main pool, for statements that run while a transaction holds a connection of that
 * pool (throttles): on the main pool the call could wait for itself. They run as `chancery_identity`, and open when first used.
 */
export function openSidePool(url: string, size = 2): SidePool {
  const pool = new pg.Pool({
    Client: clientOf(new ServerHosts(url)),
    max: size,
    connectionTimeoutMillis: 2000,
    statement_timeout: 2000,
    idleTimeoutMillis: 60_000,
    options: '-c role=chancery_identity',
  });
  surviveLostConnections(pool);
  return pool;
}
