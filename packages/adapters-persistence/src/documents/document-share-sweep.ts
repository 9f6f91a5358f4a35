import type { documents } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const documentShareSweep = (sql: Sql): documents.DocumentShareSweep => ({
  due: (now, limit) =>
    sql(
      'select id, document_id "documentId", workspace_id "workspaceId" from chancery_document_shares_due($1, $2)',
      [now, limit],
    ),
});
