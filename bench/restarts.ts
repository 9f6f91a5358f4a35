import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { type Query, untilNoJobIsLeft } from './harness/database-check.ts';
import { checkEffects } from './harness/effects-check.ts';
import { createPersistently } from './harness/persistent-client.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';

// The broker and the database are restarted, each twice, while meetings are created; the server process stays the same.
const shell = promisify(execFile);
const run = async (command: string) => void (await shell('/bin/sh', ['-c', command]));
const restarts = [
  ['broker', required('CHANCERY_BENCH_RESTART_BROKER')],
  ['database', required('CHANCERY_BENCH_RESTART_DATABASE')],
] as const;
const { meetings: count } = program({ meetings: { usual: 500 } });

const folder = dataFolder();
const database = await benchDatabase();
try {
  const seeded = await seedWorkspace(database.client, { members: 5, meetings: 0, projects: 0 });
  const server = await startChancery({
    folder,
    environment: {
      CHANCERY_DATABASE_URL: database.url,
      CHANCERY_AMQP_URL: process.env.CHANCERY_BENCH_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672',
    },
  });
  let acknowledged = 0;
  const creating = createPersistently({
    baseUrl: server.baseUrl,
    secret: seeded.secret,
    count,
    atOnce: 4,
    pauseMilliseconds: 200,
    onAcknowledged: (so) => {
      acknowledged = so;
    },
  });
  const times: string[][] = [];
  for (const [what, command] of [...restarts, ...restarts]) {
    await wait(3000);
    const before = acknowledged;
    const begun = performance.now();
    await run(command);
    const restarted = performance.now();
    while (acknowledged < Math.min(count, before + 20)) {
      if (!server.isAlive()) throw new Error(`The server process ended when the ${what} was restarted`);
      await wait(10);
    }
    times.push([
      `${what} restarted`,
      `${((restarted - begun) / 1000).toFixed(1)} s`,
      `${((performance.now() - restarted) / 1000).toFixed(1)} s`,
    ]);
  }
  const creations = await creating;
  const isSameProcess = server.isAlive();

  const client = new pg.Client(database.url);
  await client.connect();
  const query: Query = async (text, values = []) => (await client.query(text, values)).rows;
  await untilNoJobIsLeft(query);
  await server.stop();
  const lines = await checkEffects(query, seeded.workspaceId, creations, folder.path);
  await client.end();

  printTable(['restart', 'took', 'then 20 more meetings within'], times);
  console.log();
  printTable(
    ['PostgreSQL and RabbitMQ', 'found', ''],
    [
      ['the server process lived on', isSameProcess ? 'yes' : 'no', isSameProcess ? 'ok' : 'WRONG'],
      ['requests repeated', creations.repeats, ''],
      ['longest wait for an answer', `${(creations.longestMilliseconds / 1000).toFixed(1)} s`, ''],
      ...lines,
    ],
  );
  if (!isSameProcess || lines.some(([, , verdict]) => verdict === 'WRONG')) process.exitCode = 1;
} finally {
  await database.drop().catch(console.error);
  folder.remove();
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`Set ${name} to a command that restarts it; bench/README.md shows how.`);
  return value;
}
