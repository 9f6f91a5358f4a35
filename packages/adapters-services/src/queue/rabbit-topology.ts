import type { Channel } from 'amqplib';
import { redeliveryLimit } from './redelivery.ts';

/** Exchanges and queues on the broker (platform 7), all below one prefix. */
export interface RabbitNames {
  readonly jobs: string;
  readonly dead: string;
  queue(name: string): string;
}

export const rabbitNames = (prefix: string): RabbitNames => ({
  jobs: `${prefix}.jobs`,
  dead: `${prefix}.dead`,
  queue: (name) => `${prefix}.jobs.${name}`,
});

const quorum = {
  'x-queue-type': 'quorum',
  'x-overflow': 'reject-publish', // at-least-once dead lettering requires it
};

/** Declares both exchanges, and the dead queue with its binding. */
export async function declareExchanges(channel: Channel, names: RabbitNames): Promise<void> {
  await channel.assertExchange(names.jobs, 'direct', { durable: true });
  await channel.assertExchange(names.dead, 'direct', { durable: true });
  // By default RabbitMQ 4 drops a message after 20 deliveries; a dead one must stay until its job is marked.
  const forever = { ...quorum, 'x-delivery-limit': 1_000_000_000 };
  await channel.assertQueue(names.dead, { durable: true, arguments: forever });
  await channel.bindQueue(names.dead, names.dead, names.dead);
}

/** Declares the queue of one name, with its binding. Declaring it again changes nothing. */
export async function declareQueue(channel: Channel, names: RabbitNames, name: string): Promise<void> {
  await channel.assertQueue(names.queue(name), {
    durable: true,
    arguments: {
      ...quorum,
      'x-delivery-limit': redeliveryLimit,
      'x-dead-letter-exchange': names.dead,
      'x-dead-letter-routing-key': names.dead,
      'x-dead-letter-strategy': 'at-least-once',
    },
  });
  await channel.bindQueue(names.queue(name), names.jobs, name);
}

/** Deletes everything below a prefix, with the messages in it: for tests and for taking Chancery off a broker. */
export async function deleteRabbitTopology(
  url: string,
  prefix: string,
  queues: readonly string[],
): Promise<void> {
  const names = rabbitNames(prefix);
  const { connect } = await import('amqplib');
  const connection = await connect(url, { noDelay: true });
  try {
    const channel = await connection.createChannel();
    for (const queue of queues) await channel.deleteQueue(names.queue(queue));
    await channel.deleteQueue(names.dead);
    await channel.deleteExchange(names.jobs);
    await channel.deleteExchange(names.dead);
  } finally {
    await connection.close();
  }
}
