import { setTimeout as sleep } from 'node:timers/promises';
import {
  anAnswer,
  postgresDatabase,
  webhookTestContext,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { EgressOutcome } from '../kernel/egress.ts';
import { createWorker } from '../pipeline/worker.ts';

const until = async (reached: () => boolean) => {
  while (!reached()) await sleep(20);
};

describe('deliveries in flight', () => {
  it('WHK-8: at most five deliveries of one endpoint are in flight, whatever the number of workers, and a slow endpoint delays no other', async () => {
    const database = await postgresDatabase({ poolSize: 12 });
    const here = await world({ database });
    const { ports } = here;
    const things = webhookTestContext(here);
    const waiting: ((outcome: EgressOutcome) => void)[] = [];
    let mostWaiting = 0;
    let quick = 0;
    ports.egress.answer = ({ url }) => {
      if (url.includes('quick')) {
        quick += 1;
        return anAnswer(204);
      }
      return new Promise((resolve) => {
        waiting.push(resolve);
        mostWaiting = Math.max(mostWaiting, waiting.length);
      });
    };
    await things.register({ url: 'https://slow.example.com/' });
    // Everything for the slow endpoint was queued before anything for the quick one.
    await things.change(things.aThing(60));
    here.clock.advance({ seconds: 1 });
    await things.register({ url: 'https://quick.example.com/' });
    await here.sql("update webhook_endpoints set event_types = '{webhook.test}' where url like '%slow%'");
    await things.change(things.aThing(40));
    const workers = [1, 2, 3].map(() => createWorker(ports, { pollMilliseconds: 20 }));

    await Promise.all(workers.map((worker) => worker.start()));
    await until(() => quick === 40 && waiting.length === 5);

    expect([quick, waiting.length, mostWaiting]).to.deep.equal([40, 5, 5]);
    let released = 0;
    while (released < 60) {
      await until(() => waiting.length > 0);
      expect(waiting.length).to.be.within(1, 5);
      waiting.shift()?.(anAnswer(204));
      released += 1;
    }
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(mostWaiting).to.equal(5);
    const sent = ports.egress.sent.map(({ headers }) => headers['webhook-id']);
    expect([sent.length, new Set(sent).size]).to.deep.equal([100, 100]);
    await database.close();
  });
});
