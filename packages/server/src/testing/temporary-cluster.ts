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
  /** Where its files are; removed at the end. */
  readonly folder: string;
  /** The address of a database there, as this user. */
  url(user: string, database: string): string;
  /** Runs statements as its superuser, one after the other, in this database. */
  sql(statements: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  /** Another server that follows this one, from what it has now. */
  replica(): Promise<TemporaryCluster>;
  /** Makes a replica take writes, and no longer follow. */
  promote(): Promise<void>;
  /** Ends the server as a failure of its machine would, and keeps its files. */
  crash(): Promise<void>;
  /** Starts it again after a crash. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** `settings` are options of the server, such as `-c synchronous_standby_names=*`. */
export async function temporaryCluster({ settings = '' } = {}): Promise<TemporaryCluster> {
  return started(settings, (program, data) =>
    program('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'),
  );
}

async function started(
  settings: string,
  fill: (program: (name: string, ...args: string[]) => Promise<void>, data: string) => Promise<void>,
): Promise<TemporaryCluster> {
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
  await fill(program, data);
  const start = () =>
    program(
      ...(['pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o'] as const),
      `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off ${settings}`,
    );
  await start();
  let runs = true;
  const crash = async () => {
    if (runs) await program('pg_ctl', 'stop', '-m', 'immediate', '-D', data);
    runs = false;
  };
  const url = (user: string, database: string) => `postgresql://${user}@127.0.0.1:${port}/${database}`;
  return {
    folder,
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
    replica: () =>
      started('', (copying, copy) =>
        copying(
          'pg_basebackup',
          '-D',
          copy,
          '-R',
          '-X',
          'stream',
          '-c',
          'fast',
          '--no-sync',
          '-d',
          url('postgres', 'postgres'),
        ),
      ),
    promote: () => program('pg_ctl', 'promote', '-w', '-D', data),
    crash,
    async restart() {
      await start();
      runs = true;
    },
    async end() {
      await crash();
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
