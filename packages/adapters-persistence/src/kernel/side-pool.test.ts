import { expect } from 'chai';
import { postgresDatabase } from '../testing/databases.ts';
import { rateLeases } from './rate-leases.ts';
import { openSidePool } from './side-pool.ts';

describe('openSidePool', () => {
  it('works under a role that reaches the throttles and no workspace', async () => {
    const database = await postgresDatabase({ poolSize: 1 });
    const {
      rows: [{ url }],
    } = await database.pool.query('select current_database() url');
    const server = new URL(
      process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
    );
    server.pathname = url;
    const pool = openSidePool(server.href);

    expect((await pool.query('select current_user who')).rows).to.deep.equal([{ who: 'chancery_identity' }]);
    await pool.query("insert into throttles values ('a:b', 1, 0)");
    const asked = { bucket: 'key', key: 'a', limit: 120, wanted: 6 };
    expect(await rateLeases(pool).take([asked], '2026-11-23T12:00:00.000Z', 60)).to.deep.equal([
      {
        bucket: 'key',
        key: 'a',
        granted: 6,
        left: 114,
        endsAtMilliseconds: Date.parse('2026-11-23T12:01:00.000Z'),
      },
    ]);
    expect((await pool.query('select count(*)::int rows from projects')).rows).to.deep.equal([{ rows: 0 }]);
    await pool.end();
    await database.close();
  });
});
