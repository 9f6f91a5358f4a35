import type { signing } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Reads the lines of the workspace's ledger that are about one document. */
export const roundLedger = (sql: Sql, workspaceId: string): signing.RoundLedger => ({
  of: (documentId, round) =>
    sql(
      `with lines as (
         select seq, action, occurred_at, target_kind, target_id,
                convert_from(payload, 'UTF8')::jsonb->'facts'->>'round' = $3::text is_of_round
         from audit_event where ledger_id = $1 and artifact_id = $2::uuid
       )
       select seq::float8 seq, action, occurred_at at, case when target_kind = 'signer' then target_id end "recipientId"
       from lines
       where seq between (select min(seq) from lines where is_of_round)
         and (select max(seq) from lines where is_of_round and action = 'document.completed')
       order by lines.seq`,
      [workspaceId, documentId, String(round)],
    ),
});
