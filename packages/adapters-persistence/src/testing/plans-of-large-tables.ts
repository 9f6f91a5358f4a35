import { type Sql, sqlOn } from '../kernel/sql.ts';
import type { TestDatabase } from './databases.ts';

/**
 * The plan of a statement, as the application runs it in a workspace, where tables are too large to be read whole or sorted. What
 * the statement would change is not changed.
 */
export async function planWhereTablesAreLarge(
  { pool }: Pick<TestDatabase, 'pool'>,
  workspaceId: string,
  ask: (
    explained: (text: string, values?: readonly unknown[]) => Promise<string[]>,
    sql: Sql,
  ) => Promise<readonly string[]>,
): Promise<string> {
  const client = await pool.connect();
  try {
    const sql = sqlOn(client);
    await sql('begin');
    await sql('set local enable_seqscan = off');
    await sql('set local enable_sort = off');
    await sql('set local role chancery_app');
    await sql("select set_config('app.workspace', $1, true)", [workspaceId]);
    return (await ask((text, values) => sql.column(`explain ${text}`, values), sql)).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
