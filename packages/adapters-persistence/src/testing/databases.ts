import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, openPostgres } from '../kernel/data-source.ts';

export type { Database };

const serverUrl = process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
/** Whoever may have to end this process by force names its databases, and drops them. */
const prefix = process.env.CHANCERY_TEST_DATABASE_PREFIX ?? `chancery_test_${randomBytes(6).toString('hex')}`;

/** A database of a test, which others may open by its address too. */
export interface TestDatabase extends Database {
  readonly serverUrl: string;
}

interface Server {
  readonly client: pg.Client;
  readonly template: string;
}
let server: Promise<Server> | undefined;
let made = 0;
const open = new Set<Database>();

/**
 * Opens a migrated PostgreSQL database for one test that needs several connections (races, locks, timeouts). The server is
 * that of `CHANCERY_TEST_DATABASE_URL`; if there is none this throws, so that no such test passes by not running. `close()`
 * drops the database, and the end of the run drops those that are still open.
 */
export async function postgresDatabase({ poolSize }: { poolSize?: number } = {}): Promise<TestDatabase> {
  server ??= startServer();
  const { client, template } = await server;
  made += 1;
  const name = `${prefix}_${made}`;
  await client.query(`create database ${name} template ${template}`);
  // A copy has the tables of its template, and not the rights on the database.
  await client.query(`revoke temporary on database ${name} from public`);
  const opened = await openPostgres(urlOf(name), poolSize === undefined ? {} : { poolSize });
  const database: TestDatabase = {
    ...opened,
    serverUrl: urlOf(name),
    async close() {
      open.delete(database);
      await opened.close();
      await client.query(`drop database if exists ${name} with (force)`);
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
  await started.client.query(`drop database if exists ${started.template} with (force)`);
  await started.client.end();
}

/** One migrated template per process. */
async function startServer(): Promise<Server> {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 5_000 });
  await client.connect().catch((cause: unknown) => {
    throw new Error(
      'This test needs PostgreSQL: start one, or name it in CHANCERY_TEST_DATABASE_URL (a user that may create databases and roles).',
      { cause },
    );
  });
  const template = `${prefix}_template`;
  await client.query(`create database ${template}`);
  const database = await openPostgres(urlOf(template), { poolSize: 2 });
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
  return { client, template };
}

function urlOf(name: string): string {
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

interface Hook {
  timeout(milliseconds: number): void;
}
// This is a hook of the whole run if mocha runs it: mocha ends the process, and nothing asynchronous runs after that.
(globalThis as { after?: (hook: (this: Hook) => Promise<void>) => void }).after?.(function () {
  this.timeout(60_000);
  return dropPostgresDatabases();
});
