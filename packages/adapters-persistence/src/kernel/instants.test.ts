import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sharedDatabase } from '../testing/world.ts';

const source = new URL('../', import.meta.url);
const clockOfTheDatabase =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|age)\s*\(|\b(?:current_timestamp|current_date|current_time|localtimestamp|localtime)\b|'(?:now|today|tomorrow|yesterday)'/i;
const clockOfTheMachine = /\bDate\.now\(|\bnew Date\(\)/;

describe('the instants that are stored and compared', () => {
  it('are parameters of every statement, and none reads the clock of the database or of the machine', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      // The test below looks at what migrations leave behind in the database itself.
      .filter((name) => !/^(testing|migrations)\//.test(name))
      .map((name) => ({ name, text: readFileSync(new URL(name, source), 'utf8') }));
    const offending = files.filter(
      ({ text }) => clockOfTheDatabase.test(text) || clockOfTheMachine.test(text),
    );

    expect(files.length).to.be.above(60);
    expect(offending.map(({ name }) => name)).to.deep.equal([]);
  });

  it('are given to every function, default, constraint, policy and view of the migrated database, and none reads a clock', async () => {
    const { pool } = await sharedDatabase();
    const { rows } = await pool.query<{ name: string; text: string }>(
      `select p.oid::regprocedure::text "name", p.prosrc "text" from pg_proc p where p.pronamespace = 'public'::regnamespace
       union all
       select format('%s.%s', d.adrelid::regclass, a.attname), pg_get_expr(d.adbin, d.adrelid)
         from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       union all
       select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
       union all
       select policyname, concat_ws(' ', qual, with_check) from pg_policies where schemaname = 'public'
       union all
       select viewname, definition from pg_views where schemaname = 'public'`,
    );

    expect(rows.length).to.be.above(100);
    expect(rows.filter(({ text }) => clockOfTheDatabase.test(text)).map(({ name }) => name)).to.deep.equal(
      [],
    );
  });
});
