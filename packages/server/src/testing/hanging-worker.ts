import { openPostgres } from '@chancery/adapters-persistence';
import { world } from '@chancery/adapters-persistence/testing';
import { createWorker, type MailMessage } from '@chancery/core';
import { openTestQueue } from './test-queue.ts';

/** This worker has its effect and never acknowledges it. It says so on its standard output, and the test kills it. */
const [kind = '', url = '', amqpUrl = '', prefix = ''] = process.argv.slice(2);
const database = await openPostgres(url, { poolSize: 4 });
const { queue } = openTestQueue(kind, { database, url, amqpUrl, prefix });
const { ports } = await world({ database });
const mail = {
  async send({ messageId, to }: MailMessage): Promise<void> {
    process.stdout.write(`${JSON.stringify({ messageId, to: to.address })}\n`);
    await new Promise(() => undefined);
  },
};
await createWorker({ ...ports, queue, mail }).start();
process.stdout.write('works\n');
