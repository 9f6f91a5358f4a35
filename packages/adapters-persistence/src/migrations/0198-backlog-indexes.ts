import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the overview of governance counts and what is rare: shared identifiers, and files that nobody has scanned. */
export class BacklogIndexes0198 implements MigrationInterface {
  readonly name = 'BacklogIndexes1700000000198';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index subject_identifiers_shared on subject_identifiers (workspace_id, conflict_group)
        where status = 'active' and conflict_group is not null;
      create index record_attachments_unscanned_in on record_attachments (workspace_id, added_at)
        where released_at is null and scan is distinct from 'clean' and status <> 'quarantined';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index subject_identifiers_shared, record_attachments_unscanned_in');
  }
}
