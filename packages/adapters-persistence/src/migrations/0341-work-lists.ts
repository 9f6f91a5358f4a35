import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What waits for somebody is found by the cases that they are on and by what they write, however much else there is. */
export class WorkLists0341 implements MigrationInterface {
  readonly name = 'WorkLists1700000000341';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index record_entries_in_work on record_entries (workspace_id, case_id) where working_number is not null;
      create index record_entries_written_by on record_entries (workspace_id, author_user_id) where working_number is not null;
      create index case_transfers_to_accept on case_transfers (workspace_id, to_user_id) where status = 'pending';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index record_entries_in_work, record_entries_written_by, case_transfers_to_accept',
    );
  }
}
