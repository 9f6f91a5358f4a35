import type { documents } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweeps by functions that see all workspaces and return ids alone. */
export const documentSweep = (sql: Sql): documents.DocumentSweep => ({
  dueForPurge: (now, limit) =>
    sql('select workspace_id "workspaceId", id from chancery_documents_due_for_purge($1, $2)', [now, limit]),
  unscanned: (after, limit) =>
    sql('select workspace_id "workspaceId", id from chancery_documents_unscanned($1, $2)', [after, limit]),
});
