import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serviceUrls } from '../ensure-services.mjs';

export interface ShownTest {
  readonly file: string;
  readonly title: string;
  /** The titles of its suites and its own. */
  readonly titles: readonly string[];
}
export type Message =
  | { readonly type: 'loaded'; readonly reached: readonly number[] }
  | (ShownTest & {
      readonly type: 'test';
      readonly state: string;
      readonly milliseconds: number;
      readonly reached: readonly number[];
    })
  | (ShownTest & { readonly type: 'failed'; readonly isOfAll: boolean; readonly message: string })
  | { readonly type: 'end' };

export interface Run {
  /** Bundled files, by their absolute paths. */
  readonly files: readonly string[];
  /** The full titles of the tests to run; null is all. */
  readonly titles: readonly string[] | null;
  /** Whether it runs everything and says what each test reached, instead of ending at the first failure. */
  readonly collects: boolean;
  /** Of one test, in milliseconds. */
  readonly timeout: number;
  /** Of the whole run, in milliseconds. */
  readonly limit: number;
  readonly mutant?: number;
  /** Whether the mutant changes what migrations make, so that no kept snapshot of their work serves. */
  readonly migrates?: boolean;
}

export interface Ending {
  readonly isOver: boolean;
  readonly isLate: boolean;
  /** The last lines of what the process printed. */
  readonly printed: string;
}

/**
 * Runs tests in a process of their own, gives each message of it to `hear`, and leaves nothing behind: neither the process
 * nor its databases, even where it had to be ended by force.
 */
export async function runTests(root: string, run: Run, hear: (message: Message) => void): Promise<Ending> {
  const name = randomBytes(6).toString('hex');
  const prefix = `chancery_test_${name}`;
  const folder = join(root, '.build', 'mutate', `snapshots-${name}`);
  if (run.migrates) mkdirSync(folder, { recursive: true });
  const child = fork(join(root, 'scripts/mutate/run-tests.mjs'), [], {
    cwd: root,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...serviceUrls(),
      CHANCERY_MUTANT: String(run.mutant ?? 0),
      CHANCERY_TEST_DATABASE_PREFIX: prefix,
      ...(run.migrates ? { CHANCERY_TEST_SNAPSHOTS: folder } : {}),
    },
  });
  if (child.pid !== undefined) setPriority(child.pid, Math.max(getPriority(), 5));
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => printed.push(part));
  let [isOver, isLate] = [false, false];
  child.on('message', (message: Message) => {
    if (message.type === 'end') isOver = true;
    hear(message);
  });
  const { files, titles, collects, timeout } = run;
  child.send({ files, titles, collects, timeout });
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, run.limit);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
  if (!isOver) await dropDatabases(prefix);
  return { isOver, isLate, printed: Buffer.concat(printed).toString().slice(-2_000) };
}

async function dropDatabases(prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: serviceUrls().CHANCERY_TEST_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}

/** Gives each piece of work to the next of so many lanes that is free. */
export async function inLanes<T>(
  lanes: number,
  work: readonly T[],
  each: (piece: T) => Promise<void>,
): Promise<void> {
  const rest = [...work];
  const lane = async () => {
    for (let piece = rest.shift(); piece !== undefined; piece = rest.shift()) await each(piece);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
