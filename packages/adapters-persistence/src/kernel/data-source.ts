import type { Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { type BulkConnection, bulkOfPostgres } from '../backup/bulk-connection.ts';
import { bulkOfPglite } from '../backup/bulk-of-pglite.ts';
import { afterMigrations } from '../migrations/after-migrations.ts';
import { migrations } from '../migrations/index.ts';
import { prepareRoles } from '../migrations/roles.ts';
import { settingsOfConnection } from './connection-settings.ts';
import { lockFolder } from './folder-lock.ts';
import { liteClientOf } from './lite-client.ts';
import { migrationsLock } from './locks.ts';
import { newPool } from './pool.ts';
import { Replicas } from './replicas.ts';
import { ServerHosts } from './server-hosts.ts';
import { notePooledByTransaction } from './sql.ts';

/** An open database: PostgreSQL by URL, or the embedded PGlite in a folder. */
export interface Database {
  readonly kind: 'postgres' | 'pglite';
  /** What its server calls it. */
  readonly name: string;
  /** How many servers the URL names; a connection that fails at one of them is asked of the next. */
  readonly hostCount: number;
  readonly pool: pg.Pool;
  /** What may answer reads that need not be of this moment. */
  readonly replicas?: Replicas;
  /** TypeORM on this pool. It is loaded only now, because a start that has nothing to migrate needs nothing of it. */
  dataSource(): Promise<DataSource>;
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

export interface PostgresChoice extends MigrationChoice {
  readonly poolSize?: number;
  /** Address of a pooler that lends its connections for one transaction at a time, such as PgBouncer. */
  readonly poolerUrl?: string | null;
  /** Address of a replica, or of several. */
  readonly replicaUrl?: string | null;
  /** How far a replica that is read may be behind; a second, but for tests. */
  readonly replicaMilliseconds?: number;
}

/** Transactions go through the pooler if there is one; migrations and bulk work, which need a session, go to `url` itself. */
export async function openPostgres(
  url: string,
  { replicaUrl = null, replicaMilliseconds = 1000, poolSize = 10, ...choice }: PostgresChoice = {},
): Promise<Database> {
  const { poolerUrl = null, only } = choice;
  const main =
    poolerUrl === null
      ? await openDirect(url, { poolSize, only })
      : await openPooled(url, poolerUrl, { poolSize, only });
  if (replicaUrl === null) return main;
  const replicas = new Replicas(url, replicaUrl, { poolSize, mostMilliseconds: replicaMilliseconds });
  return {
    ...main,
    replicas,
    async close() {
      await replicas.close();
      await main.close();
    },
  };
}

interface Opening {
  readonly poolSize: number;
  readonly only: readonly string[] | undefined;
}

const openDirect = (url: string, { poolSize, only }: Opening): Promise<Database> =>
  open('postgres', {
    url,
    only,
    bulk: () => bulkOfPostgres(url),
    extra: { max: poolSize, options: settingsOfConnection, connectionTimeoutMillis: 10_000 },
  });

async function openPooled(url: string, poolerUrl: string, { poolSize, only }: Opening): Promise<Database> {
  const pooled = await open('postgres', {
    url: poolerUrl,
    only,
    bulk: () => bulkOfPostgres(url),
    extra: { max: poolSize, connectionTimeoutMillis: 10_000 },
    isPooledByTransaction: true,
  });
  return {
    ...pooled,
    async migrate() {
      const direct = await openDirect(url, { poolSize: 2, only });
      try {
        await direct.migrate();
      } finally {
        await direct.close();
      }
    },
  };
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
  const extra = { Client: liteClientOf(lite), max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 10_000 };
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
    isPooledByTransaction = false,
  }: {
    url?: string;
    extra: object;
    only: readonly string[] | undefined;
    bulk: (pool: pg.Pool) => Promise<BulkConnection>;
    isPooledByTransaction?: boolean;
  },
): Promise<Database> {
  const hosts = url === undefined ? null : new ServerHosts(url);
  const pool = newPool(hosts, extra);
  if (isPooledByTransaction) pool.on('connect', notePooledByTransaction);
  const hostCount = hosts?.count ?? 1;
  const name = await reached(pool, hostCount);
  let source: Promise<DataSource> | null = null;
  const dataSource = () => {
    source ??= dataSourceOn(pool, only);
    return source;
  };
  return {
    kind,
    name,
    hostCount,
    pool,
    dataSource,
    async pendingMigrations() {
      const { rows } = await pool
        .query<{ name: string }>("select name from migrations where to_regclass('migrations') is not null")
        .catch((error: { code?: string }) => {
          if (error.code === '42P01') return { rows: [] };
          throw error;
        });
      return shippedMigrations.filter((name) => !rows.some((row) => row.name === name));
    },
    migrate: async () => migrate(await dataSource(), pool, kind),
    bulk: () => bulk(pool),
    close: () => pool.end(),
  };
}

/** A database that cannot be reached is found when it is opened; returns its name. */
async function reached(pool: pg.Pool, hostCount: number): Promise<string> {
  try {
    const client = await connected(pool, hostCount);
    const { rows } = await client
      .query<{ name: string }>('select current_database() name')
      .finally(() => client.release());
    return rows[0]?.name ?? '';
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Takes a connection of the pool. A connection that could not be opened at one server is asked of the next, each once. */
export async function connected(pool: pg.Pool, hostCount: number): Promise<pg.PoolClient> {
  for (let left = hostCount; ; left -= 1) {
    try {
      return await pool.connect();
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

async function dataSourceOn(pool: pg.Pool, only: readonly string[] | undefined): Promise<DataSource> {
  const { DataSource } = await import('typeorm');
  /** What TypeORM makes itself a pool with. */
  function Pool() {
    return pool;
  }
  const source = new DataSource({
    type: 'postgres',
    driver: { ...pg, Pool },
    // With a URL it would read from it what only the pool has to know.
    migrations: migrations.filter((migration) => only?.includes(new migration().name) ?? true),
    migrationsTransactionMode: 'each',
    entities: [],
  });
  return source.initialize();
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
