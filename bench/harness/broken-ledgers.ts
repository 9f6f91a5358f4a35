import type { Pool } from 'pg';

/** How many of all ledgers in a database do not verify. */
export async function brokenLedgers(pool: Pick<Pool, 'query' | 'connect'>): Promise<number> {
  const { rows: ledgers } = await pool.query<{ id: string }>('select distinct ledger_id id from audit_event');
  let broken = 0;
  for (const { id } of ledgers) {
    const connection = await pool.connect();
    await connection.query('begin');
    // A ledger can be read only from within its workspace.
    await connection.query("select set_config('app.workspace', $1, true)", [id]);
    const { rows: verdict } = await connection.query<{ seq: string | null }>(
      'select first_bad_seq seq from audit_verify($1)',
      [id],
    );
    if (verdict[0]?.seq !== null) broken += 1;
    await connection.query('rollback');
    connection.release();
  }
  return broken;
}
