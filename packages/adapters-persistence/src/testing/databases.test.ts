import { expect } from 'chai';
import { dropPostgresDatabases, postgresDatabase } from './databases.ts';
import { world } from './world.ts';

describe('postgresDatabase', () => {
  const databasesOf = async (name: string): Promise<string[]> => {
    const { pool, close } = await postgresDatabase();
    const { rows } = await pool.query<{ datname: string }>(
      'select datname from pg_database where datname = $1',
      [name],
    );
    await close();
    return rows.map(({ datname }) => datname);
  };

  it('gives each caller a migrated database of its own', async () => {
    const [one, other] = await Promise.all([postgresDatabase(), postgresDatabase()]);

    const { workspaceId } = await world({ database: one });

    const count = 'select count(*)::int count from workspaces';
    expect((await one.pool.query(count)).rows).to.deep.equal([{ count: 1 }]);
    expect((await other.pool.query(count)).rows).to.deep.equal([{ count: 0 }]);
    expect(workspaceId).to.match(/^workspace_/);
    await other.close();
    await one.close();
  });

  it('drops what was closed and what was left open by the end of the run', async () => {
    const [closed, left] = await Promise.all([postgresDatabase(), postgresDatabase()]);
    await closed.close();
    expect(await databasesOf(left.name)).to.deep.equal([left.name]);

    await dropPostgresDatabases();

    expect([...(await databasesOf(closed.name)), ...(await databasesOf(left.name))]).to.deep.equal([]);
  });

  it('waits for the disk at each commit only if that was asked for', async () => {
    const shown = async (options?: { isDurable: boolean }) => {
      const { pool, close } = await postgresDatabase(options);
      const { rows } = await pool.query<{ synchronous_commit: string }>('show synchronous_commit');
      await close();
      return rows[0]?.synchronous_commit;
    };
    expect(await shown()).to.equal('off');
    expect(await shown({ isDurable: true })).to.equal('on');
  });

  it('drops the templates of former migrations that no process has used for a day', async () => {
    const { pool, close } = await postgresDatabase();
    for (const [name, age] of [
      ['chancery_template_00', '25 hours'],
      ['chancery_template_01', '23 hours'],
    ] as const) {
      await pool.query(`drop database if exists ${name}`);
      await pool.query(`create database ${name}`);
      await pool.query(
        `do $$ begin execute format('comment on database ${name} is %L', now() - interval '${age}'); end $$`,
      );
    }
    await close();

    await dropPostgresDatabases();

    expect(await databasesOf('chancery_template_00')).to.deep.equal([]);
    expect(await databasesOf('chancery_template_01')).to.deep.equal(['chancery_template_01']);
    const { pool: last, close: end } = await postgresDatabase();
    await last.query('drop database chancery_template_01');
    await end();
  });
});
