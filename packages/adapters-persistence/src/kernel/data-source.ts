import type { Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { type BulkConnection, bulkOfPostgres } from '../backup/bulk-connection.ts';
import { bulkOfPglite } from '../backup/bulk-of-pglite.ts';
import { afterMigrations } from '../migrations/after-migrations.ts';
import { migrations } from '../migrations/index.ts';
import { prepareRoles } from '../migrations/roles.ts';
import { lockFolder } from './folder-lock.ts';
import { migrationsLock } from './locks.ts';

/** An open database: PostgreSQL by URL, or the embedded PGlite in a folder. */
export interface Database {
  readonly kind: 'postgres' | 'pglite';
  readonly dataSource: DataSource;
  readonly pool: pg.Pool;
  /** Names of the migrations that the code has and the database has not. */
  pendingMigrations(): Promise<readonly string[]>;
  /** Makes the roles and rights that are missing too, even if no migration is pending. */
  migrate(): Promise<void>;
  /**
   * A connection for work that reads or writes whole tables and takes its time. The embedded database has only one
   * connection, so that everybody else waits until `end`.
   */
  bulk(): Promise<BulkConnection>;
  /** Of an embedded database in a folder: other processes that want the folder are answered by this function. */
  answerCallers?(caller: (socket: Socket) => void): void;
  close(): Promise<void>;
}

/** What may be said when a database is opened to take up a backup: it gets the migrations of that time and no later ones. */
export interface MigrationChoice {
  readonly only?: readonly string[];
}

export const shippedMigrations: readonly string[] = migrations.map((migration) => new migration().name);

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
  { poolSize = 10, only }: { poolSize?: number } & MigrationChoice = {},
): Promise<Database> {
  return open('postgres', {
    url,
    only,
    bulk: () => bulkOfPostgres(url),
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
  { snapshot, only }: { snapshot?: Blob } & MigrationChoice = {},
): Promise<Database> {
  const lock = directory === 'memory' ? null : await lockFolder(directory);
  const lite = await PGlite.create({
    ...(directory === 'memory' ? {} : { dataDir: directory }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
    relaxedDurability: false,
    // What migration 0035 creates; a server of its own has them among its files.
    extensions: { pg_trgm, unaccent },
  });
  await lite.exec("set timezone = 'UTC'");
  const extra = { ...createPgConfig(lite), max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 10_000 };
  const database = await open('pglite', { extra, only, bulk: (pool) => bulkOfPglite(pool, lite) });
  return {
    ...database,
    ...(lock === null ? {} : { answerCallers: lock.answer }),
    async close() {
      await database.close();
      await lite.close();
      lock?.free();
    },
  };
}

async function open(
  kind: 'postgres' | 'pglite',
  {
    url,
    extra,
    only,
    bulk,
  }: {
    url?: string;
    extra: object;
    only: readonly string[] | undefined;
    bulk: (pool: pg.Pool) => Promise<BulkConnection>;
  },
): Promise<Database> {
  const dataSource = new DataSource({
    type: 'postgres',
    ...(url === undefined ? {} : { url }),
    extra: { ...extra, pipeline: true, types },
    migrations: migrations.filter((migration) => only?.includes(new migration().name) ?? true),
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
      const { rows } = await pool
        .query<{ name: string }>("select name from migrations where to_regclass('migrations') is not null")
        .catch((error: { code?: string }) => {
          if (error.code === '42P01') return { rows: [] };
          throw error;
        });
      return shippedMigrations.filter((name) => !rows.some((row) => row.name === name));
    },
    migrate: () => migrate(dataSource, pool, kind),
    bulk: () => bulk(pool),
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
    await prepareRoles(pool);
    await dataSource.runMigrations();
    await afterMigrations(pool);
    return;
  }
  const client = await pool.connect();
  try {
    await client.query('set lock_timeout = 0');
    await client.query('set statement_timeout = 0');
    await client.query(`select pg_advisory_lock(${migrationsLock})`);
    await prepareRoles(client);
    await dataSource.runMigrations();
    await afterMigrations(client);
  } finally {
    await client.query(`select pg_advisory_unlock(${migrationsLock})`).catch(() => undefined);
    client.release(true);
  }
}
