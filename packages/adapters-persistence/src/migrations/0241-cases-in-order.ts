import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What walks through all cases of a workspace, a page at a time, reads past those of no other: clocks, index and checks. */
export class CasesInOrder0241 implements MigrationInterface {
  readonly name = 'CasesInOrder1700000000241';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index record_cases_in_order on record_cases (workspace_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index record_cases_in_order');
  }
}
