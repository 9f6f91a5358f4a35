import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { afterMigrations } from '../migrations/after-migrations.ts';
import { migrations } from '../migrations/index.ts';

/** An open database: PostgreSQL by URL, or the embedded PGlite in a folder. */
export interface Database {
  readonly kind: 'postgres' | 'pglite';
  readonly dataSource: DataSource;
  readonly pool: pg.Pool;
  /** Names of the migrations that the code has and the database has not. */
  pendingMigrations(): Promise<readonly string[]>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** Turns `2026-05-04 09:30:00.5+00` into `2026-05-04T09:30:00.500Z`: the session runs in UTC. */
export function instantOfText(text: string): string {
  const fraction = text.indexOf('.', 19);
  const milliseconds =
    fraction < 0
      ? '000'
      : text
          .slice(fraction + 1, text.indexOf('+', 19))
          .slice(0, 3)
          .padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

const asText = (value: string) => value;
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === 1184) return instantOfText;
    if (oid === 1082) return asText;
    if (oid === 20) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

export async function openPostgres(
  url: string,
  { poolSize = 10 }: { poolSize?: number } = {},
): Promise<Database> {
  return open('postgres', {
    url,
    extra: {
      max: poolSize,
      // To compile a plan, or to start workers for it, takes longer than any of these statements runs.
      options: '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0',
      connectionTimeoutMillis: 10_000,
      idle_in_transaction_session_timeout: 60_000,
      lock_timeout: 5_000,
      statement_timeout: 30_000,
    },
  });
}

/** `memory` keeps nothing. A folder is locked first, because two processes on one folder lose data silently. */
export async function openPglite(
  directory: string | 'memory',
  { snapshot }: { snapshot?: Blob } = {},
): Promise<Database> {
  const unlock = directory === 'memory' ? () => undefined : await lockDirectory(directory);
  const lite = await PGlite.create({
    ...(directory === 'memory' ? {} : { dataDir: directory }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
    relaxedDurability: false,
    // What migration 0035 creates; a server of its own has them among its files.
    extensions: { pg_trgm, unaccent },
  });
  await lite.exec("set timezone = 'UTC'");
  const extra = { ...createPgConfig(lite), max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 10_000 };
  const database = await open('pglite', { extra });
  return {
    ...database,
    async close() {
      await database.close();
      await lite.close();
      unlock();
    },
  };
}

async function open(
  kind: 'postgres' | 'pglite',
  { url, extra }: { url?: string; extra: object },
): Promise<Database> {
  const dataSource = new DataSource({
    type: 'postgres',
    ...(url === undefined ? {} : { url }),
    extra: { ...extra, pipeline: true, types },
    migrations: [...migrations],
    migrationsTransactionMode: 'each',
    entities: [],
  });
  await dataSource.initialize();
  // TypeORM's postgres driver keeps its pg.Pool here; its type does not say so.
  const pool = (dataSource.driver as unknown as { master: pg.Pool }).master;
  surviveLostConnections(pool);
  return {
    kind,
    dataSource,
    pool,
    async pendingMigrations() {
      const shipped = migrations.map((migration) => new migration().name);
      const { rows } = await pool
        .query<{ name: string }>("select name from migrations where to_regclass('migrations') is not null")
        .catch((error: { code?: string }) => {
          if (error.code === '42P01') return { rows: [] };
          throw error;
        });
      return shipped.filter((name) => !rows.some((row) => row.name === name));
    },
    migrate: () => migrate(dataSource, pool, kind),
    close: () => dataSource.destroy(),
  };
}

/**
 * A connection that the database ends emits an error event, whether idle or in use; without a listener that would end the
 * process. The pool replaces idle connections, and the statement of one in use rejects by itself.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  const watched = new WeakSet<pg.PoolClient>();
  // The listener is added when the client is lent, because the pool has older clients than this listener.
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    client.on('error', () => undefined);
  });
}

/** Runs the pending migrations, each in its own transaction, one process at a time. */
async function migrate(dataSource: DataSource, pool: pg.Pool, kind: 'postgres' | 'pglite'): Promise<void> {
  if (kind === 'pglite') {
    await dataSource.runMigrations();
    await afterMigrations(pool);
    return;
  }
  const client = await pool.connect();
  try {
    await client.query('set lock_timeout = 0');
    await client.query('set statement_timeout = 0');
    await client.query("select pg_advisory_lock(hashtext('chancery.migrations'))");
    await dataSource.runMigrations();
    await afterMigrations(client);
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('chancery.migrations'))").catch(() => undefined);
    client.release(true);
  }
}

/** The operating system frees the lock however the process ends. */
async function lockDirectory(directory: string): Promise<() => void> {
  mkdirSync(directory, { recursive: true });
  const digest = createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 40);
  const path =
    process.platform === 'linux' ? `\0chancery-${digest}` : join(tmpdir(), `chancery-${digest}.sock`);
  const lock = createServer().unref();
  await new Promise<void>((resolve, reject) => {
    lock.once('error', (cause) =>
      reject(
        new Error(
          `The data folder ${directory} is in use by another Chancery process; stop that one or choose another folder.`,
          { cause },
        ),
      ),
    );
    lock.listen(path, resolve);
  });
  return () => void lock.close();
}
