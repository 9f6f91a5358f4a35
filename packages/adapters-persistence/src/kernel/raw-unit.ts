import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from './data-source.ts';
import { gather, type Sql, sqlOn } from './sql.ts';

export type DatabaseRole = 'chancery_app' | 'chancery_identity' | 'chancery_worker';

/** One transaction under a role, for the work of the host itself: no workspace, no repositories. */
export async function unit<T>(
  database: Database,
  role: DatabaseRole,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  if (database.kind === 'pglite') await nextTurn();
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`begin; set local role ${role}`);
    const result = await work(sqlOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * One statement under a role. All of its transaction leaves in one packet, and is answered in one: a worker ends every
 * job with one of these.
 */
export async function statement<T>(
  database: Database,
  role: DatabaseRole,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  if (database.kind === 'pglite') await nextTurn();
  const client = await database.pool.connect();
  gather(client);
  try {
    // A statement that fails makes the commit answer ROLLBACK without an error: its own promise tells.
    const [, result] = await Promise.all([
      client.query(`begin; set local role ${role}`),
      work(sqlOn(client)),
      client.query('commit'),
    ]);
    client.release();
    return result;
  } catch (error) {
    const broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    );
    client.release(broken);
    throw error;
  }
}
