import { setTimeout as wait } from 'node:timers/promises';
import type { ConfirmChannel } from 'amqplib';
import { declareQueue, type RabbitNames } from './rabbit-topology.ts';

const roundsPerBatch = 3;
/** RabbitMQ does not notify the consumers of a deleted queue if one of its name is declared again at once. */
const pauseBeforeDeclaringAgainMs = 250;

/** Publishes on one channel, and remembers which queues were declared on it. It lives as long as the channel. */
export class RabbitPublisher {
  readonly #channel: ConfirmChannel;
  readonly #names: RabbitNames;
  readonly #declared = new Map<string, Promise<void>>();
  readonly #returned = new Set<string>();
  #sequence = 0;

  constructor(channel: ConfirmChannel, names: RabbitNames) {
    this.#channel = channel;
    this.#names = names;
    // The broker sends the return of a message before its confirm.
    channel.on('return', ({ properties }) => this.#returned.add(String(properties.correlationId)));
  }

  /**
   * Resolves when every message is confirmed in its queue. A message that no queue took is returned by the broker;
   * the queue is declared and the message published again. Rejects when the broker refuses or the channel closes.
   */
  async publish(queue: string, jobIds: readonly string[]): Promise<void> {
    let pending = jobIds;
    for (let round = 0; round < roundsPerBatch && pending.length > 0; round += 1) {
      await this.#declare(queue);
      const routed = await Promise.all(pending.map((jobId) => this.#send(queue, jobId)));
      pending = pending.filter((_, index) => !routed[index]);
      if (pending.length === 0) return;
      this.#declared.delete(queue);
      await wait(pauseBeforeDeclaringAgainMs, undefined, { ref: false });
    }
    if (pending.length > 0)
      throw new Error(`The broker returned ${pending.length} messages for the queue ${queue}.`);
  }

  #declare(queue: string): Promise<void> {
    const declared = this.#declared.get(queue) ?? declareQueue(this.#channel, this.#names, queue);
    this.#declared.set(queue, declared);
    return declared;
  }

  /** Resolves when the broker confirms, with whether a queue took the message. */
  #send(queue: string, jobId: string): Promise<boolean> {
    this.#sequence += 1;
    const correlationId = String(this.#sequence);
    const properties = { persistent: true, mandatory: true, messageId: jobId, correlationId };
    return new Promise((resolve, reject) => {
      this.#channel.publish(this.#names.jobs, queue, Buffer.from(jobId), properties, (error: unknown) => {
        const returned = this.#returned.delete(correlationId);
        if (error) reject(error);
        else resolve(!returned);
      });
    });
  }
}
