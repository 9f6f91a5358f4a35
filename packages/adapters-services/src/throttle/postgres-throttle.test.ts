import { randomBytes } from 'node:crypto';
import { throttleContract } from '@chancery/core/testing';
import { expect } from 'chai';
import pg from 'pg';
import { useFakeTimers } from 'sinon';
import { PostgresThrottle } from './postgres-throttle.ts';

const connectionString =
  process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/test';

/** Makes a new schema with the table, and as many pools as wanted, each of which stands for a process. */
async function openSchema(pools: number) {
  const schemaName = `throttle_${randomBytes(6).toString('hex')}`;
  const processes = Array.from({ length: pools }, () => new pg.Pool({ connectionString, max: 4 }));
  const [first] = processes;
  await first?.query(`create schema ${schemaName}`);
  await first?.query(
    `create table ${schemaName}.throttles (key varchar(255) primary key, points integer not null, expire bigint)`,
  );
  return {
    schemaName,
    throttles: processes.map((pool) => new PostgresThrottle(pool, { schemaName })),
    close: async () => {
      await first?.query(`drop schema ${schemaName} cascade`);
      await Promise.all(processes.map((pool) => pool.end()));
    },
  };
}

throttleContract('PostgreSQL', async () => {
  const { throttles, close } = await openSchema(1);
  const [throttle] = throttles;
  if (!throttle) throw new Error('no throttle');
  const clock = useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  return {
    throttle,
    passSeconds: (seconds) => clock.setSystemTime(Date.now() + seconds * 1000),
    close: async () => {
      clock.restore();
      await close();
    },
  };
});

describe('PostgresThrottle', () => {
  it('KEY-5: two processes on one database share the count', async () => {
    const { throttles, close } = await openSchema(2);
    try {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) => throttles[i % 2]?.consume('key', 'chan_live_0123abcd', 15, 60)),
      );
      expect(answers.filter((answer) => answer?.allowed)).to.have.length(15);

      await throttles[0]?.reset('key', 'chan_live_0123abcd');
      expect((await throttles[1]?.consume('key', 'chan_live_0123abcd', 15, 60))?.remaining).to.equal(14);
    } finally {
      await close();
    }
  });

  it('throws if the store is unavailable', async () => {
    const pool = new pg.Pool({ connectionString: 'postgresql://postgres@127.0.0.1:1/test' });
    const refusal = await new PostgresThrottle(pool).consume('key', 'a', 1, 60).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).to.be.instanceOf(Error);
    await pool.end();
  });
});
