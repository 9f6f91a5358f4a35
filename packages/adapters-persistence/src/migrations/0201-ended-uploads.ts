import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Uploads that have ended without their file being used lose its name when they end; those that had ended before lose it here.
 * Those whose file is in a record are found from there.
 */
export class EndedUploads0201 implements MigrationInterface {
  readonly name = 'EndedUploads1700000000201';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table upload_sessions no force row level security;
      update upload_sessions set file_name = '' where status in ('failed', 'aborted', 'expired') and file_name <> '';
      alter table upload_sessions force row level security;
      create index upload_sessions_of_attachment on upload_sessions (workspace_id, consumed_by_id)
        where consumed_by_kind = 'record_attachment';`);
  }

  /** The names that are gone stay gone. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index upload_sessions_of_attachment');
  }
}
