import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresDatabase, type World, world } from '@chancery/adapters-persistence/testing';
import { systemClock } from '@chancery/adapters-services';
import type { Environment } from '../configuration.ts';

const server = process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

/** Makes a world on a new PostgreSQL database, and the environment in which host commands find it. */
export interface HostedWorld extends World {
  readonly environment: Environment;
  /** The exit code, the output as JSON, and the complaint. */
  run(command: () => Promise<number> | number): Promise<{ code: number; said: string; answer: never }>;
  end(): Promise<void>;
}

export async function hostedWorld(options: Parameters<typeof world>[0] = {}): Promise<HostedWorld> {
  const database = await postgresDatabase();
  // The commands read the clock of the machine, by which sessions of another day would have ended.
  const made = await world({ startsAt: systemClock.now(), ...options, database });
  const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
  const url = new URL(server);
  url.pathname = rows[0]?.name ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'chancery-'));
  return {
    ...made,
    environment: {
      CHANCERY_DATA_DIR: folder,
      CHANCERY_DATABASE_URL: url.href,
      CHANCERY_LOG_LEVEL: 'silent',
    },
    run: commandOutput,
    async end() {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Runs a host command in this process, and returns its exit code, its output as JSON, and its complaint. */
export async function commandOutput(
  command: () => Promise<number> | number,
): Promise<{ code: number; said: string; answer: never }> {
  const { code, out, said } = await commandText(command);
  // Each test knows what its command answers.
  return { code, said, answer: (out === '' ? null : JSON.parse(out)) as never };
}

/** The same for a command that answers with sentences. */
export async function commandText(
  command: () => Promise<number> | number,
): Promise<{ code: number; out: string; said: string }> {
  const written = { out: [] as string[], err: [] as string[] };
  const { stdout, stderr } = process;
  const own = [stdout.write, stderr.write] as const;
  stdout.write = ((text: string) => written.out.push(text) > 0) as typeof stdout.write;
  stderr.write = ((text: string) => written.err.push(text) > 0) as typeof stderr.write;
  let code: number;
  try {
    code = await command();
  } finally {
    [stdout.write, stderr.write] = own;
  }
  return { code, out: written.out.join(''), said: written.err.join('') };
}

/** Reads the newest event of a ledger. */
export async function lastLine({ sql }: World, ledgerId: string) {
  const [line] = await sql<{ payload: Uint8Array }>(
    'select payload from audit_event where ledger_id = $1 order by seq desc limit 1',
    [ledgerId],
  );
  const { action, actor, target } = JSON.parse(Buffer.from(line?.payload ?? []).toString('utf8'));
  return { action, actor: actor.kind, target: target.id };
}
