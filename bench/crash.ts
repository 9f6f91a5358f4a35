import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPglite } from '@chancery/adapters-persistence';
import { type BenchDatabase, benchDatabase } from './harness/bench-database.ts';
import { type DataFolder, dataFolder, startChancery } from './harness/chancery-server.ts';
import { checkEffects, type Query, untilNoJobIsLeft } from './harness/check-effects.ts';
import { type ChildServer, freePort } from './harness/child-server.ts';
import { type Creations, createPersistently } from './harness/persistent-client.ts';
import { printTable } from './harness/print-table.ts';
import { type SeededWorkspace, seedWorkspace } from './harness/seed.ts';

// SIGKILL at random moments while meetings are created; then everything is counted.
const count = Number(process.env.CHANCERY_BENCH_MEETINGS ?? 500);
const amounts = { members: 5, meetings: 0, projects: 0 };
const which = process.argv[2] ?? 'both';
let faults = 0;

if (which !== 'postgres') await onPglite();
if (which !== 'pglite') await onPostgres();
process.exitCode = faults === 0 ? 0 : 1;

async function onPglite(): Promise<void> {
  const folder = dataFolder();
  try {
    const seeded = await withPglite(folder, async (query, migrate) => {
      await migrate();
      return seedWorkspace({ query }, amounts);
    });
    const { creations, kills, server } = await crashing(folder, {}, seeded);
    await server.stop();
    await untilWorkedOff(folder);
    await withPglite(folder, async (query) => report('PGlite', query, seeded, creations, kills, folder));
  } finally {
    folder.remove();
  }
}

async function onPostgres(): Promise<void> {
  const folder = dataFolder();
  const database = await benchDatabase();
  try {
    const seeded = await seedWorkspace(database.client, amounts);
    const environment = {
      CHANCERY_DATABASE_URL: database.url,
      CHANCERY_AMQP_URL: process.env.CHANCERY_BENCH_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672',
    };
    const { creations, kills, server } = await crashing(folder, environment, seeded);
    const query = queryOn(database);
    console.log(`jobs of killed workers ended after ${(await untilNoJobIsLeft(query)).toFixed(0)} s`);
    await server.stop();
    await report('PostgreSQL and RabbitMQ', query, seeded, creations, kills, folder);
  } finally {
    await database.drop();
    folder.remove();
  }
}

/** Runs the creations against a server that is killed after a few acknowledgements and a few milliseconds, again and again. */
async function crashing(
  folder: DataFolder,
  environment: Readonly<Record<string, string>>,
  { secret }: SeededWorkspace,
) {
  const port = await freePort();
  const start = () => startChancery({ folder, environment, port });
  let [server, acknowledged, kills, isOver] = [await start(), 0, 0, false];

  const killer = async () => {
    while (!isOver) {
      const target = acknowledged + 5 + Math.floor(Math.random() * 40);
      while (acknowledged < target && !isOver) await wait(1);
      await wait(Math.random() * 100);
      if (isOver) return;
      await server.kill();
      kills += 1;
      server = await start();
    }
  };
  const killing = killer();
  const creations = await createPersistently({
    baseUrl: server.baseUrl,
    secret,
    count,
    atOnce: 8,
    onAcknowledged: (so) => {
      acknowledged = so;
    },
  });
  isOver = true;
  await killing;
  return { creations, kills, server: server as ChildServer };
}

/** The embedded database serves one process: nobody can look while the server works, so it is stopped for each look. */
async function untilWorkedOff(folder: DataFolder): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const left = await withPglite(
      folder,
      async (query) =>
        (
          await query(
            "select count(*)::integer count from jobs where status in ('pending', 'running', 'retrying')",
          )
        )[0]?.count,
    );
    if (left === 0) break;
    if (performance.now() - begun > 300_000) throw new Error(`${left} jobs are left`);
    const server = await startChancery({ folder });
    await wait(20_000);
    await server.stop();
  }
  console.log(`jobs of killed workers ended after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
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

function queryOn({ client }: BenchDatabase): Query {
  return async (text, values = []) => (await client.query(text, values)).rows;
}

async function report(
  name: string,
  query: Query,
  { workspaceId }: SeededWorkspace,
  creations: Creations,
  kills: number,
  folder: DataFolder,
): Promise<void> {
  const lines = await checkEffects(query, workspaceId, creations, folder.path);
  faults += lines.filter(([, , verdict]) => verdict !== 'ok').length;
  printTable(
    [name, '', ''],
    [
      ['SIGKILLs', kills, ''],
      ['requests repeated', creations.repeats, ''],
      ['answers replayed', creations.replays, ''],
      ...lines,
    ],
  );
}
