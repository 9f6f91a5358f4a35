import { type Database, jobStore } from '@chancery/adapters-persistence';
import { world } from '@chancery/adapters-persistence/testing';
import { type ChanceryPorts, createWorker, type NewJob, type Queue, systemIds } from '@chancery/core';
import { concurrently } from './concurrently.ts';

/** A topic whose handler returns at once for this payload: what is measured is the machinery. */
const topic = 'identity.mail_address_in_use';
const payload = { noticeToUserId: null };

/** Jobs of Chancery without any work in them: how they are asked for, drained and picked up. */
export class ChanceryJobs {
  readonly #database: Database;
  readonly #ports: ChanceryPorts;

  private constructor(database: Database, ports: ChanceryPorts) {
    this.#database = database;
    this.#ports = ports;
  }

  static async on(database: Database): Promise<ChanceryJobs> {
    return new ChanceryJobs(database, (await world({ database })).ports);
  }

  async clear(): Promise<void> {
    await this.#database.pool.query('truncate jobs');
  }

  /** One transaction for each job, as calls of the API make them. */
  async enqueueSingly(count: number, producers: number): Promise<void> {
    await concurrently(count, producers, () => this.#commit([this.#job()]));
  }

  async enqueueInBulk(count: number, together: number): Promise<void> {
    for (let left = count; left > 0; left -= together)
      await this.#commit(Array.from({ length: Math.min(together, left) }, () => this.#job()));
  }

  /** Works so many waiting jobs; resolves when the last of them is marked as succeeded in the database. */
  async drain(queue: Queue, count: number): Promise<void> {
    let over: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      over = resolve;
    });
    let succeeded = 0;
    const worker = createWorker(
      { ...this.#ports, queue },
      {
        async around(_, run) {
          const outcome = await run();
          succeeded += 1;
          if (succeeded === count) over();
          return outcome;
        },
      },
    );
    await worker.start();
    await queue.publish('mail', [systemIds.uuid7()]); // the wake-up of what lies there
    await done;
    await worker.stop();
    await queue.close();
  }

  /** Milliseconds from each commit to the start of its job, on a worker that has nothing else to do. */
  async pickUps(publisher: Queue, consumer: Queue, times: number): Promise<number[]> {
    let begin: () => void = () => undefined;
    const worker = createWorker(
      { ...this.#ports, queue: consumer },
      {
        around(_, run) {
          begin();
          return run();
        },
      },
    );
    await worker.start();
    const waits: number[] = [];
    for (let turn = -5; turn < times; turn += 1) {
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const job = this.#job();
      await this.#commit([job]);
      const committed = performance.now();
      void publisher.publish('mail', [job.id]);
      await begun;
      if (turn >= 0) waits.push(performance.now() - committed);
      await new Promise((next) => setTimeout(next, 20));
    }
    await worker.stop();
    for (const queue of new Set([publisher, consumer])) await queue.close();
    return waits;
  }

  /** Milliseconds of claims of a hundred among so many waiting jobs. */
  async claimsAmong(rows: number, times: number): Promise<number[]> {
    await this.clear();
    await this.#database.pool.query(
      `insert into jobs (id, queue, topic, payload, status, attempts, max_attempts, available_at, correlation_id, created_at)
       select gen_random_uuid(), 'mail', $1, '{}', 'pending', 0, 12, now() - make_interval(secs => n % 86400), gen_random_uuid(), now()
       from generate_series(1, $2::integer) n`,
      [topic, rows],
    );
    await this.#database.pool.query('vacuum analyze jobs');
    const store = jobStore(this.#database);
    const milliseconds: number[] = [];
    for (let turn = -1; turn < times; turn += 1) {
      const began = performance.now();
      const claimed = await store.claim('mail', 100, 120, this.#ports.clock.now());
      if (claimed.length !== 100) throw new Error(`A claim of 100 gave ${claimed.length}`);
      if (turn >= 0) milliseconds.push(performance.now() - began);
    }
    return milliseconds;
  }

  #job(): NewJob {
    const id = systemIds.uuid7();
    const now = this.#ports.clock.now();
    return {
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
  }

  async #commit(jobs: readonly NewJob[]): Promise<void> {
    await this.#ports.unitOfWork.run('write', 'app', async (transaction) => {
      transaction.enter(null);
      await transaction.enqueue(jobs);
    });
  }
}
