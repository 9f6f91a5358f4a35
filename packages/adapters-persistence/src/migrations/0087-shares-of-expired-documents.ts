import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Shares of a document end when it expires, if its policy says so (lifecycle LIF-20). */
export class SharesOfExpiredDocuments0087 implements MigrationInterface {
  readonly name = 'SharesOfExpiredDocuments1700000000087';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(reasons([...before, 'document_expired']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      "update document_shares set revoke_reason = 'user' where revoke_reason = 'document_expired'",
    );
    await runner.query(reasons(before));
  }
}

const before = ['user', 'document_voided', 'document_trashed', 'document_disposed', 'document_quarantined'];

const reasons = (all: readonly string[]): string => `
  alter table document_shares drop constraint document_shares_revoke_reason_check,
    add constraint document_shares_revoke_reason_check check (revoke_reason in (${all.map((one) => `'${one}'`).join(', ')}))`;
