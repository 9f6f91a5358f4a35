import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate } from './row-access.ts';

/** Whoever has a file asks by its digest whether it is one that was sealed here; over all workspaces, and with no name or id. */
export class DocumentVerifications0068 implements MigrationInterface {
  readonly name = 'DocumentVerifications1700000000068';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function chancery_document_verification(digest text) returns table (
        match text, workspace_name text, sealed_at timestamptz, level text, seal_certificate_fingerprint text,
        signer_count integer, document_status text)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
        select case digest when r.sealed_sha256 then 'sealed' when r.certificate_sha256 then 'certificate'
                           when r.original_sha256 then 'original' else 'signing_copy' end,
               w.name, r.sealed_at, r.seal_level, r.seal_certificate_fingerprint,
               (select count(*)::integer from signers s where s.round_id = r.id and s.role <> 'copy'), d.status
        from document_versions v
        join signature_rounds r on r.document_id = v.document_id and r.workspace_id = v.workspace_id and r.status = 'sealed'
          and digest in (r.sealed_sha256, r.certificate_sha256, r.original_sha256, r.signing_copy_sha256)
        join documents d on d.id = r.document_id and d.workspace_id = r.workspace_id
        join workspaces w on w.id = r.workspace_id
        where v.sha256 = digest
        order by r.sealed_at desc limit 1
      $$;
      ${ownedByGate({ functions: ['chancery_document_verification(text)'], to: 'chancery_app, chancery_identity' })}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function chancery_document_verification(text)');
  }
}
