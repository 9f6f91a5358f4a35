import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweeps by functions that see all workspaces and return ids alone. */
export const retentionSweep = (sql: Sql): core.RetentionSweep => ({
  due: (now, after, limit) =>
    sql(
      'select document_id "documentId", workspace_id "workspaceId" from chancery_retention_due($1, $2, $3)',
      [now, after, limit],
    ),
  waiting: (today, after, limit) =>
    sql(
      'select document_id "documentId", workspace_id "workspaceId" from chancery_retention_waiting($1, $2, $3)',
      [today, after, limit],
    ),
});
