import type { Sql } from './sql.ts';

/** Held until the transaction ends: whoever asks for the same name waits that long. */
export async function lockName(sql: Sql, name: string): Promise<void> {
  await sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}
