import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { onBothDatabases } from '../testing/both-databases.ts';
import { explained, rowsLookedAt } from '../testing/explained.ts';
import { type OrderColumn, orderedPage } from './ordered-page.ts';

interface Row {
  readonly dueAt: string | null;
  readonly name: string | null;
  readonly id: number;
}

const ends = ['first', 'last'] as const;
const directions = [false, true];
/** Every way to order by an instant that may be missing, a name that may be missing, and an id. */
const orders: readonly (readonly OrderColumn[])[] = ends.flatMap((dueNulls) =>
  ends.flatMap((nameNulls) =>
    directions.flatMap((dueDescending) =>
      directions.flatMap((nameDescending) =>
        directions.map((descending) => [
          {
            column: 't.due_at',
            as: 'dueAt',
            type: 'timestamptz',
            descending: dueDescending,
            nulls: dueNulls,
          },
          {
            column: 't.name',
            as: 'name',
            type: 'text',
            collation: 'und-x-icu' as const,
            descending: nameDescending,
            nulls: nameNulls,
          },
          { column: 't.id', as: 'id', type: 'integer', descending },
        ]),
      ),
    ),
  ),
);

onBothDatabases('orderedPage', (database) => {
  /** A table of these rows in a transaction that leaves nothing behind. */
  async function withRows<T>(rows: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await database().pool.connect();
    try {
      await client.query('begin');
      await client.query(
        'create table ordered_rows (workspace_id text not null, due_at timestamptz, name text, id integer not null)',
      );
      await client.query(`insert into ordered_rows ${rows}`);
      return await work(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  const page = (order: readonly OrderColumn[], after: readonly (string | null)[] | null, rows: number) =>
    orderedPage({
      select: 't.due_at "dueAt", t.name, t.id',
      from: 'ordered_rows t',
      where: 't.workspace_id = $1',
      values: ['ws'],
      order,
      after,
      rows,
    });
  const keyOf = ({ dueAt, name, id }: Row) => [dueAt, name, String(id)];
  // Three of four rows share their instant or have none, and so with the names.
  const mixed = `select case when n % 7 = 0 then 'other' else 'ws' end,
    case when n % 3 = 0 then null else timestamptz '2026-01-01' + (n % 4) * interval '1 day' end,
    case when n % 5 = 0 then null else (array['zoe', 'Émile', 'eve', 'Ängel'])[n % 4 + 1] end, n
    from generate_series(1, 70) n`;

  it('PLT-25: walks once and in order through rows with and without values, whichever come first', async () => {
    await withRows(mixed, async (client) => {
      for (const order of orders) {
        const whole = page(order, null, 1000);
        const all = (await client.query<Row>(whole.text, [...whole.values])).rows;
        const seen: Row[] = [];
        let after: readonly (string | null)[] | null = null;
        do {
          const { text, values } = page(order, after, 8);
          const rows: Row[] = (await client.query<Row>(text, [...values])).rows;
          seen.push(...rows.slice(0, 7));
          const last: Row | undefined = rows[6];
          after = rows.length > 7 && last !== undefined ? keyOf(last) : null;
          // One that goes in circles must not go on for ever.
        } while (after !== null && seen.length <= all.length);

        expect(all).to.have.length(60);
        expect(seen, JSON.stringify(order)).to.deep.equal(all);
      }
    });
  });

  it('PLT-25: begins with the order that the database itself gives', async () => {
    await withRows(mixed, async (client) => {
      const [order = []] = orders;
      const { text, values } = page(order, null, 1000);
      const plain = `select t.id from ordered_rows t where t.workspace_id = 'ws'
        order by t.due_at nulls first, t.name collate "und-x-icu" nulls first, t.id`;

      const ids = async (statement: string, given: readonly unknown[] = []) =>
        (await client.query<Row>(statement, [...given])).rows.map(({ id }) => id);
      expect(await ids(text, values)).to.deep.equal(await ids(plain));
    });
  });

  it('PLT-25: gives no row after the last one, whatever it lacks', async () => {
    await withRows("values ('ws', null, null, 1), ('ws', null, 'eve', 2)", async (client) => {
      for (const order of orders) {
        const whole = page(order, null, 10);
        const [first, last] = (await client.query<Row>(whole.text, [...whole.values])).rows;
        if (first === undefined || last === undefined) throw new Error('There are two rows');
        for (const [row, following] of [
          [first, [last]],
          [last, []],
        ] as const) {
          const { text, values } = page(order, keyOf(row), 10);
          expect((await client.query(text, [...values])).rows).to.deep.equal(following);
        }
      }
    });
  });

  it('PLT-25: reads with an index no more rows than the ranges of a page have, however far the walk has come', async () => {
    const many = `select 'ws', case when n % 2 = 0 then null else timestamptz '2026-01-01' + n * interval '1 minute' end, 'eve', n
      from generate_series(1, 4000) n`;
    const order: readonly OrderColumn[] = [
      { column: 't.due_at', as: 'dueAt', type: 'timestamptz', nulls: 'last' },
      { column: 't.id', as: 'id', type: 'integer' },
    ];
    await withRows(many, async (client) => {
      await client.query('create index on ordered_rows (workspace_id, due_at, id)');
      await client.query('analyze ordered_rows');
      const rowsReadFrom = async (after: readonly (string | null)[]) =>
        rowsLookedAt(await explained(client, page(order, after, 20)));

      for (const after of [
        ['2026-01-01T00:01:00.000Z', '1'],
        ['2026-01-03T18:39:00.000Z', '3999'],
        [null, '2'],
        [null, '3990'],
      ])
        expect(await rowsReadFrom(after), String(after)).to.be.at.most(60);
    });
  });
});
