import { expect } from 'chai';
import { TenantKeys0054 } from '../migrations/0054-tenant-keys.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { type Database, postgresDatabase } from '../testing/databases.ts';

/**
 * Unique keys that do not hold the workspace. What people choose or type must be unique over all workspaces, so the table
 * that says to whom it belongs stays whole (with Citus, a local table of the coordinator), and so does a table with rows of
 * no workspace. Secrets are no exception: nobody draws the same 256 bits twice, so each is unique together with its workspace.
 */
const exceptions: Readonly<Record<string, string>> = {
  jobs_pkey:
    'jobs of the installation have no workspace, and workers take jobs of all workspaces in one order',
  workspace_slugs_pkey: 'a slug is chosen by people, and says which workspace it belongs to',
};
const wholeTables = ['jobs', 'workspace_slugs'];

onBothDatabases('the keys of the tables of tenants', (database) => {
  const rowsOf = async <R extends object>(text: string) => (await database().pool.query<R>(text)).rows;

  it('PLT-11: hold the workspace in every unique key, except those that are named here with their reason', async () => {
    const found = await rowsOf<{ name: string }>(`
      with tenants as (${tenants})
      select i.relname "name" from tenants t join pg_index x on x.indrelid = t."table" and x.indisunique
      join pg_class i on i.oid = x.indexrelid
      where t.tenant <> all(x.indkey::smallint[]) order by 1`);

    expect(found.map(({ name }) => name)).to.deep.equal(Object.keys(exceptions).sort());
  });

  it('PLT-11: hold the workspace in every foreign key between them, so that no row refers to one of another workspace', async () => {
    const found = await rowsOf<{ name: string }>(`
      with tenants as (${tenants})
      select f.conrelid::regclass || ': ' || pg_get_constraintdef(f.oid) "name"
      from pg_constraint f join tenants t on t."table" = f.conrelid join tenants r on r."table" = f.confrelid
      where f.contype = 'f' and not exists (
        select from generate_subscripts(f.conkey, 1) n where f.conkey[n] = t.tenant and f.confkey[n] = r.tenant) order by 1`);

    expect(found.map(({ name }) => name)).to.deep.equal([]);
  });
});

describe('the keys of the tables of tenants on PostgreSQL alone', () => {
  let database: Database;
  before(async () => {
    database = await postgresDatabase();
  });
  after(() => database.close());

  it('PLT-11: let every such table be divided by workspace as it is, with its keys and its references', async () => {
    const client = await database.pool.connect();
    try {
      await client.query("begin; create schema divided; set local lock_timeout = '30s'");
      const whole = wholeTables.map((name) => `'public.${name}'::regclass`).join();
      const { rows: tables } = await client.query<{ name: string }>(
        `with tenants as (${tenants}) select c.relname "name" from tenants t join pg_class c on c.oid = t."table"
         where t."table" not in (${whole}) order by 1`,
      );
      expect(tables).to.have.length.above(40);
      for (const { name } of tables)
        await client.query(`
          create table divided.${name} (like public.${name} including all) partition by hash (workspace_id);
          create table divided.${name}_0 partition of divided.${name} for values with (modulus 2, remainder 0);
          create table divided.${name}_1 partition of divided.${name} for values with (modulus 2, remainder 1);`);
      const { rows: references } = await client.query<{ statement: string }>(`
        with tenants as (${tenants})
        select format('alter table divided.%I add %s', c.relname,
          replace(pg_get_constraintdef(f.oid), 'REFERENCES ', case when r."table" is null then 'REFERENCES public.' else 'REFERENCES divided.' end)) statement
        from pg_constraint f join tenants t on t."table" = f.conrelid join pg_class c on c.oid = f.conrelid
        left join tenants r on r."table" = f.confrelid
        where f.contype = 'f' and f.conrelid not in (${whole})`);
      for (const { statement } of references) await client.query(statement);

      const { rows: made } = await client.query<{ references: number }>(
        `select count(*)::integer "references" from pg_constraint
         where contype = 'f' and conparentid = 0 and connamespace = 'divided'::regnamespace`,
      );
      expect(made).to.deep.equal([{ references: references.length }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('come from keys without the workspace, which the migration makes again when it is undone', async () => {
    const client = await database.pool.connect();
    // The migration uses nothing else of a query runner.
    const runner = {
      query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows,
    } as unknown as Parameters<TenantKeys0054['up']>[0];
    const definitions = async () =>
      (
        await client.query<{ definition: string }>(
          `select c.conname || ' ' || pg_get_constraintdef(c.oid) definition from pg_constraint c where c.contype in ('p', 'u', 'f')
           union all select pg_get_indexdef(indexrelid) from pg_index where indisunique order by 1`,
        )
      ).rows.map(({ definition }) => definition);
    try {
      await client.query('begin');
      const after = await definitions();
      await new TenantKeys0054().down(runner);
      const before = await definitions();
      await new TenantKeys0054().up(runner);

      expect(before).to.include.members([
        'meetings_pkey PRIMARY KEY (id)',
        'meeting_occurrences_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meetings(id)',
      ]);
      expect(before).to.have.lengthOf(after.length);
      expect(await definitions()).to.deep.equal(after);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

/** Every table with a column for the workspace, and the number of that column. */
const tenants = `
  select a.attrelid "table", a.attnum tenant from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'workspace_id' and not a.attisdropped`;
