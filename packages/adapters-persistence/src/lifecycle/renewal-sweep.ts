import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweeps by functions that see all workspaces and return ids alone. */
export const renewalSweep = (sql: Sql): core.RenewalSweep => ({
  toOpen: (now, after, limit) =>
    sql(
      'select document_id "documentId", workspace_id "workspaceId" from chancery_renewals_to_open($1, $2, $3)',
      [now, after, limit],
    ),
  overdue: (before, after, limit) =>
    sql(
      'select document_id "documentId", workspace_id "workspaceId" from chancery_renewals_overdue($1, $2, $3)',
      [before, after, limit],
    ),
});
