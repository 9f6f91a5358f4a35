import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

interface Due {
  readonly documentId: string;
  readonly workspaceId: string;
}

/** Answers the sweeps by functions that see all workspaces and return ids alone. */
export const retentionSweep = (sql: Sql): core.RetentionSweep => ({
  due: async (now, after, limit) =>
    grouped(
      await sql<Due>(
        'select document_id "documentId", workspace_id "workspaceId" from chancery_retention_due($1, $2, $3)',
        [now, after, limit],
      ),
    ),
  waiting: async (today, after, limit) =>
    grouped(
      await sql<Due>(
        'select document_id "documentId", workspace_id "workspaceId" from chancery_retention_waiting($1, $2, $3)',
        [today, after, limit],
      ),
    ),
});

function grouped(rows: readonly Due[]): readonly core.DueDocuments[] {
  const idsOf = new Map<string, string[]>();
  for (const { workspaceId, documentId } of rows)
    idsOf.set(workspaceId, [...(idsOf.get(workspaceId) ?? []), documentId]);
  return [...idsOf].map(([workspaceId, documentIds]) => ({ workspaceId, documentIds }));
}
