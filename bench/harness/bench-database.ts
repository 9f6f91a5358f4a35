import { randomBytes } from 'node:crypto';
import { openPostgres } from '@chancery/adapters-persistence';
import pg from 'pg';

const serverUrl = process.env.CHANCERY_BENCH_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

export interface BenchDatabase {
  readonly url: string;
  /** A connection as the owner, without row-level security: to seed and to look. */
  readonly client: pg.Client;
  drop(): Promise<void>;
}

/** Creates a migrated PostgreSQL database for this run; `drop` deletes it. */
export async function benchDatabase(server = serverUrl): Promise<BenchDatabase> {
  const name = `chancery_bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = name;
  await onServer(server, `create database ${name}`);
  const database = await openPostgres(url.href, { poolSize: 2 });
  await database.migrate();
  await database.close();

  const client = new pg.Client(url.href);
  // A restart of the database during a run ends this connection; later look-ups connect anew.
  client.on('error', () => undefined);
  await client.connect();
  return {
    url: url.href,
    client,
    async drop() {
      await client.end().catch(() => undefined);
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
