import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseRole as RoleName } from '@chancery/core';
import type { PoolClient } from 'pg';
import type { Database } from './data-source.ts';
import { asked } from './sql.ts';

export type DatabaseRole = `chancery_${RoleName}`;

/**
 * Takes a connection for one transaction, in the order of asking; the caller releases it.
 *
 * PGlite works on this thread and answers within the microtask queue. So whoever gets its one connection waits for the
 * next turn of the event loop, and no turn is longer than one transaction. If all that wait were served in one turn, timers
 * and sockets would starve: the loop takes in one new connection a turn, and the tenth new client would wait until everybody
 * before it had been served ten times over.
 */
export async function connectionOf(database: Database): Promise<PoolClient> {
  const client = await database.pool.connect();
  if (database.kind === 'pglite') await nextTurn();
  return client;
}

/** Rolls a failed transaction back and releases its connection; a connection that cannot even do that is not used again. */
export async function rolledBack(client: PoolClient): Promise<void> {
  const broken = await asked(client, 'rollback').then(
    () => undefined,
    (failure: Error) => failure,
  );
  client.release(broken);
}
