import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Housekeeping compares this instant with the clock of the application, so it comes from that clock and not from the database. */
const given = 'alter table inbox alter column ran_at drop default;';

export class InstantsOfTheClock0025 implements MigrationInterface {
  readonly name = 'InstantsOfTheClock1700000000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(given);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table inbox alter column ran_at set default now();');
  }
}
