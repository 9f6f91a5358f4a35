import pg from 'pg';
import { surviveLostConnections } from './data-source.ts';

/**
 * A few connections beside the main pool, for what is asked while a unit holds a connection of that pool (throttles):
 * from the main pool it would wait for itself. They work as `chancery_identity`, and open when first used.
 */
export function openSidePool(url: string, size = 2): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 2000,
    statement_timeout: 2000,
    idleTimeoutMillis: 60_000,
    options: '-c role=chancery_identity',
  });
  surviveLostConnections(pool);
  return pool;
}
