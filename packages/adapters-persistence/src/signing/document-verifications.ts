import type { signing } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers by a function that sees all workspaces and gives no name of a person and no id. */
export const documentVerifications = (sql: Sql): signing.DocumentVerifications => ({
  find: (sha256) =>
    sql.first(
      `select match, workspace_name "workspaceName", sealed_at "sealedAt", level,
              seal_certificate_fingerprint "sealCertificateFingerprint", signer_count "signerCount",
              document_status "documentStatus"
       from chancery_document_verification($1)`,
      [sha256],
    ),
});
