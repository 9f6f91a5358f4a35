import { connectionOf, type DatabaseRole, rolledBack } from './connection.ts';
import type { Database } from './data-source.ts';
import { gather, type Sql, sqlOn } from './sql.ts';

/** One transaction under a role, for the work of the host itself: no workspace, no repositories. */
export async function unit<T>(
  database: Database,
  role: DatabaseRole,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const client = await connectionOf(database);
  try {
    await client.query(`begin; set local role ${role}`);
    const result = await work(sqlOn(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await rolledBack(client);
    throw error;
  }
}

/**
 * One statement under a role. All of its transaction leaves in one packet, and is answered in one: a worker ends every
 * job with one of these. Without `waitsForDisk` what it wrote may be gone where the database fails within a second.
 */
export async function statement<T>(
  database: Database,
  role: DatabaseRole,
  work: (sql: Sql) => Promise<T>,
  { waitsForDisk = true }: { readonly waitsForDisk?: boolean } = {},
): Promise<T> {
  const client = await connectionOf(database);
  gather(client);
  try {
    // A statement that fails makes the commit answer ROLLBACK without an error: its own promise tells.
    const [, result] = await Promise.all([
      client.query(
        `begin; set local role ${role}${waitsForDisk ? '' : '; set local synchronous_commit = off'}`,
      ),
      work(sqlOn(client)),
      client.query('commit'),
    ]);
    client.release();
    return result;
  } catch (error) {
    await rolledBack(client);
    throw error;
  }
}
