import { AsyncResource } from 'node:async_hooks';
import { dependencyUnavailable, type Log, type Queue } from '@chancery/core';
import { redeliveryLimit, redeliveryPause } from './redelivery.ts';

export interface InProcessQueueOptions {
  readonly log?: Log;
  /** Is called for a wake-up that failed on every delivery, and again as long as it throws. */
  readonly onDead?: (jobId: string) => Promise<void> | void;
  /** The pause before the first redelivery; it doubles each time. */
  readonly redeliveryDelayMs?: number;
}

interface WakeUp {
  readonly jobId: string;
  readonly redeliveries: number;
}

interface Consumer {
  readonly prefetch: number;
  readonly handler: (jobId: string) => Promise<void>;
  running: number;
}

interface Line {
  readonly redeliveryLimit: number;
  readonly waiting: WakeUp[];
  readonly consumers: Consumer[];
}

/** Delivers wake-ups within one process. They are lost with it, but the outbox finds their jobs again (JOB-2). */
export class InProcessQueue implements Queue {
  readonly #lines = new Map<string, Line>();
  readonly #dead: Line = { redeliveryLimit: Number.POSITIVE_INFINITY, waiting: [], consumers: [] };
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #log: Log | undefined;
  readonly #redeliveryDelayMs: number;
  #closed = false;

  constructor({ log, onDead, redeliveryDelayMs = 100 }: InProcessQueueOptions = {}) {
    this.#log = log;
    this.#redeliveryDelayMs = redeliveryDelayMs;
    if (onDead) this.#join(this.#dead, 1, async (jobId) => onDead(jobId));
  }

  async publish(queue: string, jobIds: readonly string[]): Promise<void> {
    if (this.#closed) throw dependencyUnavailable({ message: 'The queue is closed.' });
    const line = this.#line(queue);
    for (const jobId of jobIds) line.waiting.push({ jobId, redeliveries: 0 });
    this.#dispatchSoon(line);
  }

  async consume(queue: string, prefetch: number, handler: (jobId: string) => Promise<void>): Promise<void> {
    this.#assertOpen();
    this.#join(this.#line(queue), prefetch, handler);
  }

  async probe(): Promise<void> {
    this.#assertOpen();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running); // they may still publish
    this.#closed = true;
  }

  #assertOpen(): void {
    if (this.#closing.signal.aborted) throw dependencyUnavailable({ message: 'The queue is closed.' });
  }

  #line(queue: string): Line {
    const line = this.#lines.get(queue) ?? { redeliveryLimit, waiting: [], consumers: [] };
    this.#lines.set(queue, line);
    return line;
  }

  #join(line: Line, prefetch: number, handler: (jobId: string) => Promise<void>): void {
    // The handler runs in the async context of the consumer, because it must never join the publisher's transaction.
    line.consumers.push({
      prefetch,
      running: 0,
      handler: AsyncResource.bind(async (jobId) => handler(jobId)),
    });
    this.#dispatchSoon(line);
  }

  #dispatchSoon(line: Line): void {
    setImmediate(() => this.#dispatch(line));
  }

  #dispatch(line: Line): void {
    while (!this.#closing.signal.aborted) {
      const consumer = line.consumers.find(({ running, prefetch }) => running < prefetch);
      const wakeUp = consumer && line.waiting.shift();
      if (!consumer || !wakeUp) return;

      const run = this.#run(line, consumer, wakeUp).finally(() => this.#running.delete(run));
      this.#running.add(run);
    }
  }

  async #run(line: Line, consumer: Consumer, wakeUp: WakeUp): Promise<void> {
    consumer.running += 1;
    try {
      await consumer.handler(wakeUp.jobId);
    } catch (error) {
      this.#log?.warn({ error, jobId: wakeUp.jobId }, 'a wake-up failed and comes again');
      await redeliveryPause(this.#redeliveryDelayMs, wakeUp.redeliveries, this.#closing.signal);
      this.#giveBack(line, wakeUp);
    } finally {
      consumer.running -= 1;
      this.#dispatchSoon(line);
    }
  }

  #giveBack(line: Line, { jobId, redeliveries }: WakeUp): void {
    if (redeliveries < line.redeliveryLimit) {
      line.waiting.push({ jobId, redeliveries: redeliveries + 1 });
      return;
    }
    this.#log?.error({ jobId }, 'a wake-up failed on every delivery');
    this.#dead.waiting.push({ jobId, redeliveries: 0 });
    this.#dispatchSoon(this.#dead);
  }
}
