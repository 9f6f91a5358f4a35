import { type ChildProcess, fork } from 'node:child_process';
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
  /** `isSure` unless the test that failed does so without the mutant too. */
  | { readonly type: 'end'; readonly isSure: boolean };

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
  readonly mutant: number;
}

export interface Ending {
  readonly isOver: boolean;
  readonly isSure: boolean;
  readonly isLate: boolean;
  /** The last lines of what the process printed. */
  readonly printed: string;
}

const living = new Set<TestProcess>();
// Whoever stops the program finds neither processes nor databases of it afterwards.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await Promise.all([...living].map((each) => each.end(true)));
    process.exit(1);
  });

/** A process that runs tests, and leaves nothing behind: no databases either, even where it had to be ended by force. */
export class TestProcess {
  /** How many runs it has ended. */
  runs = 0;
  isGone = false;
  readonly #root: string;
  readonly #name = randomBytes(6).toString('hex');
  readonly #child: ChildProcess;
  readonly #left: Promise<void>;
  #printed = '';

  /** `mutant` is chosen while the modules are loaded; `migrates` if it changes migrations, so that no kept snapshot serves. */
  constructor(root: string, { mutant = 0, migrates = false } = {}) {
    this.#root = root;
    if (migrates) mkdirSync(this.#snapshots, { recursive: true });
    this.#child = fork(join(root, 'scripts/mutate/run-tests.mjs'), [], {
      cwd: root,
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        ...serviceUrls(),
        CHANCERY_MUTANT: String(mutant),
        CHANCERY_TEST_DATABASE_PREFIX: this.#prefix,
        ...(migrates ? { CHANCERY_TEST_SNAPSHOTS: this.#snapshots } : {}),
      },
    });
    living.add(this);
    const { pid, stdout, stderr } = this.#child;
    if (pid !== undefined) setPriority(pid, Math.max(getPriority(), 1));
    for (const stream of [stdout, stderr])
      stream?.on('data', (part: Buffer) => {
        this.#printed = (this.#printed + part.toString()).slice(-2_000);
      });
    this.#left = new Promise((resolve) => {
      this.#child.once('exit', () => {
        this.isGone = true;
        resolve();
      });
    });
  }

  /** Runs tests, and gives each message about them to `hear`. A process that did not come to their end is gone. */
  async run(run: Run, hear: (message: Message) => void): Promise<Ending> {
    let [isSure, isLate] = [true, false];
    const { limit, ...asked } = run;
    const ended = new Promise<boolean>((resolve) => {
      const listen = (message: Message) => {
        hear(message);
        if (message.type !== 'end') return;
        isSure = message.isSure;
        this.#child.off('message', listen);
        resolve(true);
      };
      this.#child.on('message', listen);
      void this.#left.then(() => resolve(false));
    });
    const timer = setTimeout(() => {
      isLate = true;
      this.#child.kill('SIGKILL');
    }, limit);
    this.#child.send(asked);
    const isOver = await ended;
    clearTimeout(timer);
    this.runs += 1;
    if (!isOver) await this.end();
    return { isOver, isSure, isLate, printed: this.#printed };
  }

  /** Ends the process, and drops what it may have left. */
  async end(isNow = false): Promise<void> {
    living.delete(this);
    if (isNow) this.#child.kill('SIGKILL');
    else if (this.#child.connected) this.#child.send({ isOver: true });
    await this.#left;
    rmSync(this.#snapshots, { recursive: true, force: true });
    await dropDatabases(this.#prefix);
  }

  get #prefix(): string {
    return `chancery_test_${this.#name}`;
  }

  get #snapshots(): string {
    return join(this.#root, '.build', 'mutate', `snapshots-${this.#name}`);
  }
}

async function dropDatabases(prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: serviceUrls().CHANCERY_TEST_DATABASE_URL });
  // Without a server nothing was made there either.
  const isThere = await client.connect().then(
    () => true,
    () => false,
  );
  if (!isThere) return;
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
  each: (piece: T, lane: number) => Promise<void>,
): Promise<void> {
  const rest = [...work];
  const run = async (_: unknown, lane: number) => {
    for (let piece = rest.shift(); piece !== undefined; piece = rest.shift()) await each(piece, lane);
  };
  await Promise.all(Array.from({ length: lanes }, run));
}
