import { expect } from 'chai';
import { postgresDatabase } from './databases.ts';
import { world } from './world.ts';

describe('postgresDatabase', () => {
  it('gives each caller a migrated database of its own', async () => {
    const [one, other] = await Promise.all([postgresDatabase(), postgresDatabase()]);

    const { workspaceId } = await world({ database: one });

    const count = 'select count(*)::int count from workspaces';
    expect((await one.pool.query(count)).rows).to.deep.equal([{ count: 1 }]);
    expect((await other.pool.query(count)).rows).to.deep.equal([{ count: 0 }]);
    expect(workspaceId).to.match(/^workspace_/);
    await other.close();
    expect(
      (await one.pool.query('select datname from pg_database where datname = $1', [other.name])).rows,
    ).to.deep.equal([]);
  });
});
