import { randomUUID } from 'node:crypto';
import { type Database, jobStore, openPostgres } from '@chancery/adapters-persistence';
import { world } from '@chancery/adapters-persistence/testing';
import { deleteRabbitTopology, InProcessQueue, RabbitQueue } from '@chancery/adapters-services';
import { createWorker, type NewJob, type Queue, systemIds } from '@chancery/core';
import PgBoss from 'pg-boss';
import { benchDatabase } from './harness/bench-database.ts';
import { median, printTable } from './harness/printed-table.ts';

// Messages a second from the transaction that asks for an effect to the handler that has it, beside pg-boss; and what a
// claim costs among many rows. Rounds alternate, so that ratios hold on a machine that is not quiet.
const count = Number(process.env.CHANCERY_BENCH_JOBS ?? 5000);
const rounds = Number(process.env.CHANCERY_BENCH_ROUNDS ?? 3);
const rowsAmong = Number(process.env.CHANCERY_BENCH_ROWS ?? 1_000_000);
const amqpUrl = process.env.CHANCERY_BENCH_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672';
const producers = 20;
/** A topic whose handler returns at once for this payload: what is measured is the machinery. */
const topic = 'identity.mail_address_in_use';
const payload = { noticeToUserId: null };

const bench = await benchDatabase();
const database = await openPostgres(bench.url, { poolSize: 20 });
try {
  await throughput(database);
  await claims(database);
} finally {
  await database.close();
  await bench.drop();
}

async function throughput(database: Database): Promise<void> {
  const prefix = `chancery-bench-${randomUUID()}`;
  const runs = {
    'Chancery, in process': () => throughChancery(database, new InProcessQueue()),
    'Chancery, RabbitMQ': () => throughChancery(database, new RabbitQueue(amqpUrl, { prefix })),
    'pg-boss, its fetch in a loop': throughBoss,
  };
  const rates = Object.fromEntries(Object.keys(runs).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, run] of Object.entries(runs)) rates[name]?.push(count / (await run()));
  await deleteRabbitTopology(amqpUrl, prefix, queueNames());

  const beside = median(rates['pg-boss, its fetch in a loop'] ?? []);
  printTable(
    [`${count} jobs, one transaction each`, 'messages/s', 'of pg-boss'],
    Object.entries(rates).map(([name, all]) => [
      name,
      median(all).toFixed(0),
      (median(all) / beside).toFixed(2),
    ]),
  );
}

function queueNames(): string[] {
  return ['mail', 'sms', 'identity', 'system', 'upload', 'billing', 'webhook', 'meetings'];
}

/** Runs the work for 0 to n, this many at once. */
async function concurrently(n: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < n) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: producers }, one));
}

/** Seconds until the last of the jobs has succeeded. */
async function throughChancery(database: Database, queue: Queue): Promise<number> {
  const { ports } = await world({ database });
  await database.pool.query('delete from jobs');
  let over: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    over = resolve;
  });
  let succeeded = 0;
  const jobs = {
    ...ports.jobs,
    async succeed(...outcome: Parameters<typeof ports.jobs.succeed>) {
      const isMine = await ports.jobs.succeed(...outcome);
      succeeded += 1;
      if (succeeded === count) over();
      return isMine;
    },
  };
  const worker = createWorker({ ...ports, jobs, queue });
  await worker.start();
  const now = ports.clock.now();
  const began = performance.now();
  await concurrently(count, async () => {
    const id = systemIds.uuid7();
    const job: NewJob = {
      id,
      workspaceId: null,
      queue: 'mail',
      topic,
      payload,
      orderingKey: null,
      availableAt: now,
      maxAttempts: 12,
      correlationId: id,
      createdAt: now,
    };
    await ports.unitOfWork.run('write', 'app', async (transaction) => {
      transaction.enter(null);
      await transaction.enqueue([job]);
    });
    void queue.publish('mail', [id]);
  });
  await done;
  const seconds = (performance.now() - began) / 1000;
  await worker.stop();
  await queue.close();
  return seconds;
}

/** pg-boss as fast as it goes: `work` would wait half a second between its fetches. */
async function throughBoss(): Promise<number> {
  const boss = new PgBoss({
    connectionString: bench.url,
    max: 20,
    schema: `boss_${randomUUID().slice(0, 8)}`,
  });
  await boss.start();
  await boss.createQueue('mail');
  let handled = 0;
  const began = performance.now();
  const consumer = async () => {
    while (handled < count) {
      const jobs = await boss.fetch('mail', { batchSize: 5 });
      await Promise.all(jobs.map(async ({ id }) => void (await boss.complete('mail', id))));
      handled += jobs.length;
      if (jobs.length === 0) await new Promise((next) => setTimeout(next, 5));
    }
  };
  await Promise.all([concurrently(count, () => boss.send('mail', payload)), consumer()]);
  const seconds = (performance.now() - began) / 1000;
  await boss.stop({ graceful: false, wait: true });
  return seconds;
}

async function claims(database: Database): Promise<void> {
  await database.pool.query('delete from jobs');
  const { client } = bench;
  await client.query(
    `insert into jobs (id, queue, topic, payload, status, attempts, max_attempts, available_at, correlation_id, created_at)
     select gen_random_uuid(), 'mail', $1, '{}', 'pending', 0, 12, now() - make_interval(secs => n % 86400), gen_random_uuid(), now()
     from generate_series(1, $2::integer) n`,
    [topic, rowsAmong],
  );
  await client.query('vacuum analyze jobs');
  const store = jobStore(database);
  const now = new Date().toISOString();
  await store.claim('mail', 100, 120, now);
  const times: number[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    const began = performance.now();
    const claimed = await store.claim('mail', 100, 120, now);
    times.push(performance.now() - began);
    if (claimed.length !== 100) throw new Error(`A claim of 100 gave ${claimed.length}`);
  }
  times.sort((a, b) => a - b);
  console.log();
  printTable(
    [`claim of 100 among ${rowsAmong}`, 'p50 ms', 'p95 ms'],
    [['PostgreSQL', median(times).toFixed(1), (times[47] ?? 0).toFixed(1)]],
  );
}
