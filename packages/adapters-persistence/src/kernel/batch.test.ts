import { systemIds } from '@chancery/core';
import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { onBothDatabases } from '../testing/both-databases.ts';
import { packetsOf } from '../testing/statements.ts';
import { sqlOn } from './sql.ts';

onBothDatabases('the statements of a turn', (database) => {
  let client: PoolClient;
  beforeEach(async () => {
    client = await database().pool.connect();
  });
  afterEach(() => client.release());
  /** A text of its own is prepared anew. */
  const fresh = (text: string) => `${text} /* ${systemIds.uuid7()} */`;

  it('leave in one packet and are answered in their order, whatever is asked in the same turn', async () => {
    client.release();
    let answers: unknown;
    const packets = await packetsOf(database(), async () => {
      client = await database().pool.connect();
      const sql = sqlOn(client);
      answers = await Promise.all([
        sql('select 1 n union all select 2 order by n'),
        sql.first('select 3 n where false'),
        sql.column('select n from generate_series($1::integer, $2::integer) n', [4, 5]),
        sql.changed('delete from jobs where false'),
      ]);
    });

    expect(answers).to.deep.equal([[{ n: 1 }, { n: 2 }], null, [4, 5], 0]);
    expect(packets.map(({ length }) => length)).to.deep.equal([4]);
  });

  it('read the columns of a statement as they were described the first time', async () => {
    const sql = sqlOn(client);
    const text = fresh(
      `select $1::timestamptz at, $2::jsonb document, $3::bytea bytes, $4::text[] list, $5::bigint number, null::text nothing`,
    );
    const values = ['2026-05-04T09:30:00.5Z', '{"a":1}', Buffer.from('x'), ['a', 'b,"c"'], 7];
    const row = {
      at: '2026-05-04T09:30:00.500Z',
      document: { a: 1 },
      bytes: Buffer.from('x'),
      list: ['a', 'b,"c"'],
      number: 7,
      nothing: null,
    };

    expect(await sql(text, values)).to.deep.equal([row]);
    expect(await Promise.all([sql(text, values), sql(text, values)])).to.deep.equal([[row], [row]]);
  });

  it('have their answers if they come before one that fails, and fail with it if they come after', async () => {
    const sql = sqlOn(client);
    const later = fresh('select 3 n');
    const outcomes = await Promise.allSettled([
      sql(fresh('select 1 n')),
      sql(fresh('select 1 / $1::integer n'), [0]),
      sql(later),
    ]);

    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ).to.deep.equal([[{ n: 1 }], 'division by zero', 'division by zero']);
    // It was never prepared, and is now.
    expect(await sql(later)).to.deep.equal([{ n: 3 }]);
  });

  it('are refused by themselves if a value cannot be sent', async () => {
    const sql = sqlOn(client);
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const outcomes = await Promise.allSettled([sql('select $1::text', [circular]), sql('select 2 n')]);

    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
  });
});
