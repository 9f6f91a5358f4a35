import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type Database, openPostgres } from '../kernel/data-source.ts';
import type { TestDatabase } from './databases.ts';

const run = promisify(execFile);
const mostBytes = 2 ** 28;

/** Everything that PostgreSQL's own `pg_dump` writes of a database, by a user who sees every row. */
export async function dumpOf({ serverUrl }: Pick<TestDatabase, 'serverUrl'>): Promise<string> {
  const { stdout } = await run('pg_dump', ['--no-password', '--dbname', serverUrl], { maxBuffer: mostBytes });
  return stdout;
}

/** A new database on the same server, filled with such a dump; `close()` drops it. */
export async function restoredFrom(dump: string, beside: TestDatabase): Promise<Database> {
  const name = `${beside.name}_${randomBytes(4).toString('hex')}`;
  await beside.pool.query(`create database ${name}`);
  const url = new URL(beside.serverUrl);
  url.pathname = name;
  const filled = run('psql', ['--no-password', '--quiet', '--set', 'ON_ERROR_STOP=1', '--dbname', url.href], {
    maxBuffer: mostBytes,
  });
  filled.child.stdin?.end(dump);
  await filled;
  const opened = await openPostgres(url.href, { poolSize: 4 });
  return {
    ...opened,
    async close() {
      await opened.close();
      await beside.pool.query(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Whether a dump has this word, as text in any case of its letters or as bytes. */
export function isInDump(word: string, dump: string): boolean {
  const all = dump.toLowerCase();
  const text = word.toLowerCase();
  return [text, Buffer.from(word).toString('hex'), Buffer.from(text).toString('hex')].some((each) =>
    all.includes(each),
  );
}
