import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { onBothDatabases } from '../testing/both-databases.ts';
import { failureOf, world } from '../testing/index.ts';

/** Runs the statements as the application role inside the workspace (null: none entered), and rolls back. */
async function asApplication<T>(
  connect: () => Promise<PoolClient>,
  workspaceId: string | null,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connect();
  try {
    await client.query('begin; set local role chancery_app');
    await client.query("select set_config('app.workspace', $1, true)", [workspaceId ?? '']);
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The keys of seals, which no use case may read. */
const withheld = ['seal_leaves'];

onBothDatabases('row-level security', (database) => {
  const connect = () => database().pool.connect();
  const tenantTables = async () => {
    const { rows } = await database().pool.query<{ name: string }>(
      `select c.relname name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r' and (c.relname in ('workspaces', 'audit_event', 'audit_head', 'audit_detail')
         or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped))`,
    );
    return rows.map(({ name }) => name).sort();
  };

  it('PLT-11: without a workspace every tenant table is empty and accepts no row', async () => {
    const { chancery, owner, apiKey } = await world({ database: database() });
    await chancery.workspace.createProject({ name: 'Hidden' }, owner.session);
    const key = await apiKey('meetings.write');
    await chancery.meetings.createIntegrationMeeting(
      { title: 'Hidden', scheduledStartAt: '2026-12-01T09:00:00Z', invitees: [{ email: 'a@example.com' }] },
      key.caller,
    );
    const tables = await tenantTables();
    expect(tables).to.include.members([
      'memberships',
      'projects',
      'api_keys',
      'meetings',
      'meeting_invitations',
      'jobs',
      'usage_counters',
      'audit_event',
    ]);

    for (const table of tables) {
      const { rows } = await asApplication(connect, null, (client) =>
        client.query(`select * from ${table}`).catch((error: { code: string }) => {
          // Another role has it, and this one reads nothing of it in any workspace.
          if (withheld.includes(table) && error.code === '42501') return { rows: [] };
          throw error;
        }),
      );
      expect(rows, table).to.deep.equal([]);
    }
    const insertion = await asApplication(connect, null, (client) =>
      client
        .query(
          "insert into meeting_chains (id, workspace_id, join_code) values (gen_random_uuid(), $1, 'aaaaa-aaaaa')",
          [owner.workspaceId],
        )
        .then(
          () => 'inserted',
          (error: { code: string }) => error.code,
        ),
    );
    expect(insertion).to.equal('42501');
  });

  it('PLT-11: a query that forgot its tenant still sees one workspace only, and changes no other', async () => {
    const made = await world({ database: database() });
    const stranger = await made.stranger();
    const { project } = await made.chancery.workspace.createProject({ name: 'Ours' }, made.owner.session);
    await made.chancery.workspace.createProject({ name: 'Theirs' }, stranger.session);

    const seen = await asApplication(connect, stranger.workspaceId, (client) =>
      client.query<{ name: string }>('select name from projects'),
    );
    const changed = await asApplication(connect, stranger.workspaceId, (client) =>
      client.query('update projects set name = $1', ['Taken']),
    );
    const taken = await asApplication(connect, stranger.workspaceId, (client) =>
      client.query('delete from project_members where project_id = $1', [project.id]),
    );

    expect(seen.rows).to.deep.equal([{ name: 'Theirs' }]);
    expect([changed.rowCount, taken.rowCount]).to.deep.equal([1, 0]);
  });

  it('PLT-11: the application role cannot reach accounts, sessions and their secrets', async () => {
    for (const table of [
      'accounts',
      'password_credentials',
      'sessions',
      'revoked_tokens',
      'one_time_tokens',
      'signing_keys',
      'key_root',
      'seal_roots',
      'seal_leaves',
      'throttles',
      'request_rates',
      'security_log',
    ]) {
      const code = await asApplication(connect, null, (client) =>
        client.query(`select * from ${table}`).then(
          () => 'readable',
          (error: { code: string }) => error.code,
        ),
      );
      expect(code, table).to.equal('42501');
    }
  });

  it('lets no role of the application change or delete a line of the security log', async () => {
    for (const statement of ["update security_log set code = 'x'", 'delete from security_log']) {
      const client = await connect();
      await client.query('begin; set local role chancery_identity');
      const code = await client.query(statement).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      await client.query('rollback');
      client.release();
      expect(code, statement).to.equal('42501');
    }
  });

  it('finds nothing of another workspace when the application names it by mistake', async () => {
    const made = await world({ database: database() });
    const stranger = await made.stranger();
    const { project } = await made.chancery.workspace.createProject({ name: 'Ours' }, made.owner.session);

    // The repositories are given the owner's workspace while the transaction, and so the database, is in the stranger's.
    const refusal = failureOf(
      made.ports.unitOfWork.run('read', 'app', async (transaction) => {
        transaction.enter(stranger.workspaceId);
        return transaction.repositories.workspace.projects.get(project.id, null);
      }),
    );
    expect(await refusal).to.equal('project.not_found');
  });
});
