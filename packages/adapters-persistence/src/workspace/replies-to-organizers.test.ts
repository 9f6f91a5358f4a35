import { expect } from 'chai';
import type { QueryRunner } from 'typeorm';
import { RepliesToOrganizers0039 } from '../migrations/0039-replies-to-organizers.ts';
import { onBothDatabases } from '../testing/both-databases.ts';

onBothDatabases('the setting for replies to organizers', (database) => {
  it('MTG-108: a workspace from before lets replies go to organizers, as they did; a purged one has no settings', async () => {
    const client = await database().pool.connect();
    // The migration uses nothing else of a query runner.
    const runner = { query: (text: string) => client.query(text) } as unknown as QueryRunner;
    const migration = new RepliesToOrganizers0039();
    try {
      await client.query('begin');
      for (const [id, settings] of [
        ['workspace_before', '{"guestsEnabled": true}'],
        ['workspace_purged', '{}'],
      ])
        await client.query(
          `insert into workspaces (id, name, slug, status, plan_code, plan_terms, settings, created_at, updated_at, version)
           values ($1, 'Clinic', replace($1, '_', '-'), 'active', 'self_hosted', '{}', $2, now(), now(), 1)`,
          [id, settings],
        );
      const settings = async () =>
        (
          await client.query(
            "select settings from workspaces where id in ('workspace_before', 'workspace_purged') order by id",
          )
        ).rows.map((row) => row.settings);

      await migration.up(runner);
      expect(await settings()).to.deep.equal([{ guestsEnabled: true, meetingRepliesToOrganizer: true }, {}]);
      await migration.down(runner);
      expect(await settings()).to.deep.equal([{ guestsEnabled: true }, {}]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
