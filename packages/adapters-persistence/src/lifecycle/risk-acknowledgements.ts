import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export const riskAcknowledgementRepository = (
  sql: Sql,
  workspaceId: string,
): core.RiskAcknowledgementRepository => ({
  async put({ documentId, risk, until, forExpiresOn, reason, byUserId, at }) {
    await sql(
      `insert into risk_acknowledgements (workspace_id, document_id, risk, until, for_expires_on, reason, by_user_id, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (document_id, risk, workspace_id) do update set until = excluded.until,
         for_expires_on = excluded.for_expires_on, reason = excluded.reason, by_user_id = excluded.by_user_id,
         at = excluded.at`,
      [workspaceId, documentId, risk, until, forExpiresOn, reason, byUserId, at],
    );
  },
  of: (documentIds) =>
    sql<core.RiskAcknowledgement>(
      `select document_id "documentId", risk, until, for_expires_on "forExpiresOn", reason, by_user_id "byUserId", at
       from risk_acknowledgements where workspace_id = $1 and document_id = any($2::uuid[]) order by document_id, risk`,
      [workspaceId, documentIds],
    ),
});
