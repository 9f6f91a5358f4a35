import type { RateLimit } from '@chancery/core';
import { requestRatesContract } from '@chancery/core/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import type pg from 'pg';
import { onBothDatabases } from '../testing/both-databases.ts';
import type { Database } from './data-source.ts';
import { LeasedRates } from './leased-rates.ts';
import { type RateLeases, rateLeases } from './rate-leases.ts';

const noon = '2026-11-23T12:00:00.000Z';
const inAMinute = '2026-11-23T12:01:00.000Z';
const silent = { warn: () => undefined };

/** Statements under the role of the side pool, on a database whose own user may do anything. */
const asIdentity = ({ pool }: Database): Pick<pg.Pool, 'query'> =>
  ({
    query: async (statement: pg.QueryConfig) => {
      const client = await pool.connect();
      try {
        await client.query('begin; set local role chancery_identity');
        const result = await client.query(statement);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    // The one form that the leases are asked in.
  }) as unknown as Pick<pg.Pool, 'query'>;

/** Notes how often the others are asked, and can let an answer wait. */
class WatchedLeases implements RateLeases {
  readonly #leases: RateLeases;
  questions = 0;
  isAway = false;
  held: Promise<unknown> = Promise.resolve();
  constructor(leases: RateLeases) {
    this.#leases = leases;
  }
  async take(...asked: Parameters<RateLeases['take']>) {
    this.questions += 1;
    await this.held;
    if (this.isAway) throw new Error('no connection');
    return this.#leases.take(...asked);
  }
}

requestRatesContract('one process alone', async () => ({
  rates: new LeasedRates(null, silent),
  close: async () => undefined,
}));

onBothDatabases('one process that shares its counts', (database) => {
  requestRatesContract('leases', async () => ({
    rates: new LeasedRates(rateLeases(asIdentity(database())), silent),
    close: async () => undefined,
  }));
});

onBothDatabases('requests that several processes count', (database) => {
  let number = 0;
  /** A limit of its own for each test. */
  const limitOf = (limit: number): RateLimit => {
    number += 1;
    return { bucket: 'key', key: `shared ${number} ${Math.random()}`, limit };
  };
  const aProcess = () => {
    const leases = new WatchedLeases(rateLeases(asIdentity(database())));
    return { leases, rates: new LeasedRates(leases, silent) };
  };
  const passed = async (
    { rates }: ReturnType<typeof aProcess>,
    times: number,
    limit: RateLimit,
    now = noon,
  ) => {
    let count = 0;
    for (let i = 0; i < times; i += 1) if ((await rates.count([limit], now)).allowed) count += 1;
    return count;
  };

  it('KEY-5: two processes that both request until they are refused let exactly the limit pass', async () => {
    const [one, other, limit] = [aProcess(), aProcess(), limitOf(120)];
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? one : other).rates.count([limit], noon)),
    );

    expect(answers.filter(({ allowed }) => allowed)).to.have.length(120);
    expect(await passed(one, 1, limit)).to.equal(0);
    expect(await passed(one, 130, limit, inAMinute)).to.equal(120);
  });

  it('KEY-5: a process leaves at most a twentieth of the limit unused to the others, and never more passes than the limit', async () => {
    const [busy, idle, limit] = [aProcess(), aProcess(), limitOf(120)];
    expect(await passed(idle, 1, limit)).to.equal(1);

    expect(await passed(busy, 200, limit)).to.equal(120 - 6);
    expect(await passed(idle, 200, limit)).to.equal(5);
  });

  it('KEY-5: a process that ends with a lease loses it until the minute is over, and nothing more', async () => {
    const [lost, next, limit] = [aProcess(), aProcess(), limitOf(1200)];
    expect(await passed(lost, 10, limit)).to.equal(10);

    expect(await passed(next, 1300, limit)).to.equal(1200 - 60);
    expect(await passed(aProcess(), 1300, limit, inAMinute)).to.equal(1200);
  });

  it('KEY-5: any number of processes lets at most the limit pass, and at least that without a lease of each other one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 90 }),
        fc.array(fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: 1, max: 40 })), { maxLength: 8 }),
        async (most, bursts) => {
          const [processes, limit] = [[aProcess(), aProcess(), aProcess()], limitOf(most)];
          let sum = 0;
          for (const [which, times] of bursts)
            sum += await passed(processes[which] ?? aProcess(), times, limit);
          sum += await passed(processes[0] ?? aProcess(), most, limit);

          expect(sum).to.be.at.most(most);
          expect(sum).to.be.at.least(most - 2 * Math.ceil(most / 20));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('THR-10: requests wait for no statement while a lease lasts, and ask for the next before it ends', async () => {
    const [{ rates, leases }, limit] = [aProcess(), limitOf(12_000)];
    await rates.count([limit], noon);
    let answer: () => void = () => undefined;
    leases.held = new Promise<void>((resolve) => {
      answer = resolve;
    });

    // 600 of the first lease, less the one that asked for it.
    for (let i = 0; i < 599; i += 1) expect((await rates.count([limit], noon)).allowed).to.equal(true);
    expect(leases.questions).to.equal(2);
    const waits = rates.count([limit], noon);
    answer();

    expect(await waits).to.deep.equal({ allowed: true, remaining: 11_399, endsInSeconds: 60 });
    expect(leases.questions).to.equal(2);
  });

  it('THR-10: one statement is shared by some hundred requests, and none is needed to refuse', async () => {
    const [one, limit] = [aProcess(), limitOf(1200)];
    await passed(one, 60, limit);
    expect(one.leases.questions).to.equal(2);

    await passed(one, 1140, limit);
    const toTheEnd = one.leases.questions;
    expect(toTheEnd).to.be.below(150);
    expect(await passed(one, 500, limit)).to.equal(0);
    expect(one.leases.questions).to.equal(toTheEnd);
  });

  it('THR-10: the limits of one request are asked for in one statement', async () => {
    const { rates, leases } = aProcess();
    await rates.count([limitOf(1200), limitOf(12_000)], noon);

    expect(leases.questions).to.equal(1);
  });

  it('THR-14: while the others cannot be asked, this process counts alone, and asks once a minute', async () => {
    const warnings: string[] = [];
    const leases = new WatchedLeases(rateLeases(asIdentity(database())));
    const rates = new LeasedRates(leases, { warn: (_, message) => warnings.push(message) });
    const [limit, one] = [limitOf(120), { rates, leases }];
    leases.isAway = true;

    expect(await passed(one, 200, limit)).to.equal(120);
    expect([leases.questions, warnings.length]).to.deep.equal([1, 1]);
    leases.isAway = false;
    expect(await passed(one, 200, limit, inAMinute)).to.equal(120);
    expect(leases.questions).to.be.above(1);
  });

  it('THR-14: one that had asked before goes on with what was left then', async () => {
    const [one, limit] = [aProcess(), limitOf(120)];
    expect(await passed(one, 1, limit)).to.equal(1);
    one.leases.isAway = true;

    expect(await passed(one, 200, limit)).to.equal(119);
  });

  it('KEY-5: a minute that a wrong clock began far in the future binds nobody', async () => {
    const [one, other, limit] = [aProcess(), aProcess(), limitOf(3)];
    expect(await passed(one, 4, limit, '2026-11-24T12:00:00.000Z')).to.equal(3);
    expect(await passed(other, 4, limit)).to.equal(3);
  });

  it('KEY-5: who comes in the middle of a minute is told of its end, and counts anew from then on', async () => {
    const [first, second, limit] = [aProcess(), aProcess(), limitOf(40)];
    expect(await passed(first, 1, limit)).to.equal(1);

    const amid = '2026-11-23T12:00:40.000Z';
    expect(await passed(second, 60, limit, amid)).to.be.within(30, 39);
    expect(await second.rates.count([limit], amid)).to.deep.equal({
      allowed: false,
      remaining: 0,
      endsInSeconds: 20,
    });
    expect(await passed(second, 60, limit, inAMinute)).to.equal(40);
  });

  it('KEY-5: a clock that is some seconds behind shares the minute, and is told to wait for one minute at most', async () => {
    const [ahead, behind, limit] = [aProcess(), aProcess(), limitOf(1)];
    expect(await passed(ahead, 2, limit, '2026-11-23T12:00:05.000Z')).to.equal(1);
    expect(await behind.rates.count([limit], noon)).to.deep.equal({
      allowed: false,
      remaining: 0,
      endsInSeconds: 60,
    });
  });

  it('THR-10: nothing of it is written to a disk before an answer', async () => {
    const { rows } = await database().pool.query(
      "select relpersistence kind from pg_class where oid = 'request_rates'::regclass",
    );
    expect(rows).to.deep.equal([{ kind: 'u' }]);
  });
});

describe('the windows that a process remembers', () => {
  it('are forgotten some time after they are over', async () => {
    const rates = new LeasedRates(null, silent);
    const count = (index: number, now: string) =>
      rates.count([{ bucket: 'session', key: `session ${index}`, limit: 5 }], now);
    for (let i = 0; i < 1000; i += 1) await count(i, noon);
    expect(rates.size).to.equal(1000);

    await count(1000, inAMinute);
    expect(rates.size).to.equal(1);
    expect((await count(0, inAMinute)).remaining).to.equal(4);
  });
});
