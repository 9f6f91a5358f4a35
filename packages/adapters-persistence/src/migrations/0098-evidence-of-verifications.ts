import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which evidence says where the zone stands that a check of an identity document has read (lifecycle 2.10). */
export class EvidenceOfVerifications0098 implements MigrationInterface {
  readonly name = 'EvidenceOfVerifications1700000000098';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table identity_verifications add column evidence_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table identity_verifications drop column evidence_id');
  }
}
