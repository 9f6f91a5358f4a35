import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './server-process.ts';

const run = promisify(execFile);

/** A PostgreSQL server of its own, which has never seen Chancery: no role, no database. */
export interface TemporaryCluster {
  /** The address of a database there, as this user. */
  url(user: string, database: string): string;
  /** Runs statements as its superuser, one after the other, in this database. */
  sql(statements: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  end(): Promise<void>;
}

export async function temporaryCluster(): Promise<TemporaryCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-cluster-'));
  const data = join(folder, 'data');
  const port = await freePort();
  // PostgreSQL refuses to run as root.
  const asWhom = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  const program = async (name: string, ...args: string[]) => {
    const [first = '', ...rest] = [...asWhom, join(programs(), name), ...args];
    await run(first, rest, { cwd: folder });
  };
  if (asWhom.length > 0) await run('chown', ['postgres', folder]);
  await chmod(folder, 0o755);
  await program('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  await program(
    ...(['pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o'] as const),
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`,
  );
  const url = (user: string, database: string) => `postgresql://${user}@127.0.0.1:${port}/${database}`;
  return {
    url,
    async sql(statements, database = 'postgres') {
      const client = new pg.Client(url('postgres', database));
      await client.connect();
      try {
        const answered = await client.query(statements);
        return Array.isArray(answered) ? [] : answered.rows;
      } finally {
        await client.end();
      }
    },
    async end() {
      await program('pg_ctl', 'stop', '-m', 'immediate', '-D', data);
      await rm(folder, { recursive: true });
    },
  };
}

/** Debian keeps the programs of a server in a folder for each version. */
function programs(): string {
  const versions = '/usr/lib/postgresql';
  const newest = readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error('This test needs the programs of a PostgreSQL server.');
  return join(versions, newest, 'bin');
}
