import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweeps by functions that see all workspaces and return ids and instants alone. */
export const actionSweep = (sql: Sql): core.ActionSweep => ({
  toPlan: (until, after, limit) =>
    sql(
      `select workspace_id "workspaceId", document_id "documentId", plan_at "planAt"
       from chancery_documents_to_plan($1, $2, $3, $4)`,
      [until, after?.planAt ?? null, after?.documentId ?? null, limit],
    ),
  due: (notices, now, after, limit) =>
    sql(
      `select workspace_id "workspaceId", action_id "actionId" from chancery_due_lifecycle_actions($1, $2, $3, $4, $5)`,
      [notices, now, after?.workspaceId ?? null, after?.actionId ?? null, limit],
    ),
  async prune(before, limit) {
    const [count = 0] = await sql.column<number>('select chancery_prune_lifecycle_actions($1, $2) count', [
      before,
      limit,
    ]);
    return count;
  },
});
