import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import PgBoss from 'pg-boss';
import { concurrently } from './concurrently.ts';

/** As its documentation advises for many small jobs. */
const batchSize = 50;
const workers = 4;
const queue = 'mail';
const payload = { noticeToUserId: null };

/** Jobs of pg-boss without any work in them: how they are asked for, drained and picked up. */
export class BossJobs {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** In a schema of its own, with its documented defaults and as many connections as the other side. */
  static async on(connectionString: string, connections: number): Promise<BossJobs> {
    const boss = new PgBoss({
      connectionString,
      max: connections,
      schema: `boss_${randomUUID().slice(0, 8)}`,
    });
    boss.on('error', console.error);
    await boss.start();
    await boss.createQueue(queue);
    return new BossJobs(boss);
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false, wait: true });
  }

  async clear(): Promise<void> {
    await this.#boss.clearStorage();
  }

  async enqueueSingly(count: number, producers: number): Promise<void> {
    await concurrently(count, producers, () => this.#boss.send(queue, payload));
  }

  async enqueueInBulk(count: number, together: number): Promise<void> {
    for (let left = count; left > 0; left -= together)
      await this.#boss.insert(
        Array.from({ length: Math.min(together, left) }, () => ({ name: queue, data: payload })),
      );
  }

  /** Four loops of `fetch` and `complete` with fifty jobs each: without the pauses that `work` makes between its batches. */
  async drainByFetching(count: number): Promise<void> {
    let handled = 0;
    const loop = async () => {
      while (handled < count) {
        const jobs = await this.#boss.fetch(queue, { batchSize });
        if (jobs.length === 0) {
          await wait(2);
          continue;
        }
        await this.#boss.complete(
          queue,
          jobs.map(({ id }) => id),
        );
        handled += jobs.length;
      }
    };
    await Promise.all(Array.from({ length: workers }, loop));
  }

  /** Four workers of `work` with fifty jobs each; every batch wakes its worker again (`notifyWorker`), which else would pause. */
  async drainByWorking(count: number): Promise<void> {
    let over: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      over = resolve;
    });
    let handled = 0;
    const ids: string[] = [];
    for (let worker = 0; worker < workers; worker += 1) {
      const place = worker;
      const id = await this.#boss.work(
        queue,
        { batchSize, pollingIntervalSeconds: 0.5 },
        async (jobs: readonly unknown[]) => {
          handled += jobs.length;
          const mine = ids[place];
          if (mine !== undefined) this.#boss.notifyWorker(mine);
          if (handled >= count) over();
        },
      );
      ids.push(id);
    }
    for (const id of ids) this.#boss.notifyWorker(id);
    await done;
    // `work` does not wait for its own `complete`.
    while ((await this.#boss.getQueueSize(queue, { before: 'completed' })) > 0) await wait(2);
    await this.#boss.offWork(queue);
  }

  /** Milliseconds from each commit to the start of its job, with the shortest pause between two polls that it allows. */
  async pickUps(times: number): Promise<number[]> {
    let begin: () => void = () => undefined;
    await this.#boss.work(queue, { pollingIntervalSeconds: 0.5 }, async () => begin());
    const waits: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      await this.#boss.send(queue, payload);
      const committed = performance.now();
      await begun;
      waits.push(performance.now() - committed);
      await wait(Math.random() * 500);
    }
    await this.#boss.offWork(queue);
    return waits;
  }
}
