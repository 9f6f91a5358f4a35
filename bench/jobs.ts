import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { NotifiedQueue, openPostgres } from '@chancery/adapters-persistence';
import { deleteRabbitTopology, InProcessQueue, RabbitQueue } from '@chancery/adapters-services';
import { reactions, scheduledTopics } from '@chancery/core';
import { benchDatabase } from './harness/bench-database.ts';
import { BossJobs } from './harness/jobs/boss-jobs.ts';
import { ChanceryJobs } from './harness/jobs/chancery-jobs.ts';
import { median, printTable } from './harness/printed-table.ts';
import { processorTimeSince, processorTimesOfBackends } from './harness/processor-time.ts';
import { printLoad, printSetting, program } from './harness/program.ts';

// Jobs without any work in them, beside pg-boss, on the database as it is set: how many a second are asked for, singly and
// in bulk; how many a second are drained; how long one waits for an idle worker; and what a claim costs among many rows.
// Rounds alternate, so that ratios hold on a machine that is not quiet.
const {
  jobs: count,
  rounds,
  pickups: pickUps,
  rows: rowsAmong,
  only: pattern,
} = program({
  jobs: { usual: 20_000, short: 2000 },
  rounds: { usual: 3, short: 1 },
  pickups: { usual: 100, short: 20 },
  rows: { usual: 1_000_000, short: 100_000 },
  only: { usual: '' },
});
const amqpUrl = process.env.CHANCERY_BENCH_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672';
const only = new RegExp(pattern);
const connections = 20;
const producers = 20;
const together = 1000;
const prefix = `chancery-bench-${randomUUID()}`;

const bench = await benchDatabase();
const database = await openPostgres(bench.url, { poolSize: connections });
const boss = await BossJobs.on(bench.url, connections);
const ours = await ChanceryJobs.on(database);
try {
  await printSettings();
  const parts = { enqueue: enqueueing, drain: draining, 'pick-up': pickingUp, claim: claiming };
  for (const [name, part] of Object.entries(parts)) if (only.test(name)) await part();
} finally {
  await boss.stop();
  await database.close();
  await deleteRabbitTopology(amqpUrl, prefix, queueNames());
  await bench.drop();
}

interface Run {
  /** Before the clock starts. */
  readonly prepare: () => Promise<void>;
  readonly run: () => Promise<void>;
}

interface Rate {
  readonly perSecond: number;
  /** Processor time for each job, of this process and of the database's. */
  readonly microseconds: number;
  readonly databaseMicroseconds: number;
}

/** The medians of all runs, which take turns. */
async function inTurns(runs: Readonly<Record<string, Run>>): Promise<Map<string, Rate>> {
  const rates = new Map<string, Rate[]>(Object.keys(runs).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, { prepare, run }] of Object.entries(runs)) {
      await prepare();
      await bench.client.query('checkpoint');
      const beforeOfDatabase = processorTimesOfBackends(bench.url);
      const [before, began] = [process.cpuUsage(), performance.now()];
      await run();
      const seconds = (performance.now() - began) / 1000;
      const { user, system } = process.cpuUsage(before);
      rates.get(name)?.push({
        perSecond: count / seconds,
        microseconds: (user + system) / count,
        databaseMicroseconds: (processorTimeSince(beforeOfDatabase, bench.url) * 1000) / count,
      });
    }
  const medianOf = (all: readonly Rate[], field: keyof Rate) => median(all.map((rate) => rate[field]));
  return new Map(
    [...rates].map(([name, all]) => [
      name,
      {
        perSecond: medianOf(all, 'perSecond'),
        microseconds: medianOf(all, 'microseconds'),
        databaseMicroseconds: medianOf(all, 'databaseMicroseconds'),
      },
    ]),
  );
}

/** Compares all with the fastest run of pg-boss. */
function printRates(title: string, rates: ReadonlyMap<string, Rate>): void {
  const beside = Math.max(
    ...[...rates].filter(([name]) => name.startsWith('pg-boss')).map(([, { perSecond }]) => perSecond),
  );
  printTable(
    [title, 'jobs/s', 'of pg-boss', 'Node µs/job', 'PostgreSQL µs/job'],
    [...rates].map(([name, { perSecond, microseconds, databaseMicroseconds }]) => [
      name,
      perSecond.toFixed(0),
      (perSecond / beside).toFixed(2),
      microseconds.toFixed(0),
      databaseMicroseconds.toFixed(0),
    ]),
  );
  printLoad('now');
}

async function enqueueing(): Promise<void> {
  const prepare = () => Promise.all([ours.clear(), boss.clear()]).then(() => undefined);
  printRates(
    `enqueue ${count}, one transaction each, ${producers} at once`,
    await inTurns({
      Chancery: { prepare, run: () => ours.enqueueSingly(count, producers) },
      'pg-boss, send': { prepare, run: () => boss.enqueueSingly(count, producers) },
    }),
  );
  printRates(
    `enqueue ${count}, ${together} in a transaction`,
    await inTurns({
      Chancery: { prepare, run: () => ours.enqueueInBulk(count, together) },
      'pg-boss, insert': { prepare, run: () => boss.enqueueInBulk(count, together) },
    }),
  );
}

async function draining(): Promise<void> {
  const given = async () => {
    await ours.clear();
    await ours.enqueueInBulk(count, together);
  };
  const givenToBoss = async () => {
    await boss.clear();
    await boss.enqueueInBulk(count, together);
  };
  printRates(
    `drain ${count}`,
    await inTurns({
      'Chancery, in process': { prepare: given, run: () => ours.drain(new InProcessQueue(), count) },
      'Chancery, RabbitMQ': {
        prepare: given,
        run: () => ours.drain(new RabbitQueue(amqpUrl, { prefix }), count),
      },
      'pg-boss, fetch and complete 50, four loops': {
        prepare: givenToBoss,
        run: () => boss.drainByFetching(count),
      },
      'pg-boss, work with batchSize 50, four workers': {
        prepare: givenToBoss,
        run: () => boss.drainByWorking(count),
      },
    }),
  );
}

async function pickingUp(): Promise<void> {
  await Promise.all([ours.clear(), boss.clear()]);
  const local = new InProcessQueue();
  const notified = () => new NotifiedQueue(new InProcessQueue(), database.pool, bench.url);
  const broker = () => new RabbitQueue(amqpUrl, { prefix });
  const waits: Readonly<Record<string, readonly number[]>> = {
    'Chancery, in process': await ours.pickUps(local, local, pickUps),
    'Chancery, NOTIFY to another process': await ours.pickUps(notified(), notified(), pickUps),
    'Chancery, RabbitMQ': await ours.pickUps(broker(), broker(), pickUps),
    'pg-boss, work polling each 0.5 s': await boss.pickUps(Math.ceil(pickUps / 10)),
  };
  printTable(
    ['pick-up by an idle worker', 'p50 ms', 'p95 ms'],
    Object.entries(waits).map(([name, all]) => [name, ...percentiles(all)]),
  );
  printLoad('now');
}

async function claiming(): Promise<void> {
  printTable(
    [`claim of 100 among ${rowsAmong}`, 'p50 ms', 'p95 ms'],
    [['PostgreSQL', ...percentiles(await ours.claimsAmong(rowsAmong, 50))]],
  );
  printLoad('now');
}

function percentiles(values: readonly number[]): [string, string] {
  const sorted = [...values].sort((a, b) => a - b);
  const late = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  return [median(sorted).toFixed(1), late.toFixed(1)];
}

/** The figures mean nothing without them. */
async function printSettings(): Promise<void> {
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'max_wal_size'];
  const { rows } = await bench.client.query<{ name: string; value: string }>(
    'select name, current_setting(name) "value" from unnest($1::text[]) name',
    [['server_version', ...names]],
  );
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../node_modules/pg-boss/package.json', import.meta.url), 'utf8'),
  );
  printSetting(
    'PostgreSQL',
    rows.map(({ name, value }) => (name === 'server_version' ? value : `${name} ${value}`)).join(', '),
  );
  printSetting('pg-boss', `${manifest.version}, ${connections} connections each`);
}

function queueNames(): string[] {
  return [...new Set([...reactions(), ...scheduledTopics()].map(({ policy }) => policy.queue))];
}
