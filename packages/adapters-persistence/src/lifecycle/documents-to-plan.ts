import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { LifecycleRow } from './lifecycle-row.ts';

/** What the plan of documents follows from, and when it is to be made next. */
export const planPart = (
  sql: Sql,
  workspaceId: string,
): Pick<core.LifecycleActionRepository, 'documents' | 'documentsToPlan' | 'notePlan'> => ({
  async documents(documentIds) {
    const active = await sql<{ id: string; isActive: boolean }>(lockSql, [workspaceId, documentIds]);
    const { selection } = table(sql, LifecycleRow, { workspaceId });
    const found = await sql<core.DocumentToPlan['lifecycle']>(
      `select ${selection} from document_lifecycles where workspace_id = $1 and document_id = any($2::uuid[])`,
      [workspaceId, documentIds],
    );
    const lifecycleOf = new Map(found.map((lifecycle) => [lifecycle.documentId, lifecycle]));
    return active.flatMap(({ id, isActive }) => {
      const lifecycle = lifecycleOf.get(id);
      return lifecycle === undefined ? [] : [{ lifecycle, isActive }];
    });
  },
  documentsToPlan: (until, limit) =>
    sql.column(
      `select document_id id from document_lifecycles where workspace_id = $1 and plan_at <= $2::timestamptz
       order by plan_at, document_id limit $3`,
      [workspaceId, until, limit],
    ),
  async notePlan(instants) {
    if (instants.size === 0) return;
    await sql(
      `update document_lifecycles l set plan_at = m.plan_at from unnest($2::uuid[], $3::timestamptz[]) m (id, plan_at)
       where l.workspace_id = $1 and l.document_id = m.id and l.plan_at is distinct from m.plan_at`,
      [workspaceId, [...instants.keys()], [...instants.values()]],
    );
  },
});

const lockSql = `
  select d.id, d.status = 'active' "isActive" from documents d
  where d.workspace_id = $1 and d.id = any($2::uuid[]) order by d.id for no key update of d`;
