import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import {
  type BundledProcess,
  bundledProcess,
  postgresDatabase,
  RecordedMail,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { deleteRabbitTopology } from '@chancery/adapters-services';
import {
  createWorker,
  type MailMessage,
  type Queue,
  reactions,
  scheduledTopics,
  type Worker,
} from '@chancery/core';
import { expect } from 'chai';
import { openTestQueue, queueKinds } from '../testing/test-queue.ts';

const amqpUrl = process.env.CHANCERY_TEST_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672';
const server = process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const never = 3_600_000;

/** A mail sender that resolves when a mail was sent. */
class AwaitedMail extends RecordedMail {
  readonly #waiting: { readonly count: number; readonly done: () => void }[] = [];
  wanted: (message: MailMessage) => boolean = () => true;
  override async send(message: MailMessage): Promise<void> {
    if (!this.wanted(message)) return;
    await super.send(message);
    for (const { count, done } of this.#waiting) if (this.sent.length >= count) done();
  }
  async until(count: number): Promise<readonly MailMessage[]> {
    if (this.sent.length < count) await new Promise<void>((done) => this.#waiting.push({ count, done }));
    return this.sent;
  }
}

for (const kind of queueKinds)
  describe(`jobs with a queue that is ${kind}`, () => {
    let here: World;
    let url: string;
    let prefix: string;
    let mail: AwaitedMail;
    let opened: { readonly queue: Queue; readonly worker: Worker }[];
    let child: ChildProcess | null;
    let hangingWorker: BundledProcess | undefined;

    before(async () => {
      hangingWorker = await bundledProcess('packages/server/src/testing/hanging-worker');
    });
    after(() => hangingWorker?.remove());
    beforeEach(async () => {
      const database = await postgresDatabase();
      const { rows } = await database.pool.query<{ name: string }>('select current_database() "name"');
      const target = new URL(server);
      target.pathname = rows[0]?.name ?? '';
      url = target.href;
      prefix = `chancery-test-${randomUUID()}`;
      mail = new AwaitedMail();
      opened = [];
      child = null;
      here = await world({ database });
      await database.pool.query("delete from jobs where status = 'pending'");
    });
    afterEach(async () => {
      child?.kill('SIGKILL');
      for (const { queue, worker } of opened) {
        await worker.stop();
        await queue.close();
      }
      if (kind === 'RabbitMQ') {
        const queues = [...reactions(), ...scheduledTopics()].map(({ policy }) => policy.queue);
        await deleteRabbitTopology(amqpUrl, prefix, [...new Set([...queues, 'poisoned'])]);
      }
      await here.database.close();
    });

    const openQueue = (onDead?: (jobId: string) => Promise<void>) =>
      openTestQueue(kind, { database: here.database, url, amqpUrl, prefix }, onDead).queue;

    /** Makes a worker in this process; by default it never polls, so that only wake-ups start jobs. */
    async function aWorker({ queue = openQueue(), pollMilliseconds = never } = {}) {
      const worker = createWorker({ ...here.ports, queue, mail }, { pollMilliseconds });
      opened.push({ queue, worker });
      await worker.start();
      return { queue, worker };
    }

    async function givenMails(count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => here.ports.ids.uuid7());
      await here.sql(
        `insert into jobs (id, workspace_id, queue, topic, payload, status, attempts, max_attempts, available_at, correlation_id, created_at)
         select id, $2, 'mail', 'identity.mail_address_in_use', $3, 'pending', 0, 12, $4, id, $4 from unnest($1::uuid[]) id`,
        [ids, here.workspaceId, JSON.stringify({ noticeToUserId: here.owner.id }), here.clock.now()],
      );
      return ids;
    }
    const statuses = async (ids: readonly string[]) =>
      (
        await here.sql<{ status: string }>('select distinct status from jobs where id = any($1) order by 1', [
          ids,
        ])
      ).map(({ status }) => status);
    const jobIdOf = ({ messageId }: Pick<MailMessage, 'messageId'>) => messageId.split('.')[0];
    async function ended(ids: readonly string[], status = 'succeeded') {
      while ((await statuses(ids)).join() !== status) await new Promise((next) => setTimeout(next, 20));
    }

    it('JOB-2: a wake-up starts its job at once, without waiting for the poll', async () => {
      const { queue } = await aWorker();
      const ids = await givenMails(3);

      await queue.publish('mail', ids);

      expect((await mail.until(3)).map(jobIdOf).sort()).to.deep.equal(ids);
      await ended(ids);
    });

    it('JOB-1: a committed change has its effect even if the wake-up is lost', async () => {
      await aWorker({ pollMilliseconds: 50 });
      const ids = await givenMails(2);

      expect((await mail.until(2)).map(jobIdOf).sort()).to.deep.equal(ids);
    });

    it('JOB-11: two workers share the jobs, and each has its effect once', async () => {
      const { queue } = await aWorker({ pollMilliseconds: 100 });
      await aWorker(kind === 'in process' ? { queue, pollMilliseconds: 100 } : { pollMilliseconds: 100 });
      const ids = await givenMails(60);

      await queue.publish('mail', ids);
      await mail.until(60);
      await ended(ids);

      expect(mail.sent.map(jobIdOf).sort()).to.deep.equal(ids);
    });

    it('JOB-11: after kill -9 between effect and acknowledgement the job runs again with the same key, and ends once', async () => {
      const killed = spawn(process.execPath, [hangingWorker?.script ?? '', kind, url, amqpUrl, prefix], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = killed;
      const lines = createInterface({ input: killed.stdout })[Symbol.asyncIterator]();
      const [said, gone] = [async () => (await lines.next()).value as string, once(killed, 'exit')];
      for (let line = await said(); line !== 'works'; ) line = await said();
      const [id = ''] = await givenMails(1);
      const publisher = openQueue();
      await publisher.publish('mail', [id]);
      let first: { messageId: string; to: string } = JSON.parse(await said());
      while (jobIdOf(first) !== id) first = JSON.parse(await said());

      killed.kill('SIGKILL');
      await gone;
      await publisher.close();
      expect(await statuses([id])).to.deep.equal(['running']);
      mail.wanted = (message) => jobIdOf(message) === id;
      here.clock.advance({ seconds: 121 });
      await aWorker({ pollMilliseconds: 50 });
      const [again] = await mail.until(1);
      await ended([id]);

      expect(again?.messageId).to.equal(first.messageId);
      expect(mail.sent.length).to.equal(1);
    });

    it('JOB-11: a wake-up that fails at every delivery marks its job dead', async () => {
      const [id = ''] = await givenMails(1);
      const { jobs, clock } = here.ports;
      const queue = openQueue((jobId) => jobs.undeliverable(jobId, clock.now()));
      opened.push({ queue, worker: { stop: async () => undefined } as Worker });

      await queue.consume('poisoned', 1, async () => {
        throw new Error('poisoned');
      });
      await queue.publish('poisoned', [id]);
      await ended([id], 'dead');

      const { job } = await here.chancery.workspace.getJob({ jobId: id }, here.owner.session);
      expect(job.lastErrorCode).to.equal('broker_delivery_limit');
    });
  });
