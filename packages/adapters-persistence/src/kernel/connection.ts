import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseRole as RoleName } from '@chancery/core';
import type { PoolClient } from 'pg';
import type { Database } from './data-source.ts';
import { asked } from './sql.ts';

export type DatabaseRole = `chancery_${RoleName}`;

/** A connection for one transaction; whoever takes it gives it back. */
export async function connectionOf(database: Database): Promise<PoolClient> {
  // PGlite answers within the microtask queue and would starve timers and sockets.
  if (database.kind === 'pglite') await nextTurn();
  return database.pool.connect();
}

/** Ends a transaction that failed and gives its connection back: one that cannot do even that is not used again. */
export async function rolledBack(client: PoolClient): Promise<void> {
  const broken = await asked(client, { text: 'rollback' }).then(
    () => undefined,
    (failure: Error) => failure,
  );
  client.release(broken);
}
