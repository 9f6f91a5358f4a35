import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isFailure, type Log } from '@chancery/core';
import { queueContract } from '@chancery/core/testing';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { expect } from 'chai';
import { RabbitQueue, type RabbitQueueOptions } from './rabbit-queue.ts';
import { deleteRabbitTopology } from './rabbit-topology.ts';
import { type CuttableProxy, cuttableProxy } from './testing/cuttable-proxy.ts';

const url = process.env.CHANCERY_TEST_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672';
const queueNames = ['mail', 'system', 'barrier'];

describe('RabbitQueue', () => {
  let broker: ChannelModel;
  let channel: Channel;
  let prefix: string;
  let opened: RabbitQueue[];
  let worker: ChildProcess | null = null;

  before('these tests need a RabbitMQ at CHANCERY_TEST_AMQP_URL', async () => {
    broker = await connect(url, { noDelay: true, timeout: 3_000 });
  });
  after(() => broker?.close());

  beforeEach(async () => {
    prefix = `chancery-test-${randomUUID()}`;
    opened = [];
    channel = await broker.createChannel();
    channel.on('error', () => undefined); // a refused declaration closes it
  });
  afterEach(async () => {
    worker?.kill('SIGKILL'); // a test may have failed before it ended the worker
    worker = null;
    await Promise.all(opened.map((queue) => queue.close()));
    await deleteRabbitTopology(url, prefix, queueNames);
  });

  const open = (options: RabbitQueueOptions = {}, at = url) => {
    const queue = new RabbitQueue(at, { prefix, redeliveryDelayMs: 0, ...options });
    opened.push(queue);
    return queue;
  };

  queueContract('RabbitMQ', async (onDead) => {
    const queue = open(onDead ? { onDead } : {});
    return { queue, close: () => queue.close() };
  });

  it('JOB-2: declares a durable direct exchange and quorum queues that dead-letter at least once', async () => {
    const queue = open();
    await queue.publish('mail', ['a']);

    await channel.assertExchange(`${prefix}.jobs`, 'direct', { durable: true });
    await channel.assertExchange(`${prefix}.dead`, 'direct', { durable: true });
    await channel.checkQueue(`${prefix}.dead`);
    // The broker refuses a declaration that differs from the first.
    await channel.assertQueue(`${prefix}.jobs.mail`, {
      durable: true,
      arguments: {
        'x-queue-type': 'quorum',
        'x-delivery-limit': 20,
        'x-dead-letter-exchange': `${prefix}.dead`,
        'x-dead-letter-routing-key': `${prefix}.dead`,
        'x-dead-letter-strategy': 'at-least-once',
        'x-overflow': 'reject-publish',
      },
    });
  });

  it('JOB-2: resolves once the broker holds every message, persistent and under the id of its job', async () => {
    const jobIds = Array.from({ length: 230 }, () => randomUUID());
    await open().publish('mail', jobIds);

    const { messageCount } = await channel.checkQueue(`${prefix}.jobs.mail`);
    const message = await channel.get(`${prefix}.jobs.mail`, { noAck: true });

    expect(messageCount).to.equal(230);
    expect(message === false ? null : message.properties).to.include({
      deliveryMode: 2,
      messageId: jobIds[0],
    });
  });

  it('JOB-2: publishes a returned message again', async () => {
    const queue = open();
    await queue.publish('mail', ['before']);
    await channel.deleteQueue(`${prefix}.jobs.mail`);

    await queue.publish('mail', ['a', 'b']);

    expect((await channel.checkQueue(`${prefix}.jobs.mail`)).messageCount).to.equal(2);
  });

  it('keeps a wake-up that nobody took for the next consumer, across processes', async () => {
    await open().publish('mail', ['a']);

    expect(await firstOf(open(), 'mail')).to.equal('a');
  });

  it('consumes again after its queue was deleted', async () => {
    const queue = open();
    const jobs = new EventEmitter();
    await queue.publish('mail', ['first']);
    await queue.consume('mail', 1, async (jobId) => void jobs.emit('job', jobId));

    await channel.deleteQueue(`${prefix}.jobs.mail`);
    const arrival = once(jobs, 'job');
    await untilPublished(queue, 'mail', 'second');

    expect(await arrival).to.deep.equal(['second']);
  });

  it('JOB-11: a worker killed between effect and acknowledgement gives its wake-up to another', async () => {
    const script = fileURLToPath(new URL('./testing/hanging-consumer.ts', import.meta.url));
    const killed = spawn(
      process.execPath,
      ['--import', 'tsx', '--conditions=@chancery/source', script, url, prefix, 'mail'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    worker = killed;
    const gone = once(killed, 'exit');
    const queue = open();
    await queue.publish('mail', ['a']);
    const [effect] = await Promise.race([once(killed.stdout, 'data'), gone]);

    killed.kill('SIGKILL');
    const again = await firstOf(queue, 'mail');

    expect(String(effect)).to.equal('a\n');
    expect(again).to.equal('a');
    expect(await gone).to.deep.equal([null, 'SIGKILL']);
  });

  describe('while the broker is away', () => {
    let proxy: CuttableProxy;
    let proxied: string;
    beforeEach(async () => {
      const { hostname, port } = new URL(url);
      proxy = await cuttableProxy(hostname, Number(port || 5672));
      const through = new URL(url);
      through.host = `127.0.0.1:${proxy.port}`;
      proxied = through.href;
    });
    afterEach(() => proxy.close());

    it('JOB-2: rejects a publish within its time limit with the reason, and continues when the broker is back', async () => {
      const queue = open({ publishTimeoutMs: 300 }, proxied);
      const jobs = new EventEmitter();
      await queue.consume('mail', 1, async (jobId) => void jobs.emit('job', jobId));
      await untilPublished(queue, 'mail', 'first');

      proxy.cut();
      await proxy.refused();
      // Without the limit it would wait for the broker, which comes back only after this.
      const refusal = await failureOf(queue.publish('mail', ['lost']));
      expect(refusal).to.equal('dependency.unavailable');
      expect(await failureOf(queue.probe())).to.equal('dependency.unavailable');

      proxy.allow();
      const arrival = new Promise((resolve) => {
        jobs.on('job', (jobId) => jobId === 'second' && resolve(jobId));
      });
      await untilPublished(queue, 'mail', 'second');
      expect(await arrival).to.equal('second');
      await queue.probe();
    });

    it('goes on at another host of the cluster', async () => {
      const { host } = new URL(url);
      const queue = open({}, url.replace(host, `127.0.0.1:${proxy.port},${host}`));
      const jobs = new EventEmitter();
      await queue.consume('mail', 1, async (jobId) => void jobs.emit('job', jobId));
      await untilPublished(queue, 'mail', 'first');

      proxy.cut();
      const arrival = new Promise((resolve) => {
        jobs.on('job', (jobId) => jobId === 'second' && resolve(jobId));
      });
      await untilPublished(queue, 'mail', 'second');

      expect(await arrival).to.equal('second');
    });

    it('JOB-11: delivers again what was being handled when the connection broke', async () => {
      const queue = open({}, proxied);
      const jobs = new EventEmitter();
      let deliveries = 0;
      const hung = new Promise<void>((resolve) => {
        jobs.once('again', () => resolve());
      });
      const first = once(jobs, 'first');
      await queue.consume('mail', 1, async () => {
        deliveries += 1;
        jobs.emit(deliveries === 1 ? 'first' : 'again');
        await hung;
      });
      await queue.publish('mail', ['a']);
      await first;

      proxy.cut();
      await proxy.refused();
      proxy.allow();
      await hung;

      expect(deliveries).to.equal(2);
    });

    it('rejects what the broker took but did not confirm', async () => {
      const queue = open({}, proxied);
      await untilPublished(queue, 'mail', 'first');

      const publishing = failureOf(queue.publish('mail', ['a']));
      proxy.cut();

      expect(await publishing).to.equal('dependency.unavailable');
    });

    it('can be created before the broker is available, and consumes as soon as it is', async () => {
      proxy.cut();
      const failures = new EventEmitter();
      const log: Log = {
        info: () => undefined,
        error: () => undefined,
        warn: (_, text) => void failures.emit('warning', text),
      };
      const warning = once(failures, 'warning');
      const queue = open({ log }, proxied);
      const arrival = firstOf(queue, 'mail');
      expect(await warning).to.deep.equal(['the message broker does not answer']);

      proxy.allow();
      await queue.publish('mail', ['a']);

      expect(await arrival).to.equal('a');
    });

    it('closes', async () => {
      const queue = open({}, proxied);
      await untilPublished(queue, 'mail', 'first');
      proxy.cut();
      await proxy.refused();

      await queue.close();
    });
  });
});

const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => (isFailure(error) ? error.code : String(error)),
  );

/** The first wake-up that a new consumer gets. */
const firstOf = (queue: RabbitQueue, name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    queue.consume(name, 1, async (jobId) => resolve(jobId)).catch(reject);
  });

/** Publishes as the outbox relay does: again, until the broker has confirmed. */
async function untilPublished(queue: RabbitQueue, name: string, jobId: string): Promise<void> {
  while ((await failureOf(queue.publish(name, [jobId]))) !== 'none');
}
