import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { openMigratedPglite } from '../testing/snapshot.ts';
import { analyzeGrown, analyzeLarger } from './statistics.ts';

onBothDatabases('statistics of the tables', (database) => {
  const counted = async (table: string) =>
    (
      await database().pool.query<{ rows: number }>(
        'select reltuples::float8 "rows" from pg_class where relname = $1',
        [table],
      )
    ).rows[0]?.rows;

  it('are taken of every table after the migrations', async () => {
    const { rows } = await database().pool.query(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < 0",
    );
    expect(rows).to.deep.equal([]);
  });

  it('are taken anew of a table that was filled, and of no other', async () => {
    await analyzeGrown(database());
    await database().pool.query(
      "insert into schedule_ticks select 'bulk-' || n, '2026-11-23' from generate_series(1, 20000) n",
    );
    expect(await counted('schedule_ticks')).to.be.below(1000);

    // PostgreSQL tells other connections a little later what one has written.
    let grown: readonly string[] = [];
    for (let tries = 0; tries < 50 && grown.length === 0; tries += 1) {
      grown = await analyzeGrown(database());
      await wait(100);
    }

    expect(grown).to.deep.equal(['schedule_ticks']);
    expect(await counted('schedule_ticks')).to.be.above(19_000);
    expect(await analyzeGrown(database())).to.deep.equal([]);
    await database().pool.query("delete from schedule_ticks where topic like 'bulk-%'");
  });
});

describe('statistics of the embedded database', () => {
  it('are taken of a table that has more than doubled, though what was counted of it is lost', async () => {
    const database = await openMigratedPglite();
    const { pool } = database;
    await analyzeLarger(database);
    await pool.query(
      "insert into schedule_ticks select n::text, '2026-11-23' from generate_series(1, 20000) n",
    );
    // As it is after a process that was killed.
    await pool.query('select pg_stat_force_next_flush()');
    await pool.query('select pg_stat_reset()');

    expect(await analyzeGrown(database)).to.deep.equal([]);
    expect(await analyzeLarger(database)).to.deep.equal(['schedule_ticks']);
    expect(await analyzeLarger(database)).to.deep.equal([]);
    await database.close();
  });

  it('come with the room of what was deleted, which no server gives back there', async () => {
    const database = await openMigratedPglite();
    const { pool } = database;
    const size = async () => {
      const { rows } = await pool.query<{ size: number }>(
        "select pg_relation_size('schedule_ticks')::float8 size",
      );
      return rows[0]?.size;
    };
    await pool.query(
      "insert into schedule_ticks select n::text, '2026-11-23' from generate_series(1, 20000) n",
    );
    await pool.query('delete from schedule_ticks');
    await pool.query('select pg_stat_force_next_flush()');
    expect(await size()).to.be.above(500_000);

    expect(await analyzeGrown(database)).to.include('schedule_ticks');

    expect(await size()).to.equal(0);
    await database.close();
  });
});
