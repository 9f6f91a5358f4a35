import { RabbitQueue } from '../rabbit-queue.ts';

/** This worker writes its effect to the standard output and never acknowledges it; the test kills it. */
const [url = '', prefix = '', name = ''] = process.argv.slice(2);
const queue = new RabbitQueue(url, { prefix });
await queue.consume(name, 1, async (jobId) => {
  process.stdout.write(`${jobId}\n`);
  await new Promise(() => undefined);
});
