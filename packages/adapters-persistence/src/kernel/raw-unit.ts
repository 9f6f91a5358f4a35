import { begun, connectionOf, type DatabaseRole, rolledBack } from './connection.ts';
import type { Database } from './data-source.ts';
import { asked, type Sql, sqlOn } from './sql.ts';

/** Runs one transaction under a role for the work of the host itself, without workspace and repositories. */
export async function unit<T>(
  database: Database,
  role: DatabaseRole,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const client = await connectionOf(database);
  try {
    const [, result] = await Promise.all([begun(client, 'write', role), work(sqlOn(client))]);
    await asked(client, 'commit');
    client.release();
    return result;
  } catch (error) {
    await rolledBack(client, error);
    throw error;
  }
}

/**
 * Runs one statement under a role. Its whole transaction leaves in one packet and is answered in one, because a worker ends
 * every job with one of these. Without `waitsForDisk`, what it wrote may be lost if the database fails within a second.
 */
export async function statement<T>(
  database: Database,
  role: DatabaseRole,
  work: (sql: Sql) => Promise<T>,
  { waitsForDisk = true }: { readonly waitsForDisk?: boolean } = {},
): Promise<T> {
  const client = await connectionOf(database);
  try {
    const beginning = begun(client, 'write', role);
    const unforced = waitsForDisk ? undefined : asked(client, 'set local synchronous_commit = off');
    const [, , result] = await Promise.all([
      beginning,
      unforced,
      work(sqlOn(client)),
      asked(client, 'commit'),
    ]);
    client.release();
    return result;
  } catch (error) {
    await rolledBack(client, error);
    throw error;
  }
}
