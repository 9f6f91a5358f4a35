import { expect } from 'chai';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RepliesToOrganizers0039 } from '../migrations/0039-replies-to-organizers.ts';
import { EmbeddingOrigins0079 } from '../migrations/0079-embedding-origins.ts';
import { onBothDatabases } from '../testing/both-databases.ts';

interface AddedSetting {
  readonly title: string;
  readonly migration: MigrationInterface;
  /** What a workspace from before is given. */
  readonly given: object;
}

const addedSettings: readonly AddedSetting[] = [
  {
    title:
      'MTG-108: a workspace from before lets replies go to organizers, as they did; a purged one has no settings',
    migration: new RepliesToOrganizers0039(),
    given: { meetingRepliesToOrganizer: true },
  },
  {
    title:
      'a workspace from before lets nobody frame its signing links, as it was; a purged one has no settings',
    migration: new EmbeddingOrigins0079(),
    given: { embeddingOrigins: [] },
  },
];

onBothDatabases('a setting that a migration adds', (database) => {
  for (const { title, migration, given } of addedSettings)
    it(title, async () => {
      const client = await database().pool.connect();
      // The migration uses nothing else of a query runner.
      const runner = { query: (text: string) => client.query(text) } as unknown as QueryRunner;
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
        expect(await settings()).to.deep.equal([{ guestsEnabled: true, ...given }, {}]);
        await migration.down(runner);
        expect(await settings()).to.deep.equal([{ guestsEnabled: true }, {}]);
      } finally {
        await client.query('rollback');
        client.release();
      }
    });
});
