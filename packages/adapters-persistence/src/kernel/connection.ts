import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseRole as RoleName } from '@chancery/core';
import type { PoolClient } from 'pg';
import { settingsOfTransaction } from './connection-settings.ts';
import { connected, type Database } from './data-source.ts';
import { asked, isPooledByTransaction } from './sql.ts';

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
  const client = await connected(database.pool, database.hostCount);
  if (database.kind === 'pglite') await nextTurn();
  return client;
}

const beginning = { read: 'begin read only', write: 'begin' } as const;

/**
 * Begins a transaction under a role that row-level security binds. A connection that a pooler lends for one transaction at a
 * time keeps no settings of ours, so that each transaction brings them along.
 */
export function begun(
  client: PoolClient,
  mode: keyof typeof beginning,
  role: DatabaseRole,
): Promise<unknown> {
  const begins = [asked(client, beginning[mode]), asked(client, `set local role ${role}`)];
  if (isPooledByTransaction(client)) begins.push(asked(client, settingsOfTransaction));
  return Promise.all(begins);
}

/** Whether a write was refused because the server meanwhile follows another one. */
export const isOfReplica = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '25006';

/**
 * Rolls a failed transaction back and releases its connection; a connection that cannot even do that, or whose server takes
 * no writes any more, is not used again.
 */
export async function rolledBack(client: PoolClient, failure?: unknown): Promise<void> {
  const broken = await asked(client, 'rollback').then(
    () => undefined,
    (error: Error) => error,
  );
  client.release(broken ?? isOfReplica(failure));
}
