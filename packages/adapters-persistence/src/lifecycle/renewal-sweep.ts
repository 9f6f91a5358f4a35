import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const renewalSweep = (sql: Sql): core.RenewalSweep => ({
  overdue: (before, after, limit) =>
    sql(
      'select document_id "documentId", workspace_id "workspaceId" from chancery_renewals_overdue($1, $2, $3)',
      [before, after, limit],
    ),
});
