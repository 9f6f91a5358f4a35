import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type NewJob, systemIds } from '@chancery/core';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { bundledProcess } from '../testing/bundled-process.ts';
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

/** Stands for a job that a test did not find. */
const nothing = { id: '00000000-0000-7000-8000-000000000000', attempts: 0 };

const enqueue = (database: Database, jobs: readonly NewJob[]) =>
  unitOfWork(database).run('write', 'app', async (transaction) => {
    transaction.enter(null);
    await transaction.enqueue(jobs);
  });

onBothDatabases('the outbox', (database) => {
  const queueName = () => `queue-${systemIds.uuid7()}`;
  /** What the tests before have left undone would be due too. */
  const forgetOthers = () => database().pool.query('delete from jobs');

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

  it('JOB-4: gives a job to another worker once the lease of the first has expired, whose result then does not count', async () => {
    const queue = queueName();
    const store = jobStore(database());
    await enqueue(database(), [aJob({ queue })]);
    const [first] = await store.claim(queue, 1, 60, noon);
    expect(await store.claim(queue, 1, 60, later(59))).to.deep.equal([]);

    const [second] = await store.claim(queue, 1, 60, later(60));

    expect([second?.id, second?.attempts]).to.deep.equal([first?.id, 2]);
    expect(await store.succeed([first ?? nothing], later(61))).to.equal(0);
    expect(await store.succeed([second ?? nothing], later(62))).to.equal(1);
    expect(await store.claim(queue, 1, 60, later(999))).to.deep.equal([]);
  });

  it('JOB-3: of the jobs that end together, those whose lease was lost are left to who has them', async () => {
    const queue = queueName();
    const store = jobStore(database());
    await enqueue(database(), [aJob({ queue }), aJob({ queue }), aJob({ queue })]);
    const claimed = await store.claim(queue, 9, 60, noon);
    const [taken] = await store.claim(queue, 1, 60, later(60));

    expect(await store.succeed(claimed, later(61))).to.equal(2);
    expect(await store.succeed([], later(61))).to.equal(0);

    const { rows } = await database().pool.query(
      'select id, status, attempts, finished_at "finishedAt" from jobs where queue = $1',
      [queue],
    );
    expect(
      rows.map(({ id, status, attempts, finishedAt }) => [id, status, attempts, finishedAt]),
    ).to.have.deep.members(
      claimed.map(({ id }) =>
        id === taken?.id ? [id, 'running', 2, null] : [id, 'succeeded', 1, later(61)],
      ),
    );
  });

  it('HLT-4: jobs that are given back together have not used up an attempt', async () => {
    const queue = queueName();
    const store = jobStore(database());
    await enqueue(database(), [aJob({ queue, maxAttempts: 1 }), aJob({ queue })]);
    await store.release(await store.claim(queue, 9, 60, noon), later(1));

    expect(
      (await store.claim(queue, 9, 60, later(1))).map(({ attempts, maxAttempts }) => [attempts, maxAttempts]),
    ).to.have.deep.members([
      [1, 1],
      [1, 3],
    ]);
  });

  it('JOB-4: gives out ahead only what was never begun and has another attempt, however much of the rest is older', async () => {
    const queue = queueName();
    const store = jobStore(database());
    const again = [1, 2, 3].map((n) => aJob({ queue, availableAt: later(n - 10) }));
    const once = [1, 2].map((n) => aJob({ queue, maxAttempts: 1, availableAt: later(n - 7) }));
    const fresh = [1, 2].map((n) => aJob({ queue, availableAt: later(n - 5) }));
    await enqueue(database(), again);
    for (const { id, attempts } of await store.claim(queue, 9, 60, noon))
      await store.retry(id, attempts, later(-20), { code: 'x', message: 'x' }, noon);
    await enqueue(database(), [...once, ...fresh]);
    const claimed = async (limit: number, ahead: number) =>
      (await store.claim(queue, limit, 60, noon, ahead)).map(({ id }) => id).sort();
    const idsOf = (...jobs: readonly NewJob[]) => jobs.map(({ id }) => id).sort();

    expect(await claimed(0, 3)).to.deep.equal([]);
    expect(await claimed(2, 5)).to.deep.equal(idsOf(...again.slice(0, 2), ...fresh));
    expect(await claimed(2, 5)).to.deep.equal(idsOf(...again.slice(2), ...once.slice(0, 1)));
    // A job that was lost with its worker may not wait either.
    expect((await store.claim(queue, 1, 60, later(60), 9)).length).to.equal(1);
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

  it('JOB-6: if the first job of a key waits for its retry, the others of the key wait too, and those of other keys do not', async () => {
    const queue = queueName();
    const store = jobStore(database());
    const [first, second, other] = [
      aJob({ queue, orderingKey: queue }),
      aJob({ queue, orderingKey: queue }),
      aJob({ queue, orderingKey: `${queue}-other` }),
    ];
    await enqueue(database(), [first, second, other]);
    await store.claim(queue, 1, 60, noon);
    await store.retry(first.id, 1, later(30), { code: 'x', message: 'x' }, noon);

    expect((await store.claim(queue, 9, 60, noon)).map(({ id }) => id)).to.deep.equal([other.id]);
    expect((await store.claim(queue, 9, 60, later(30))).map(({ id }) => id)).to.deep.equal([first.id]);
    await store.succeed([{ id: first.id, attempts: 2 }], later(31));
    expect((await store.claim(queue, 9, 60, later(31))).map(({ id }) => id)).to.deep.equal([second.id]);
  });

  it('JOB-5: gives each job the lease of its topic', async () => {
    const queue = queueName();
    const [short, usual] = [aJob({ queue, topic: 'test.short' }), aJob({ queue })];
    await enqueue(database(), [short, usual]);

    await jobStore(database()).claim(queue, 9, { 'test.short': 30, '': 120 }, noon);

    const { rows } = await database().pool.query(
      'select id, lease_expires_at "until" from jobs where queue = $1 order by id',
      [queue],
    );
    expect(rows).to.deep.equal([
      { id: short.id, until: later(30) },
      { id: usual.id, until: later(120) },
    ]);
  });

  it('JOB-4: a job whose worker died is given to nobody once its attempts are used up', async () => {
    const queue = queueName();
    const store = jobStore(database());
    await enqueue(database(), [aJob({ queue, maxAttempts: 1 })]);
    expect((await store.claim(queue, 1, 60, noon)).length).to.equal(1);

    expect(await store.claim(queue, 1, 60, later(61))).to.deep.equal([]);
  });

  it('JOB-11: a wake-up that the broker gave up on marks its job dead, unless the job is over', async () => {
    const queue = queueName();
    const store = jobStore(database());
    const [waiting, over, other] = [
      aJob({ queue, availableAt: later(60) }),
      aJob({ queue }),
      aJob({ queue, availableAt: later(60) }),
    ];
    await enqueue(database(), [waiting, over, other]);
    await store.claim(queue, 9, 60, noon);
    await store.succeed([{ id: over.id, attempts: 1 }], noon);

    for (const { id } of [waiting, over]) await store.undeliverable(id, later(1));

    const { rows } = await database().pool.query(
      'select id, status, last_error_code code, dead_at "deadAt" from jobs where queue = $1 order by id',
      [queue],
    );
    expect(rows).to.deep.equal([
      { id: waiting.id, status: 'dead', code: 'broker_delivery_limit', deadAt: later(1) },
      { id: over.id, status: 'succeeded', code: null, deadAt: null },
      { id: other.id, status: 'pending', code: null, deadAt: null },
    ]);
  });

  it('cancels the jobs of one topic about one thing that have not begun, in its own workspace only', async () => {
    const queue = queueName();
    const store = jobStore(database());
    const about = { aggregateType: 'meeting', aggregateId: systemIds.uuid7(), workspaceId: 'workspace_a' };
    const [running, waiting, otherTopic, otherThing, elsewhere] = [
      aJob({ queue, ...about }),
      aJob({ queue, ...about, availableAt: later(60) }),
      aJob({ queue, ...about, topic: 'test.other' }),
      aJob({ queue, ...about, aggregateId: systemIds.uuid7() }),
      aJob({ queue, ...about, workspaceId: 'workspace_b' }),
    ];
    await enqueue(database(), [running]);
    await store.claim(queue, 1, 60, noon);
    await enqueue(database(), [waiting, otherTopic, otherThing, elsewhere]);

    const cancelled = await unitOfWork(database()).run('write', 'app', async (transaction) => {
      transaction.enter('workspace_a');
      return transaction.cancelJobs({ type: 'meeting', id: about.aggregateId }, ['test.topic'], later(30));
    });

    expect(cancelled).to.equal(1);
    const { rows } = await database().pool.query(
      'select id, status, finished_at "finishedAt" from jobs where queue = $1',
      [queue],
    );
    expect(rows.find(({ id }) => id === waiting.id)?.finishedAt).to.equal(later(30));
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).to.deep.equal({
      [running.id]: 'running',
      [waiting.id]: 'cancelled',
      [otherTopic.id]: 'pending',
      [otherThing.id]: 'pending',
      [elsewhere.id]: 'pending',
    });
    expect((await store.claim(queue, 9, 60, later(90))).map(({ id }) => id)).to.not.include(waiting.id);
  });

  it('cancels the jobs of several topics about several things at once', async () => {
    const queue = queueName();
    const [one, other, third] = [systemIds.uuid7(), systemIds.uuid7(), systemIds.uuid7()];
    const about = (aggregateId: string, topic: string) =>
      aJob({ queue, aggregateType: 'meeting', workspaceId: 'workspace_a', aggregateId, topic });
    const jobs = [about(one, 'test.topic'), about(other, 'test.other'), about(one, 'test.third')];
    await enqueue(database(), [...jobs, about(third, 'test.topic')]);

    const cancelled = await unitOfWork(database()).run('write', 'app', async (transaction) => {
      transaction.enter('workspace_a');
      return transaction.cancelJobs(
        { type: 'meeting', id: [one, other] },
        ['test.topic', 'test.other'],
        later(30),
      );
    });

    expect(cancelled).to.equal(2);
    const { rows } = await database().pool.query(
      "select aggregate_id id, topic from jobs where queue = $1 and status = 'pending' order by topic",
      [queue],
    );
    expect(rows).to.deep.equal([
      { id: one, topic: 'test.third' },
      { id: third, topic: 'test.topic' },
    ]);
  });

  it('JOB-9: refuses a payload over 64 KiB', async () => {
    const queue = queueName();
    const refused = await enqueue(database(), [aJob({ queue, payload: { text: 'x'.repeat(65_536) } })]).then(
      () => 'taken',
      (error: Error) => error.message,
    );

    expect(refused).to.include('jobs_payload_size');
  });

  it('JOB-3: distinguishes the first run of a handler for a job from every later one', async () => {
    const id = systemIds.uuid7();
    const first = () =>
      unitOfWork(database()).run('write', 'identity', (transaction) =>
        transaction.firstRun('handler', id, noon),
      );

    expect([await first(), await first()]).to.deep.equal([true, false]);
  });

  it('says how long the oldest due job has waited', async () => {
    const queue = queueName();
    await enqueue(database(), [aJob({ queue, availableAt: later(-100_000_000) })]);

    expect(await jobStore(database()).oldestDueSeconds(noon)).to.equal(100_000_000);
    await jobStore(database()).claim(queue, 1, 60, noon);
  });

  it('names the queues of which a job is due, or was lost with its worker, and no others', async () => {
    await forgetOthers();
    const [due, lost, notYet, worked] = [queueName(), queueName(), queueName(), queueName()];
    const store = jobStore(database());
    const own = async () =>
      (await store.dueQueues(noon))?.filter((queue) => [due, lost, notYet, worked].includes(queue)).sort();
    await enqueue(database(), [
      aJob({ queue: due }),
      aJob({ queue: due }),
      aJob({ queue: notYet, availableAt: later(1) }),
      aJob({ queue: lost, availableAt: later(-60) }),
      aJob({ queue: worked, availableAt: later(-60) }),
    ]);
    await store.claim(lost, 1, 60, later(-60));
    await store.claim(worked, 1, 60, later(-59));

    expect(await own()).to.deep.equal([due, lost].sort());

    for (const queue of [due, lost]) await store.claim(queue, 5, 60, noon);
    expect(await own()).to.deep.equal([]);
  });

  it('names no queue where so many jobs are due that there may be some of any', async () => {
    await forgetOthers();
    const queue = queueName();
    await enqueue(
      database(),
      Array.from({ length: 500 }, () => aJob({ queue })),
    );

    expect(await jobStore(database()).dueQueues(noon)).to.equal(null);

    await jobStore(database()).claim(queue, 500, 60, noon);
    expect(await jobStore(database()).dueQueues(noon)).not.to.equal(null);
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

  it('JOB-4: several processes at once claim each job exactly once', async () => {
    const database = await postgresDatabase();
    const jobs = Array.from({ length: 300 }, () => aJob());
    await enqueue(database, jobs);
    const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
    const url = new URL(
      process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
    );
    url.pathname = rows[0]?.name ?? '';
    const claiming = await bundledProcess('packages/adapters-persistence/src/testing/claiming-process');
    const processes = Array.from({ length: 3 }, () =>
      spawn(process.execPath, [claiming.script, url.href, 'mail', noon], {
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));

    const outputs = processes.map(({ stdin, stdout }) => {
      stdin.end('go');
      return text(stdout);
    });
    const claimed = (await Promise.all(outputs)).map((output) => output.trim().split('\n').filter(Boolean));
    await claiming.remove();
    await database.close();

    expect(claimed.flat().sort()).to.deep.equal(jobs.map(({ id }) => id).sort());
    expect(claimed.filter((ids) => ids.length > 0).length).to.be.greaterThan(1);
  });

  it('JOB-6: two jobs of one key never run at once, whichever worker claims them, and they start in order', async () => {
    const database = await postgresDatabase();
    const store = jobStore(database);
    const jobs = Array.from({ length: 30 }, () => aJob({ orderingKey: 'one key' }));
    await enqueue(database, jobs);
    const started: string[] = [];
    let running = 0;
    const worker = async () => {
      while (started.length < jobs.length) {
        for (const { id } of await store.claim('mail', 5, 600, noon)) {
          started.push(id);
          running += 1;
          expect(running).to.equal(1);
          await database.pool.query('select 1');
          running -= 1;
          await store.succeed([{ id, attempts: 1 }], noon);
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, worker));
    await database.close();

    expect(started).to.deep.equal(jobs.map(({ id }) => id));
  });
});
