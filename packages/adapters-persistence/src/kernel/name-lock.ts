import type { Sql } from './sql.ts';

/** The lock is held until the transaction ends; others that ask for the same name wait until then. */
export async function lockName(sql: Sql, name: string): Promise<void> {
  await sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}
