import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An owner of the tables who is no superuser sees all workspaces only while row-level security is not forced. */
const inEveryWorkspace = (change: string) => `
  alter table workspaces no force row level security;
  ${change};
  alter table workspaces force row level security;
`;

/**
 * Gives every workspace the setting that names the web apps which may show its signing links in a frame: none, as before. A
 * workspace that was purged has no settings and gets none.
 */
export class EmbeddingOrigins0079 implements MigrationInterface {
  readonly name = 'EmbeddingOrigins1700000000079';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      inEveryWorkspace(
        `update workspaces set settings = '{"embeddingOrigins": []}'::jsonb || settings where settings <> '{}'`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(inEveryWorkspace("update workspaces set settings = settings - 'embeddingOrigins'"));
  }
}
