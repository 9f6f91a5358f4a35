import { setImmediate } from 'node:timers/promises';
import type { Database } from '@chancery/adapters-persistence';
import { onBothDatabases } from '@chancery/adapters-persistence/testing';
import type { Log } from '@chancery/core';
import { expect } from 'chai';
import { restore, spy, useFakeTimers } from 'sinon';
import { watchStatistics } from './table-statistics.ts';

/** Keeps what is logged: the level, and the tables or the error. */
function recordedLog() {
  const lines: unknown[] = [];
  const note = (level: string) => (fields: object) => lines.push([level, fields]);
  const log: Log = { info: note('info'), warn: note('warn'), error: note('error') };
  return { log, lines };
}

const took = ['info', { tables: ['schedule_ticks'] }];

onBothDatabases('the watch over the statistics of the tables', (database) => {
  /** Fills the table, and has the server count that at once, which it else does a little later. */
  const fill = async (name: string, rows: number) => {
    const client = await database().pool.connect();
    await client.query(
      "insert into schedule_ticks select $1 || '-' || n, '2026-11-23' from generate_series(1, $2::int) n",
      [name, rows],
    );
    await client.query('select pg_stat_force_next_flush()');
    client.release();
  };
  const estimated = async () => {
    const { rows } = await database().pool.query<{ rows: number }>(
      `select reltuples::float8 "rows" from pg_class where relname = 'schedule_ticks'`,
    );
    return rows[0]?.rows;
  };
  before(() => database().pool.query('analyze'));
  afterEach(async () => {
    restore();
    const client = await database().pool.connect();
    await client.query("delete from schedule_ticks where topic like 'filled%'");
    // Counted any later, what was deleted would look like a change since the statistics that are taken now.
    await client.query('select pg_stat_force_next_flush()');
    await client.query('analyze');
    client.release();
  });

  it('takes those of a table that a backup filled at the start, and tells which', async () => {
    const { log, lines } = recordedLog();
    await fill('filled', 20_000);
    const watch = watchStatistics(database(), log);

    watch.start();
    await watch.stop();

    expect(lines).to.deep.equal([took]);
    expect(await estimated()).to.be.above(19_000);
  });

  it('takes those of a table at the start that grew while nobody counted', async () => {
    const { log, lines } = recordedLog();
    await fill('filled', 80_000);
    await database().pool.query('select pg_stat_reset()');
    const watch = watchStatistics(database(), log);

    watch.start();
    await watch.stop();

    expect(lines).to.deep.equal([took]);
  });

  /** A watch under a clock that is moved by hand; each look has ended when the next is due. */
  async function watchedByHand() {
    const timers = useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { log, lines } = recordedLog();
    const asked = spy(database().pool, 'query');
    const looks = () => asked.getCalls().filter(({ args }) => String(args[0]).includes('mod_since_analyze'));
    const watch = watchStatistics(database(), log);
    watch.start();
    await ended();
    async function ended() {
      for (let seen = -1; seen !== asked.callCount; ) {
        seen = asked.callCount;
        await Promise.all(asked.getCalls().map(({ returnValue }) => returnValue));
        await setImmediate();
      }
    }
    return { timers, lines, looks, watch, ended };
  }

  it('looks every five seconds for a table that has doubled, and never after it was stopped', async () => {
    const { timers, lines, looks, watch, ended } = await watchedByHand();
    await fill('filled', 20_000);
    timers.tick(4999);
    expect(looks()).to.have.length(1);
    timers.tick(1);
    await ended();
    await watch.stop();

    timers.tick(600_000);

    expect(lines).to.deep.equal([took]);
    expect(looks()).to.have.length(2);
  });

  it('looks once a minute for a table of which a tenth has changed', async () => {
    await fill('filled before', 20_000);
    await database().pool.query('analyze schedule_ticks');
    const { timers, lines, looks, watch, ended } = await watchedByHand();
    await fill('filled', 5000);
    for (let seconds = 5; seconds < 60; seconds += 5) {
      timers.tick(5000);
      await ended();
    }
    expect([lines, looks().length]).to.deep.equal([[], 12]);

    timers.tick(5000);
    await ended();
    await watch.stop();

    expect(lines).to.deep.equal([took]);
  });
});

describe('the watch over the statistics of tables that cannot be read', () => {
  afterEach(() => restore());

  it('goes on without them, says so, and tries again five seconds later', async () => {
    const timers = useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { log, lines } = recordedLog();
    let asked = 0;
    const query = async () => {
      asked += 1;
      if (asked === 1) throw new Error('The database restarts');
      return { rows: [] };
    };
    // Only the query of its pool is asked.
    const watch = watchStatistics({ pool: { query } } as unknown as Database, log);

    watch.start();
    timers.tick(5000);
    await watch.stop();

    expect(lines).to.deep.equal([['warn', { error: 'Error: The database restarts' }]]);
    expect(asked).to.equal(2);
  });
});
