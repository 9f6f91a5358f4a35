import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A second factor has a version, as everything has that its owner can change; one that was confirmed has changed once. */
export class VersionsOfFactors0342 implements MigrationInterface {
  readonly name = 'VersionsOfFactors1700000000342';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table factors add column updated_at timestamptz, add column version integer not null default 1;
      update factors set updated_at = coalesce(confirmed_at, created_at),
        version = case when kind = 'totp' and status = 'active' then 2 else 1 end;
      alter table factors alter column updated_at set not null;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table factors drop column updated_at, drop column version');
  }
}
