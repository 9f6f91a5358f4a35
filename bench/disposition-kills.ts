import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { openPglite } from '@chancery/adapters-persistence';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder } from './harness/chancery-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import type { Begun, Life, Said } from './servers/disposing.ts';

// A process that disposes of a case with its subject is killed at every step in turn: before and after each of its transactions,
// each key that it destroys and each object that it deletes, each time over another case. The next one goes on with what it left.
// In the end everything is destroyed, there is one certificate that verifies, and the chain holds (GOV-25).
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { kills, minutes } = program({
  kills: { usual: 60 },
  /** After which there are no more of them. */
  minutes: { usual: 60 },
});
const endsAt = performance.now() + minutes * 60_000;
const folder = dataFolder();
const database = kind === 'postgres' ? await benchDatabase() : null;
const masterKeys = `bench:${randomBytes(32).toString('base64')}`;
const day = (number: number) => new Date(Date.UTC(2026, 10, 23 + number, 12)).toISOString();

let killed = 0;
let whole = 0;
const faults: string[] = [];

try {
  if (database === null) {
    const embedded = await openPglite(join(folder.path, 'database'));
    await embedded.migrate();
    await embedded.close();
  }
  let before: Begun | null = null;
  // A disposition that comes to its end was killed at every step, so the steps begin anew.
  let step = 0;
  let life = 0;
  for (; killed < kills && performance.now() < endsAt; life += 1) {
    const lived: Lived = await lifeOf({ before, step, startsAt: day(life) });
    for (const fault of lived.faults) faults.push(`step ${step - 1}: ${fault}`);
    before = lived.begun;
    if (lived.isKilled) killed += 1;
    else whole += 1;
    step = lived.isKilled ? step + 1 : 0;
  }
  const last = await lifeOf({ before, step: null, startsAt: day(life) });
  for (const fault of last.faults) faults.push(`step ${step - 1}: ${fault}`);
  for (const fault of faults) console.error(fault);
  printTable(
    [kind === 'postgres' ? 'PostgreSQL' : 'PGlite', 'found', 'expected'],
    [
      ['SIGKILLs, at one step after the other', killed, ''],
      ['dispositions that no step was left to kill', whole, ''],
      ['differences from the one right end', faults.length, 0],
    ],
  );
  process.exitCode = faults.length === 0 && killed > 0 ? 0 : 1;
} finally {
  await database?.drop();
  folder.remove();
}

interface Lived {
  readonly begun: Begun | null;
  readonly faults: readonly string[];
  readonly isKilled: boolean;
}

/** One process from its start to its end. */
async function lifeOf(life: Pick<Life, 'before' | 'step' | 'startsAt'>): Promise<Lived> {
  const child: ChildProcess = fork(new URL('./servers/disposing.ts', import.meta.url), [], {
    execArgv: ['--conditions=@chancery/source', '--import', 'tsx'],
  });
  const said: Said[] = [];
  child.on('message', (each: Said) => said.push(each));
  const order: Life = { ...life, folder: folder.path, url: database?.url ?? null, masterKeys };
  child.send(order);
  const [code, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The process ended with ${code}`);
  return {
    begun: said.flatMap((each) => ('begun' in each ? [each.begun] : [])).at(-1) ?? null,
    faults: said.flatMap((each) => ('faults' in each ? each.faults : [])),
    isKilled: signal === 'SIGKILL',
  };
}
