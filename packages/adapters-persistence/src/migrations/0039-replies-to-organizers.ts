import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An owner of the tables who is no superuser sees all workspaces only while row-level security is not forced. */
const inEveryWorkspace = (change: string) => `
  alter table workspaces no force row level security;
  ${change};
  alter table workspaces force row level security;
`;

/**
 * Gives every workspace the setting that says whether replies to mails about a meeting go to its organizer, as they have done
 * so far. A workspace that was purged has no settings and gets none.
 */
export class RepliesToOrganizers0039 implements MigrationInterface {
  readonly name = 'RepliesToOrganizers1700000000039';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      inEveryWorkspace(
        `update workspaces set settings = '{"meetingRepliesToOrganizer": true}'::jsonb || settings where settings <> '{}'`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      inEveryWorkspace("update workspaces set settings = settings - 'meetingRepliesToOrganizer'"),
    );
  }
}
