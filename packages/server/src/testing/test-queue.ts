import { type Database, NotifiedQueue } from '@chancery/adapters-persistence';
import { InProcessQueue, RabbitQueue } from '@chancery/adapters-services';
import type { Queue } from '@chancery/core';

export const queueKinds = ['in process', 'PostgreSQL notices', 'RabbitMQ'] as const;

interface Place {
  readonly database: Database;
  readonly url: string;
  readonly amqpUrl: string;
  /** The first part of the names on the broker. */
  readonly prefix: string;
}

/** One of the queues that the server may run with. */
export function openTestQueue(
  kind: string,
  { database, url, amqpUrl, prefix }: Place,
  onDead?: (jobId: string) => Promise<void>,
): { readonly queue: Queue } {
  const options = { redeliveryDelayMs: 0, ...(onDead && { onDead }) };
  if (kind === 'RabbitMQ') return { queue: new RabbitQueue(amqpUrl, { prefix, ...options }) };
  const queue = new InProcessQueue(options);
  return { queue: kind === 'PostgreSQL notices' ? new NotifiedQueue(queue, database.pool, url) : queue };
}
