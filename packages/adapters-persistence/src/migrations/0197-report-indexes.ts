import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reports read when a version was submitted and signed from the index alone: what is written in it stands in the same row,
 * and takes many times as much to read (GOV-47).
 */
export class ReportIndexes0197 implements MigrationInterface {
  readonly name = 'ReportIndexes1700000000197';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index record_entry_versions_signed on record_entry_versions (workspace_id, finalized_at)
        include (entry_id, number, submission, submitted_at) where finalized_at is not null;
      drop index record_entry_versions_finalized;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index record_entry_versions_finalized on record_entry_versions (workspace_id, finalized_at) where finalized_at is not null;
      drop index record_entry_versions_signed;`);
  }
}
