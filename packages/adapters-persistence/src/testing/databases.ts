import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openPostgres } from '../kernel/data-source.ts';
import { migrationsKey } from './snapshot.ts';

export type { Database };

const serverUrl = process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
/** Whoever may have to end this process by force names its databases, and drops them. */
const prefix = process.env.CHANCERY_TEST_DATABASE_PREFIX ?? `chancery_test_${randomBytes(6).toString('hex')}`;

/** What the names of templates begin with that the server keeps for the next process. */
const keptTemplates = 'chancery_template_';

/** A database of a test, which others may open by its address too. */
export interface TestDatabase extends Database {
  readonly serverUrl: string;
}

interface Options {
  readonly poolSize?: number;
  /**
   * True where a commit waits for the disk, as in production. Tests do without: they end processes, never the machine, and
   * what PostgreSQL was told it keeps then too.
   */
  readonly isDurable?: boolean;
}

interface Server {
  /** Makes databases. */
  readonly maker: pg.Pool;
  /** Drops them beside that: each drop waits for the disk. */
  readonly cleaner: pg.Pool;
  readonly template: string;
}
let server: Promise<Server> | undefined;
let made = 0;
const open = new Set<Database>();
/** One after the other, because the pool gives up what waits too long for its turn. */
let drops: Promise<unknown> = Promise.resolve();

/**
 * Opens a migrated PostgreSQL database for one test that needs several connections (races, locks, timeouts). The server is
 * that of `CHANCERY_TEST_DATABASE_URL`; if there is none this throws, so that no such test passes by not running. `close()`
 * lets the database be dropped, and the end of the run drops those that are still open.
 */
export async function postgresDatabase({ poolSize, isDurable = false }: Options = {}): Promise<TestDatabase> {
  server ??= startServer();
  const { maker, cleaner, template } = await server;
  made += 1;
  const name = `${prefix}_${made}`;
  await maker.query(`create database ${name} template ${template}`);
  // A copy has the tables of its template, and not the rights on the database.
  await maker.query(`revoke temporary on database ${name} from public`);
  await maker.query(`alter database ${name} set synchronous_commit to ${isDurable ? 'on' : 'off'}`);
  const opened = await openPostgres(urlOf(name), poolSize === undefined ? {} : { poolSize });
  const database: TestDatabase = {
    ...opened,
    serverUrl: urlOf(name),
    async close() {
      open.delete(database);
      await opened.close();
      drops = drops.then(() => cleaner.query(`drop database if exists ${name} with (force)`));
    },
  };
  open.add(database);
  return database;
}

/** Drops every database of this run. Mocha does it at the end by itself; a script calls it. */
export async function dropPostgresDatabases(): Promise<void> {
  const started = await server?.catch(() => undefined);
  server = undefined;
  if (started === undefined) return;
  for (const database of [...open]) await database.close();
  await drops;
  for (const pool of [started.maker, started.cleaner]) await pool.end();
}

async function startServer(): Promise<Server> {
  const [maker, cleaner] = [poolOfOne(), poolOfOne()];
  const client = await maker.connect().catch((cause: unknown) => {
    throw new Error(
      'This test needs PostgreSQL: start one, or name it in CHANCERY_TEST_DATABASE_URL (a user that may create databases and roles).',
      { cause },
    );
  });
  try {
    return { maker, cleaner, template: await migratedTemplate(client) };
  } finally {
    client.release();
  }
}

/** One connection that stays; what is asked meanwhile waits for its turn, as long as for a connection. */
const poolOfOne = () =>
  new pg.Pool({ connectionString: serverUrl, connectionTimeoutMillis: 30_000, max: 1, idleTimeoutMillis: 0 });

/** The name of a migrated database to copy: one that the server keeps for each state of the migrations. */
async function migratedTemplate(client: pg.PoolClient): Promise<string> {
  // Migrations that are changed in memory have no state of their own; whoever changes them drops what has the prefix.
  if (process.env.CHANCERY_TEST_SNAPSHOTS !== undefined) {
    const name = `${prefix}_template`;
    await makeTemplate(client, name);
    return name;
  }
  const name = keptTemplates + migrationsKey();
  // Of several processes one makes it, and the others wait.
  await client.query('select pg_advisory_lock(hashtext($1))', [keptTemplates]);
  try {
    await dropUnusedTemplates(client, name);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await makeTemplate(client, name);
    await client.query(`do $$ begin execute format('comment on database ${name} is %L', now()); end $$`);
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [keptTemplates]);
  }
  return name;
}

/** Under another name until it is whole, so that a process that was killed leaves none that lacks something. */
async function makeTemplate(client: pg.PoolClient, name: string): Promise<void> {
  const unfinished = `${prefix}_unfinished`;
  await client.query(`create database ${unfinished}`);
  const database = await openPostgres(urlOf(unfinished), { poolSize: 2 });
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
  await client.query(`alter database ${unfinished} rename to ${name}`);
}

/** Those of former migrations. The comment of each says when a process last began to use it, by the server's own clock. */
async function dropUnusedTemplates(client: pg.PoolClient, used: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname "name" from pg_database
     where starts_with(datname, $1) and datname <> $2
       and coalesce(shobj_description(oid, 'pg_database')::timestamptz < now() - interval '1 day', true)`,
    [keptTemplates, used],
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name}`);
}

function urlOf(name: string): string {
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

// This is a hook of the whole run if mocha runs it: mocha ends the process, and nothing asynchronous runs after that.
(globalThis as { after?: (hook: () => Promise<void>) => void }).after?.(() => dropPostgresDatabases());
