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

  it('looks again each minute and not before, and never after it was stopped', async () => {
    const timers = useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { log, lines } = recordedLog();
    const asked = spy(database().pool, 'query');
    const looks = () =>
      asked.getCalls().filter(({ args }) => String(args[0]).includes('pg_stat_get_mod_since_analyze')).length;
    const watch = watchStatistics(database(), log);
    watch.start();
    await asked.firstCall.returnValue;
    await fill('filled', 20_000);
    timers.tick(59_999);
    expect(looks()).to.equal(1);
    timers.tick(1);
    await watch.stop();

    timers.tick(600_000);

    expect(lines).to.deep.equal([took]);
    expect(looks()).to.equal(2);
  });
});

describe('the watch over the statistics of tables that cannot be read', () => {
  afterEach(() => restore());

  it('goes on without them, says so, and tries again a minute later', async () => {
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
    timers.tick(60_000);
    await watch.stop();

    expect(lines).to.deep.equal([['warn', { error: 'Error: The database restarts' }]]);
    expect(asked).to.equal(2);
  });
});
