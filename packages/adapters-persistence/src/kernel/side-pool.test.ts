import { expect } from 'chai';
import { postgresDatabase } from '../testing/databases.ts';
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
    expect((await pool.query('select count(*)::int rows from projects')).rows).to.deep.equal([{ rows: 0 }]);
    await pool.end();
    await database.close();
  });
});
