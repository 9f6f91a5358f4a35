import { postgresDatabase } from '@chancery/adapters-persistence/testing';

/** Makes a PostgreSQL database for one story, for what only several connections show; `close` drops it. */
export async function ownPostgres(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { pool, close } = await postgresDatabase();
  const { rows } = await pool.query<{ name: string }>('select current_database() "name"');
  const url = new URL(
    process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
  );
  url.pathname = rows[0]?.name ?? '';
  return { url: url.href, close };
}
