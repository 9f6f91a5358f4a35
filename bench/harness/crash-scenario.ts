import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPglite } from '@chancery/adapters-persistence';
import { benchDatabase } from './bench-database.ts';
import { type DataFolder, dataFolder, startChancery } from './chancery-server.ts';
import { crashing, type Installation, type Site } from './crashing.ts';
import { jobsLeft, type Line, type Query, untilNoJobIsLeft } from './database-check.ts';
import type { Tally } from './persistent-call.ts';
import { printTable } from './printed-table.ts';

/** Work that is done against a server that is killed, and what has to hold afterwards. */
export interface CrashScenario<Seeded, Done extends Readonly<Tally>> {
  readonly environment?: Readonly<Record<string, string>>;
  /** How long a server is left alone after the acknowledgements that it is given; up to a tenth of a second by default. */
  readonly millisecondsToKill?: () => number;
  seed(query: Query): Promise<Seeded>;
  work(site: Site, seeded: Seeded, folder: DataFolder): Promise<Done>;
  /** Once no job is left, with the server up: what can be seen from outside. */
  look?(baseUrl: string, done: Done): Promise<readonly Line[]>;
  check(query: Query, seeded: Seeded, done: Done, folder: DataFolder): Promise<readonly Line[]>;
}

/** Runs it on the embedded database, on PostgreSQL with RabbitMQ, or on both; returns the number of faults. */
export async function crashOn<Seeded, Done extends Readonly<Tally>>(
  which: string,
  scenario: CrashScenario<Seeded, Done>,
): Promise<number> {
  let faults = 0;
  if (which !== 'postgres') faults += await onPglite(scenario);
  if (which !== 'pglite') faults += await onPostgres(scenario);
  return faults;
}

async function onPglite<Seeded, Done extends Readonly<Tally>>(
  scenario: CrashScenario<Seeded, Done>,
): Promise<number> {
  const { environment = {}, seed, work, look, check } = scenario;
  const installation = { folder: dataFolder(), environment };
  const { folder } = installation;
  try {
    const seeded = await withPglite(folder, async (query, migrate) => {
      await migrate();
      return seed(query);
    });
    const { result, kills, server } = await crashing(
      installation,
      (site) => work(site, seeded, folder),
      scenario.millisecondsToKill,
    );
    await server.stop();
    await untilWorkedOff(installation);
    const seen = await lookAgain(installation, async (baseUrl) => look?.(baseUrl, result));
    const found = await withPglite(folder, (query) => check(query, seeded, result, folder));
    return report('PGlite', kills, result, [...(seen ?? []), ...found]);
  } finally {
    folder.remove();
  }
}

async function onPostgres<Seeded, Done extends Readonly<Tally>>(
  scenario: CrashScenario<Seeded, Done>,
): Promise<number> {
  const { seed, work, look, check } = scenario;
  const folder = dataFolder();
  const database = await benchDatabase();
  const query: Query = async (text, values = []) => (await database.client.query(text, values)).rows;
  try {
    const seeded = await seed(query);
    const environment = {
      ...scenario.environment,
      CHANCERY_DATABASE_URL: database.url,
      CHANCERY_AMQP_URL: process.env.CHANCERY_BENCH_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672',
    };
    const { result, kills, server } = await crashing(
      { folder, environment },
      (site) => work(site, seeded, folder),
      scenario.millisecondsToKill,
    );
    console.log(`jobs of killed workers ended after ${(await untilNoJobIsLeft(query)).toFixed(0)} s`);
    const seen = await look?.(server.baseUrl, result);
    await server.stop();
    const found = await check(query, seeded, result, folder);
    return report('PostgreSQL and RabbitMQ', kills, result, [...(seen ?? []), ...found]);
  } finally {
    await database.drop();
    folder.remove();
  }
}

/** The embedded database serves one process: nobody can look while the server works, so it is stopped for each look. */
async function untilWorkedOff(installation: Installation): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const left = await withPglite(installation.folder, jobsLeft);
    if (left === 0) break;
    if (performance.now() - begun > 300_000) throw new Error(`${left} jobs are left`);
    await lookAgain(installation, () => wait(20_000));
  }
  console.log(`jobs of killed workers ended after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

/** A server of its own for the time of the look. */
async function lookAgain<Seen>(
  installation: Installation,
  look: (baseUrl: string) => Promise<Seen>,
): Promise<Seen> {
  const server = await startChancery(installation);
  try {
    return await look(server.baseUrl);
  } finally {
    await server.stop();
  }
}

async function withPglite<T>(
  folder: DataFolder,
  work: (query: Query, migrate: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const database = await openPglite(join(folder.path, 'database'));
  try {
    return await work(
      async (text, values = []) => (await database.pool.query(text, values)).rows,
      database.migrate,
    );
  } finally {
    await database.close();
  }
}

function report(
  name: string,
  kills: number,
  { repeats, replays }: Readonly<Tally>,
  lines: readonly Line[],
): number {
  printTable(
    [name, '', ''],
    [
      ['SIGKILLs', kills, ''],
      ['requests repeated', repeats, ''],
      ['answers replayed', replays, ''],
      ...lines,
    ],
  );
  return lines.filter(([, , verdict]) => verdict !== 'ok').length;
}
