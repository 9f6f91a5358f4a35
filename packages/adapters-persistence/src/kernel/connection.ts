import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseRole as RoleName } from '@chancery/core';
import type { PoolClient } from 'pg';
import type { Database } from './data-source.ts';
import { asked } from './sql.ts';

export type DatabaseRole = `chancery_${RoleName}`;

/** Takes a connection for one transaction; the caller releases it. */
export async function connectionOf(database: Database): Promise<PoolClient> {
  // PGlite answers within the microtask queue and would starve timers and sockets.
  if (database.kind === 'pglite') await nextTurn();
  return database.pool.connect();
}

/** Rolls a failed transaction back and releases its connection; a connection that cannot even do that is not used again. */
export async function rolledBack(client: PoolClient): Promise<void> {
  const broken = await asked(client, { text: 'rollback' }).then(
    () => undefined,
    (failure: Error) => failure,
  );
  client.release(broken);
}
