import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { onBothDatabases } from '../testing/both-databases.ts';
import { world } from '../testing/world.ts';

const roles = ['chancery_app', 'chancery_identity', 'chancery_worker'] as const;

onBothDatabases('the catalogue of the database', (database) => {
  const rowsOf = async <R extends object>(text: string, values: readonly unknown[] = []) =>
    (await database().pool.query<R>(text, [...values])).rows;
  const tablesWithTenant = async () =>
    (
      await rowsOf<{ name: string }>(`
        select c.relname name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
          and (c.relname = 'workspaces' or c.relname like 'audit\\_%'
            or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped))
        order by 1`)
    ).map(({ name }) => name);

  it('PLT-33: every table that the application may touch has row-level security, and no policy lets it see all rows', async () => {
    const open = await rowsOf<{ name: string }>(
      `select c.relname name from pg_class c
       where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
         and (has_table_privilege('chancery_app', c.oid, 'select, insert, update, delete')
           or has_any_column_privilege('chancery_app', c.oid, 'select, insert, update'))
         and not c.relrowsecurity`,
    );
    const lax = await rowsOf<{ name: string }>(
      `select tablename || '.' || policyname name from pg_policies
       where schemaname = 'public' and (roles && array['chancery_app', 'public']::name[])
         and (qual is not distinct from 'true' or with_check is not distinct from 'true')`,
    );

    expect({ open: open.map(({ name }) => name), lax: lax.map(({ name }) => name) }).to.deep.equal({
      open: [],
      lax: [],
    });
  });

  it('PLT-33: functions that run as their owner search temporary objects last, and are called only by who is granted it', async () => {
    const known = await rowsOf<{ name: string; config: string[] | null; open: boolean; definer: boolean }>(
      `select p.proname name, p.proconfig config, p.prosecdef definer, has_function_privilege('public', p.oid, 'execute') open
       from pg_proc p where p.pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    );
    const definers = known.filter(({ definer }) => definer);

    expect(definers).to.have.length.above(30);
    expect(
      definers.filter(({ config }) => !config?.some((setting) => /^search_path=.*, pg_temp$/.test(setting))),
    ).to.deep.equal([]);
    expect(definers.filter(({ open }) => open).map(({ name }) => name)).to.deep.equal([]);
  });

  it('PLT-33: no role of the application makes temporary or lasting objects', async () => {
    for (const role of [...roles, 'chancery_gate', 'public'])
      expect(
        await rowsOf(
          `select has_database_privilege($1, current_database(), 'temporary') temporary,
             has_schema_privilege($1, 'public', 'create') "create"`,
          [role],
        ),
        role,
      ).to.deep.equal([{ temporary: false, create: false }]);
  });

  it('PLT-33: a temporary view of a caller does not stand in for a table of a function that runs as its owner', async () => {
    const made = await world({ database: database() });
    const client = await database().pool.connect();
    try {
      await client.query('begin');
      // As if the right to make temporary objects had been given back.
      await client.query(`create temporary view workspaces as select * from public.workspaces`);
      await client.query(
        `create temporary view memberships as select m.*, 'forged'::text forged from public.memberships m where false`,
      );
      await client.query('set local role chancery_identity');
      const { rows } = await client.query('select id from chancery_workspaces_of($1)', [made.owner.id]);
      expect(rows).to.deep.equal([{ id: made.workspaceId }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('PLT-33: a stored answer is read by whoever presents its key, and by no other transaction', async () => {
    const made = await world({ database: database() });
    const { chancery, owner } = made;
    await chancery.workspace.createProject(
      { name: 'Once' },
      { ...owner.session, idempotencyKey: 'a-key-of-mine' },
    );
    expect(await rowsOf('select 1 from idempotency')).to.not.deep.equal([]);

    for (const role of ['chancery_app', 'chancery_identity'])
      for (const workspace of ['', owner.workspaceId])
        expect(
          await as(role, workspace, (client) =>
            client.query('select * from idempotency').then(({ rows }) => rows),
          ),
        ).to.deep.equal([]);
  });

  it('PLT-11: no table shows, changes, deletes or takes a row of another workspace, or of any while none is bound', async () => {
    const tables = await tablesWithTenant();
    expect(tables).to.include.members([
      'upload_sessions',
      'billing_invoices',
      'webhook_deliveries',
      'meetings',
      'audit_event',
    ]);
    const cases = ['chancery_app', 'chancery_identity'].flatMap((role) =>
      ['', 'ws_other'].map((bound) => ({ role, bound })),
    );
    const reached: string[] = [];
    for (const table of tables) reached.push(...(await reachedIn(table, cases)));

    expect(reached).to.deep.equal([]);
  });

  it('PLT-11: the same statements reach the row while its own workspace is bound, so that their refusal says something', async () => {
    const own = [{ role: 'chancery_app', bound: owner }];
    expect(await reachedIn('projects', own)).to.have.lengthOf(statementsOn('projects').length);
  });

  const owner = 'ws_owner';
  const tenantOf = (table: string) =>
    table === 'workspaces' ? 'id' : table.startsWith('audit_') ? 'ledger_id' : 'workspace_id';
  const statementsOn = (table: string) => [
    `select 1 from ${table} where ${tenantOf(table)} = '${owner}'`,
    `update ${table} set ${tenantOf(table)} = ${tenantOf(table)} where ${tenantOf(table)} = '${owner}'`,
    `delete from ${table} where ${tenantOf(table)} = '${owner}'`,
    `insert into ${table} (${tenantOf(table)}) values ('${owner}')`,
  ];

  /** The statements that reach a row of the workspace `owner`, in a table that holds one such row. */
  const reachedIn = (
    table: string,
    cases: readonly { readonly role: string; readonly bound: string }[],
  ): Promise<readonly string[]> =>
    rolledBack(async (client) => {
      await putOneRow(table, client);
      const reached: string[] = [];
      for (const { role, bound } of cases)
        for (const statement of statementsOn(table)) {
          await client.query('savepoint before');
          await client.query(`set local role ${role}`);
          await client.query("select set_config('app.workspace', $1, true)", [bound]);
          const rows = await client.query(statement).then(({ rowCount }) => rowCount ?? 0, refused);
          if (rows > 0) reached.push(`${statement} (${role}, ${bound === '' ? 'none' : bound} bound)`);
          await client.query('rollback to savepoint before');
        }
      return reached;
    });

  /** Refused by permission or by policy; anything else means that the statement got past them. */
  function refused(error: { readonly code?: string }): number {
    if (error.code === '42501') return 0;
    throw error;
  }

  /**
   * Takes everything from the table that asks for more than the name of the workspace, and puts a row into it. So no table
   * needs a row made by hand, and whatever table is added is looked at too.
   */
  async function putOneRow(table: string, client: PoolClient): Promise<void> {
    const of = async (text: string) =>
      (await client.query<{ name: string }>(text, [table])).rows.map(({ name }) => `"${name}"`);
    const constraints = await of(
      "select conname name from pg_constraint where conrelid = $1::regclass order by contype <> 'p'",
    );
    for (const name of constraints)
      await client.query(`alter table ${table} drop constraint if exists ${name} cascade`);
    const required = await of(
      'select attname name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attnotnull and not attisdropped',
    );
    for (const name of required) await client.query(`alter table ${table} alter ${name} drop not null`);
    await client.query(`alter table ${table} disable trigger user`);
    await client.query(`insert into ${table} (${tenantOf(table)}) values ('${owner}')`);
  }

  const as = <T>(role: string, workspaceId: string, work: (client: PoolClient) => Promise<T>) =>
    rolledBack(async (client) => {
      await client.query(`set local role ${role}`);
      await client.query("select set_config('app.workspace', $1, true)", [workspaceId]);
      return work(client);
    });

  async function rolledBack<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await database().pool.connect();
    try {
      await client.query('begin');
      return await work(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});
