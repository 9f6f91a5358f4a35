import { type NewJob, systemIds } from '@chancery/core';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { noon } from '../testing/world.ts';
import type { Database } from './data-source.ts';
import { jobStore } from './jobs.ts';
import { unitOfWork } from './unit-of-work.ts';

const later = (seconds: number) => new Date(Date.parse(noon) + seconds * 1000).toISOString();

function aJob(over: Partial<NewJob> = {}): NewJob {
  return {
    id: systemIds.uuid7(),
    workspaceId: null,
    queue: 'mail',
    topic: 'test.topic',
    payload: { n: 1 },
    orderingKey: null,
    availableAt: noon,
    maxAttempts: 3,
    correlationId: systemIds.uuid7(),
    createdAt: noon,
    ...over,
  };
}

const enqueue = (database: Database, jobs: readonly NewJob[]) =>
  unitOfWork(database).run('write', 'app', async (transaction) => {
    transaction.enter(null);
    await transaction.enqueue(jobs);
  });

onBothDatabases('the outbox', (database) => {
  const queueName = () => `queue-${systemIds.uuid7()}`;

  it('JOB-1: a rolled-back change leaves no job, a committed one exactly its own', async () => {
    const queue = queueName();
    await unitOfWork(database())
      .run('write', 'app', async (transaction) => {
        transaction.enter(null);
        await transaction.enqueue([aJob({ queue })]);
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    expect(await jobStore(database()).claim(queue, 10, 60, noon)).to.deep.equal([]);

    const job = aJob({ queue });
    await enqueue(database(), [job]);
    const [claimed, ...others] = await jobStore(database()).claim(queue, 10, 60, noon);
    expect(others).to.deep.equal([]);
    expect(claimed).to.deep.include({
      id: job.id,
      topic: 'test.topic',
      payload: { n: 1 },
      attempts: 1,
      maxAttempts: 3,
    });
  });

  it('gives out only what is due, oldest first, and no more than asked for', async () => {
    const queue = queueName();
    const jobs = [
      aJob({ queue, availableAt: later(-2) }),
      aJob({ queue, availableAt: later(-1) }),
      aJob({ queue, availableAt: later(5) }),
    ];
    await enqueue(database(), jobs);

    expect((await jobStore(database()).claim(queue, 1, 60, noon)).map(({ id }) => id)).to.deep.equal([
      jobs[0]?.id,
    ]);
    expect((await jobStore(database()).claim(queue, 9, 60, noon)).map(({ id }) => id)).to.deep.equal([
      jobs[1]?.id,
    ]);
    expect(await jobStore(database()).claim(queue, 9, 60, noon)).to.deep.equal([]);
  });

  it('JOB-4: gives a job to another worker once the lease of the first has run out, whose result then counts for nothing', async () => {
    const queue = queueName();
    const store = jobStore(database());
    await enqueue(database(), [aJob({ queue })]);
    const [first] = await store.claim(queue, 1, 60, noon);
    expect(await store.claim(queue, 1, 60, later(59))).to.deep.equal([]);

    const [second] = await store.claim(queue, 1, 60, later(60));

    expect([second?.id, second?.attempts]).to.deep.equal([first?.id, 2]);
    expect(await store.succeed(first?.id ?? '', first?.attempts ?? 0, later(61))).to.equal(false);
    expect(await store.succeed(second?.id ?? '', second?.attempts ?? 0, later(62))).to.equal(true);
    expect(await store.claim(queue, 1, 60, later(999))).to.deep.equal([]);
  });

  it('holds a retry back until its time, and a dead job for good', async () => {
    const queue = queueName();
    const store = jobStore(database());
    await enqueue(database(), [aJob({ queue }), aJob({ queue })]);
    const [one, two] = await store.claim(queue, 2, 60, noon);
    const error = { code: 'job.failed', message: 'no' };
    await store.retry(one?.id ?? '', 1, later(30), error, noon);
    await store.bury(two?.id ?? '', 1, error, noon);

    expect(await store.claim(queue, 9, 60, later(29))).to.deep.equal([]);
    expect(
      (await store.claim(queue, 9, 60, later(30))).map(({ id, attempts }) => [id, attempts]),
    ).to.deep.equal([[one?.id, 2]]);
  });

  it('JOB-6: starts jobs of one key in order of creation, and goes on after one that died', async () => {
    const queue = queueName();
    const store = jobStore(database());
    const [first, second] = [aJob({ queue, orderingKey: queue }), aJob({ queue, orderingKey: queue })];
    await enqueue(database(), [first, second]);

    expect((await store.claim(queue, 9, 60, noon)).map(({ id }) => id)).to.deep.equal([first.id]);
    expect(await store.claim(queue, 9, 60, noon)).to.deep.equal([]);
    await store.bury(first.id, 1, { code: 'x', message: 'x' }, noon);
    expect((await store.claim(queue, 9, 60, noon)).map(({ id }) => id)).to.deep.equal([second.id]);
  });

  it('JOB-3: tells the first run of a handler for a job from every other', async () => {
    const id = systemIds.uuid7();
    const first = () =>
      unitOfWork(database()).run('write', 'identity', (transaction) => transaction.firstRun('handler', id));

    expect([await first(), await first()]).to.deep.equal([true, false]);
  });

  it('says how long the oldest due job has waited', async () => {
    const queue = queueName();
    await enqueue(database(), [aJob({ queue, availableAt: later(-100_000_000) })]);

    expect(await jobStore(database()).oldestDueSeconds(noon)).to.equal(100_000_000);
    await jobStore(database()).claim(queue, 1, 60, noon);
  });
});

describe('the outbox under many workers on PostgreSQL', () => {
  it('JOB-4: eight workers at once claim each of 400 jobs exactly once', async () => {
    const database = await postgresDatabase();
    await enqueue(
      database,
      Array.from({ length: 400 }, () => aJob()),
    );
    const store = jobStore(database);

    const seen: string[] = [];
    const worker = async () => {
      for (
        let jobs = await store.claim('mail', 7, 600, noon);
        jobs.length > 0;
        jobs = await store.claim('mail', 7, 600, noon)
      )
        seen.push(...jobs.map(({ id }) => id));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    await database.close();

    expect(seen.length).to.equal(400);
    expect(new Set(seen).size).to.equal(400);
  });
});
