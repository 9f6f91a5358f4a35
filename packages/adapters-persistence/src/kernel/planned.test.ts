import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { plannedAnew, plannedOnce } from './planned.ts';
import { sqlOn } from './sql.ts';

onBothDatabases('how a statement is planned', (database) => {
  for (const { name, planned, says, plans } of [
    {
      name: 'once',
      planned: plannedOnce,
      says: 'for no single value, from the first call on, where it is planned once',
      plans: { generic: 7, custom: 0 },
    },
    {
      name: 'anew',
      planned: plannedAnew,
      says: 'for its values, however often it is sent, where it is planned anew',
      plans: { generic: 0, custom: 7 },
    },
  ])
    it(says, async () => {
      const client = await database().pool.connect();
      try {
        const sql = sqlOn(client);
        await sql('begin');
        const text = `select $1::text || '!' "${name}"`;
        for (const id of 'abcdefg')
          expect(await planned(sql, text, [id])).to.deep.equal([{ [name]: `${id}!` }]);
        const counted = await sql(
          `select generic_plans::int "generic", custom_plans::int "custom" from pg_prepared_statements
           where statement like '%"${name}"%' and statement not like '%pg_prepared%'`,
        );
        expect(counted).to.deep.equal([plans]);
      } finally {
        await client.query('rollback');
        client.release();
      }
    });
});
