import { AsyncResource } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { dependencyUnavailable, isFailure, type Log, type Queue } from '@chancery/core';
import type { Channel, ChannelModel, ConsumeMessage, RecoveringChannelModel } from 'amqplib';
import { BrokerAddress } from './broker-address.ts';
import { declareExchanges, declareQueue, type RabbitNames, rabbitNames } from './rabbit-topology.ts';
import { redeliveryPause } from './redelivery.ts';
import { RenewingPublisher } from './renewing-publisher.ts';

export interface RabbitQueueOptions {
  /** The first part of all exchange and queue names. */
  readonly prefix?: string;
  readonly log?: Log;
  /** Is called for a wake-up that failed on every delivery, and again as long as it throws. */
  readonly onDead?: (jobId: string) => Promise<void> | void;
  /** How long a batch may wait for a connection and for its confirms before `publish` rejects. */
  readonly publishTimeoutMs?: number;
  /** The pause before the first redelivery; it doubles each time. */
  readonly redeliveryDelayMs?: number;
}

interface Consumer {
  /** The name of the queue on the broker. */
  readonly source: string;
  readonly declare: (channel: Channel) => Promise<void>;
  readonly prefetch: number;
  readonly handler: (jobId: string) => Promise<void>;
}

/** What belongs to one connection and is created anew with the next. */
interface Session {
  readonly model: ChannelModel;
  readonly publisher: RenewingPublisher;
  readonly consuming: { readonly channel: Channel; readonly consumerTag: string }[];
}

const batchSize = 100;
const connectTimeoutMs = 5_000;
const closeTimeoutMs = 5_000;
const nothing = (): void => undefined;

/**
 * Delivers wake-ups by RabbitMQ. It connects by itself and connects again when the broker comes back, so it can be created
 * while the broker is unavailable; until then `publish` rejects after `publishTimeoutMs` and `probe` throws.
 */
export class RabbitQueue implements Queue {
  readonly #names: RabbitNames;
  readonly #log: Log | undefined;
  readonly #publishTimeoutMs: number;
  readonly #redeliveryDelayMs: number;
  readonly #connection: Promise<RecoveringChannelModel>;
  readonly #consumers: Consumer[] = [];
  readonly #tasks = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #events = new EventEmitter().setMaxListeners(0);
  #session: Session | null = null;
  #closed: Promise<void> | null = null;
  #ended = false;

  constructor(url: string, options: RabbitQueueOptions = {}) {
    this.#names = rabbitNames(options.prefix ?? 'chancery');
    this.#log = options.log;
    this.#publishTimeoutMs = options.publishTimeoutMs ?? 5_000;
    this.#redeliveryDelayMs = options.redeliveryDelayMs ?? 100;
    const { onDead } = options;
    if (onDead) {
      const handler = async (jobId: string) => onDead(jobId);
      this.#consumers.push({
        source: this.#names.dead,
        declare: async () => undefined,
        prefetch: 1,
        handler,
      });
    }
    this.#connection = this.#connect(new BrokerAddress(url));
  }

  async publish(queue: string, jobIds: readonly string[]): Promise<void> {
    for (let start = 0; start < jobIds.length; start += batchSize) {
      await this.#track(this.#publishBatch(queue, jobIds.slice(start, start + batchSize)));
    }
  }

  /** While the broker is unavailable this resolves at once, and consuming begins with the connection. */
  async consume(queue: string, prefetch: number, handler: (jobId: string) => Promise<void>): Promise<void> {
    if (this.#closing.signal.aborted) throw unavailable('The queue is closed.');
    const consumer: Consumer = {
      source: this.#names.queue(queue),
      declare: (channel) => declareQueue(channel, this.#names, queue),
      prefetch,
      handler: AsyncResource.bind(async (jobId) => handler(jobId)),
    };
    this.#consumers.push(consumer);
    const session = this.#session;
    if (!session) return;
    await this.#attach(session.model, session.consuming, consumer).catch((error: unknown) => {
      this.#log?.warn({ error, queue }, 'a consumer could not start; it starts with the next connection');
      this.#drop(session.model);
    });
  }

  async probe(): Promise<void> {
    if (!this.#session) throw unavailable('The message broker is away.');
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    const consuming = this.#session?.consuming ?? [];
    const cancelled = consuming.map(({ channel, consumerTag }) => cancel(channel, consumerTag));
    await Promise.race([Promise.all(cancelled), wait(closeTimeoutMs, undefined, { ref: false })]);
    // A running handler may still publish.
    while (this.#tasks.size > 0) await Promise.allSettled(this.#tasks);

    this.#ended = true;
    const closed = this.#connection.then((connection) => connection.close());
    // The library waits for the broker's answer without a limit, and a broker that has stopped gives none.
    await Promise.race([closed, wait(closeTimeoutMs, undefined, { ref: false })]);
    this.#session = null;
  }

  async #connect(address: BrokerAddress): Promise<RecoveringChannelModel> {
    const setup = (model: ChannelModel) => this.#setUp(model);
    const recovery = { setup, initialDelay: 200, maxDelay: 5_000, waitForConnect: false };
    const { connect } = await import('amqplib');
    const connection = await connect(address, { noDelay: true, timeout: connectTimeoutMs, recovery });
    connection.on('error', nothing); // `disconnect` follows and says the same
    connection.on('disconnect', (error) => {
      address.passOver();
      this.#log?.warn({ error }, 'the message broker is away');
    });
    connection.on('connect-failed', (error) => {
      address.passOver();
      this.#log?.warn({ error }, 'the message broker does not answer');
    });
    return connection;
  }

  /** Builds everything that belongs to a connection; runs at each connect. */
  async #setUp(model: ChannelModel): Promise<void> {
    model.on('error', nothing); // the library listens only after the set-up; `close` follows each error
    try {
      const openChannel = async () => {
        const opened = await model.createConfirmChannel();
        this.#watch(model, opened);
        return opened;
      };
      const channel = await openChannel();
      await declareExchanges(channel, this.#names);
      const consuming: Session['consuming'] = [];
      // The array is not copied, so that a consumer that joins meanwhile is attached too.
      for (const consumer of this.#consumers) await this.#attach(model, consuming, consumer);

      const session = {
        model,
        publisher: new RenewingPublisher(channel, openChannel, this.#names),
        consuming,
      };
      model.once('close', () => this.#forget(model));
      this.#session = session;
      this.#events.emit('session', session);
    } catch (error) {
      // The channel is closed here and not by the library, which would wait without end if the broker stopped just now.
      await closedModel(model);
      throw error;
    }
  }

  async #attach(model: ChannelModel, consuming: Session['consuming'], consumer: Consumer): Promise<void> {
    const channel = await model.createChannel();
    this.#watch(model, channel);
    await consumer.declare(channel);
    await channel.prefetch(consumer.prefetch);
    const { consumerTag } = await channel.consume(consumer.source, (message) => {
      if (message) this.#take(channel, message, consumer);
      else this.#drop(model); // the broker ended the consumer: its queue was deleted
    });
    consuming.push({ channel, consumerTag });
  }

  /** If a channel closes (as the broker does if an acknowledgement takes 30 min), everything is created anew. */
  #watch(model: ChannelModel, channel: Channel): void {
    channel.on('error', (error) => this.#log?.warn({ error }, 'the message broker closed a channel'));
    channel.on('close', () => this.#drop(model));
  }

  #drop(model: ChannelModel): void {
    this.#forget(model);
    // This runs later, because a channel also closes while its connection is closing. Recovery begins with `close`.
    setImmediate(() => void model.close().catch(nothing));
  }

  #forget(model: ChannelModel): void {
    if (this.#session?.model === model) this.#session = null;
  }

  async #publishBatch(queue: string, jobIds: readonly string[]): Promise<void> {
    if (this.#ended) throw unavailable('The queue is closed.');
    const deadline = new AbortController();
    const late = wait(this.#publishTimeoutMs, undefined, { signal: deadline.signal }).then(() => {
      throw unavailable('The message broker is away or does not confirm.');
    });
    try {
      const { publisher } = this.#session ?? (await Promise.race([this.#nextSession(deadline.signal), late]));
      await Promise.race([publisher.publish(queue, jobIds), late]);
    } catch (cause) {
      throw isFailure(cause)
        ? cause
        : unavailable('The message broker refused a wake-up; publish it again.', cause);
    } finally {
      late.catch(nothing);
      deadline.abort();
    }
  }

  async #nextSession(signal: AbortSignal): Promise<Session> {
    const [session] = await once(this.#events, 'session', { signal });
    return session;
  }

  #take(channel: Channel, message: ConsumeMessage, consumer: Consumer): void {
    if (this.#closing.signal.aborted) answer(() => channel.nack(message, false, true));
    else void this.#track(this.#handle(channel, message, consumer));
  }

  async #handle(channel: Channel, message: ConsumeMessage, { handler, source }: Consumer): Promise<void> {
    const jobId = message.content.toString();
    try {
      await handler(jobId);
    } catch (error) {
      this.#log?.warn({ error, jobId, queue: source }, 'a wake-up failed and comes again');
      const redeliveries = Number(message.properties.headers?.['x-delivery-count'] ?? 0);
      await redeliveryPause(this.#redeliveryDelayMs, redeliveries, this.#closing.signal);
      answer(() => channel.nack(message, false, true));
      return;
    }
    answer(() => channel.ack(message));
  }

  #track(task: Promise<void>): Promise<void> {
    const tracked = task.finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
    return tracked;
  }
}

const unavailable = (message: string, cause?: unknown) => dependencyUnavailable({ message, cause });

/** If the channel is closed, the broker delivers the message again, so no answer is needed. */
function answer(send: () => void): void {
  try {
    send();
  } catch {
    // the library's "channel closed"
  }
}

async function cancel(channel: Channel, consumerTag: string): Promise<void> {
  await channel.cancel(consumerTag).catch(nothing);
}

/** Closes, and resolves even if the broker has stopped: its connection then closes without an answer. */
function closedModel(model: ChannelModel): Promise<void> {
  return new Promise((resolve) => {
    model.once('close', () => resolve());
    model.close().then(resolve, () => resolve());
  });
}
