import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files of clients that somebody accepted, the latest first: what may be promoted into a case (records 6.1). */
export class AcceptedUploads0195 implements MigrationInterface {
  readonly name = 'AcceptedUploads1700000000195';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index client_uploads_accepted on client_uploads (workspace_id, uploaded_at, id)
      where status = 'accepted' and document_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index client_uploads_accepted');
  }
}
