import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from './data-source.ts';
import { type Sql, sqlOn } from './sql.ts';

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
