import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from '@chancery/adapters-persistence';
import { webhookTestContext, world } from '@chancery/adapters-persistence/testing';
import {
  InProcessQueue,
  StandardWebhookSigner,
  systemClock,
  UndiciEgressClient,
} from '@chancery/adapters-services';
import { createWorker } from '@chancery/core';
import { openReceiver } from '../packages/adapters-services/src/webhooks/testing/receiver.ts';
import { benchDatabase } from './harness/bench-database.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// Webhooks over TLS to a receiver on this machine: how many a second, and whether each event of a receiver that fails a
// third of them has arrived exactly once after recovery. Receiver, worker and core share one process.
const endpoints = 4;
const { plain, failing } = program({
  plain: { usual: 4000, short: 400 },
  failing: { usual: 10_000, short: 200 },
});
const perCall = 100;

let failsAThird = false;
/** Answers given with 2xx, by delivery. */
const accepted = new Map<string, number>();
const refused = new Set<string>();
const receiver = await openReceiver(({ headers }, response) => {
  const id = headers['webhook-id'] ?? '';
  // The last digits of an id are random; the same third fails at every attempt until the receiver is mended.
  if (failsAThird && Number.parseInt(id.slice(-6), 16) % 3 === 0) {
    refused.add(id);
    response.writeHead(500).end('not now');
    return;
  }
  accepted.set(id, (accepted.get(id) ?? 0) + 1);
  response.writeHead(204).end();
});

const bench = await benchDatabase();
const database = await openPostgres(bench.url, { poolSize: 30 });
const log = { info: () => undefined, warn: () => undefined, error: console.error };
const ports = {
  clock: systemClock,
  queue: new InProcessQueue({ log }),
  egress: new UndiciEgressClient({
    certificateAuthorities: receiver.certificate,
    allowedRanges: ['127.0.0.0/8'],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  }),
  webhookSigner: new StandardWebhookSigner(),
};
const here = await world({ database, ports, settings: { accessTokenSeconds: 86_400 } });
const things = webhookTestContext(here);
for (let endpoint = 0; endpoint < endpoints; endpoint += 1)
  await things.register({ url: `${receiver.url}/${endpoint}` });
const worker = createWorker({ ...here.ports, ...ports });

/** Events for so many deliveries, every one of them committed before the clock starts. */
async function emit(deliveries: number): Promise<void> {
  for (let left = Math.ceil(deliveries / endpoints); left > 0; left -= perCall)
    await things.change(things.aThing(Math.min(perCall, left)));
}

const statuses = async (): Promise<Map<string, number>> => {
  const { rows } = await bench.client.query(
    'select status, count(*)::integer count from webhook_deliveries group by status',
  );
  return new Map(rows.map(({ status, count }) => [status, count]));
};

/** Seconds until no delivery is in one of these states. */
async function settled(...waiting: string[]): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const now = await statuses();
    if (waiting.every((status) => !now.get(status))) return (performance.now() - begun) / 1000;
    await wait(100);
  }
}

const since = new Date(Date.now() - 60_000).toISOString();
try {
  await emit(plain);
  const before = process.cpuUsage();
  await worker.start();
  const seconds = await settled('pending', 'delivering');
  const arrived = accepted.size;
  const { user, system } = process.cpuUsage(before);
  const connections = receiver.connections();

  failsAThird = true;
  await emit(failing);
  await settled('pending', 'delivering');
  const failed = (await statuses()).get('retrying') ?? 0;
  failsAThird = false;
  let queued = 0;
  const { webhookEndpoints } = await here.chancery.webhooks.listWebhookEndpoints({}, here.owner.session);
  for (const { id: endpointId } of webhookEndpoints)
    queued += (
      await here.chancery.webhooks.recoverWebhookDeliveries({ endpointId, since }, here.owner.session)
    ).queued;
  await settled('pending', 'delivering', 'retrying');

  const total = Math.ceil(plain / endpoints) * endpoints + Math.ceil(failing / endpoints) * endpoints;
  const twice = [...accepted.values()].filter((times) => times !== 1).length;
  printTable(
    ['webhooks', 'measured', 'wanted'],
    [
      ['deliveries a second', Math.round(arrived / seconds), '>= 400'],
      ['connections they took', connections, '-'],
      ['processor time of one, receiver included (ms)', ((user + system) / 1000 / arrived).toFixed(1), '-'],
      ['refused at first', refused.size, 'about a third'],
      ['waiting when the receiver was mended', failed, '-'],
      ['recovered', queued, '-'],
      ['arrived', accepted.size, total],
      ['arrived more than once', twice, 0],
      ['succeeded', (await statuses()).get('succeeded') ?? 0, total],
    ],
  );
  if (accepted.size !== total || twice !== 0) process.exitCode = 1;
} finally {
  await worker.stop();
  await ports.queue.close();
  await database.close();
  await receiver.close();
  await bench.drop();
}
