import type { Sql } from '../kernel/sql.ts';

/** The next number of a sequence of the workspace; whoever takes one waits for whoever took the one before. */
export async function nextRecordNumber(sql: Sql, workspaceId: string, name: string): Promise<number> {
  const [number] = await sql.column<number>(
    `insert into record_counters as c (workspace_id, name, last) values ($1, $2, 1)
     on conflict (workspace_id, name) do update set last = c.last + 1 returning last`,
    [workspaceId, name],
  );
  if (number === undefined) throw new TypeError('The counter gave no number');
  return number;
}
