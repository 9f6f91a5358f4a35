import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { plannedOnce } from './planned-once.ts';
import { sqlOn } from './sql.ts';

onBothDatabases('plannedOnce', (database) => {
  it('has a statement planned for no single value, from the first call on', async () => {
    const client = await database().pool.connect();
    try {
      const sql = sqlOn(client);
      await sql('begin');
      for (const id of ['a', 'b', 'c'])
        expect(await plannedOnce(sql, 'select $1::text || \'!\' "said"', [id])).to.deep.equal([
          { said: `${id}!` },
        ]);
      const plans = await sql(
        `select generic_plans::int "generic", custom_plans::int "custom" from pg_prepared_statements
         where statement like '%"said"%' and statement not like '%pg_prepared%'`,
      );
      expect(plans).to.deep.equal([{ generic: 3, custom: 0 }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
