import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const textSweep = (sql: Sql): core.TextSweep => ({
  unread: (after, limit) =>
    sql(
      'select workspace_id "workspaceId", document_id "documentId" from chancery_unread_documents($1, $2)',
      [after, limit],
    ),
});
