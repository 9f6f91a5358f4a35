import { systemIds } from '@chancery/core';
import { expect } from 'chai';
import { postgresDatabase, type TestDatabase } from '../testing/databases.ts';
import { type StartedPgbouncer, startedPgbouncer } from '../testing/started-pgbouncer.ts';
import { connectionOf } from './connection.ts';
import { type Database, openPostgres } from './data-source.ts';
import { statement, unit } from './raw-unit.ts';
import type { Sql } from './sql.ts';

const connections = 2;
const callers = 30;

/** Who and where a transaction is, as the database sees it. */
const standing = (sql: Sql) =>
  sql.first<Record<string, string>>(`select current_user "user", pg_backend_pid()::text "backend",
    current_setting('app.workspace', true) "workspace", current_setting('timezone') "zone", current_setting('jit') "jit",
    current_setting('lock_timeout') "waitsForLocks", current_setting('statement_timeout') "runs",
    current_setting('idle_in_transaction_session_timeout') "idles"`);

describe('transactions through a PgBouncer that lends two connections to thirty callers', () => {
  let direct: TestDatabase;
  let bouncer: StartedPgbouncer;
  let pooled: Database;
  before(async () => {
    direct = await postgresDatabase({ poolSize: 1 });
    const { serverUrl } = direct;
    bouncer = await startedPgbouncer(serverUrl, { connections });
    pooled = await openPostgres(serverUrl, { poolerUrl: bouncer.url, poolSize: callers });
  });
  after(async () => {
    await pooled?.close();
    await bouncer?.end();
    await direct?.close();
  });

  it('PLT-11: gives each the role, the workspace and the settings of its own transaction, whoever had the connection before', async () => {
    const workspaces = Array.from({ length: callers }, () => systemIds.uuid7());

    const seen = await Promise.all(
      workspaces.map((workspaceId, caller) =>
        unit(pooled, caller % 2 === 0 ? 'chancery_app' : 'chancery_worker', async (sql) => {
          const before = await standing(sql);
          await sql("select set_config('app.workspace', $1, true)", [workspaceId]);
          return { before, during: await standing(sql) };
        }),
      ),
    );

    const settings = { zone: 'UTC', jit: 'off', waitsForLocks: '5s', runs: '30s', idles: '1min' };
    for (const [caller, { before, during }] of seen.entries()) {
      const user = caller % 2 === 0 ? 'chancery_app' : 'chancery_worker';
      expect(before).to.deep.include({ user, ...settings });
      expect(before?.workspace ?? '').to.equal('');
      expect(during).to.deep.include({ user, workspace: workspaces[caller], ...settings });
    }
    expect(new Set(seen.map(({ during }) => during?.backend)).size).to.be.at.most(connections);
  });

  it('asks the same statements again and again on connections that were prepared for others', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: callers }, (_, caller) =>
          statement(pooled, 'chancery_app', (sql) => sql.column('select $1::integer + 1', [caller])),
        ),
      );
      expect(answers).to.deep.equal(Array.from({ length: callers }, (_, caller) => [caller + 1]));
    }
  });

  it('goes on after statements that failed, and gives nobody the answer of somebody else', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: callers }, (_, caller) =>
        unit(pooled, 'chancery_app', (sql) =>
          sql.column(caller % 3 === 0 ? 'select 1 / ($1::integer - $1::integer)' : 'select $1::integer', [
            caller,
          ]),
        ),
      ),
    );

    const expected = Array.from({ length: callers }, (_, caller) => (caller % 3 === 0 ? '22012' : caller));
    expect(
      attempts.map((attempt) =>
        attempt.status === 'fulfilled' ? attempt.value[0] : (attempt.reason as { code: string }).code,
      ),
    ).to.deep.equal(expected);
  });

  it('leaves nothing on a connection that whoever has it next could see', async () => {
    await unit(pooled, 'chancery_app', (sql) =>
      sql("select set_config('app.workspace', $1, true)", ['theirs']),
    );

    const client = await connectionOf(pooled);
    try {
      const { rows } = await client.query(
        'select current_setting(\'app.workspace\', true) workspace, current_user = session_user "isItself"',
      );
      expect(rows.map(({ workspace, isItself }) => [workspace ?? '', isItself])).to.deep.equal([['', true]]);
    } finally {
      client.release();
    }
  });

  it('sends migrations to the database itself, because their lock belongs to a session', async () => {
    await pooled.migrate();

    expect(await pooled.pendingMigrations()).to.deep.equal([]);
  });
});
