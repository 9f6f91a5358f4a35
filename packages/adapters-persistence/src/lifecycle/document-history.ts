import type { lifecycle } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Reads the lines of the workspace's ledger that are about one document. */
export const documentHistory = (sql: Sql, workspaceId: string): lifecycle.DocumentHistory => ({
  list: (documentId, { types, selection, from, to }, before, limit) =>
    sql<lifecycle.DocumentEvent>(eventsSql, [
      workspaceId,
      documentId,
      types,
      selection?.families ?? null,
      selection?.types ?? null,
      selection?.others ?? null,
      from,
      to,
      before,
      limit + 1,
    ]),
});

/** The page is taken before payloads are opened and names are looked up, which only its lines need. */
const eventsSql = `
  with page as (
    select e.* from audit_event e
    where e.ledger_id = $1 and e.artifact_id = $2::uuid and ($9::bigint is null or e.seq < $9::bigint)
      and ($3::text[] is null or e.action = any($3::text[]))
      and ($4::text[] is null
        or (split_part(e.action, '.', 1) = any($4::text[]) or e.action = any($5::text[])) <> $6::boolean)
      and ($7::timestamptz is null or e.occurred_at >= $7::timestamptz)
      and ($8::timestamptz is null or e.occurred_at < $8::timestamptz)
    order by e.seq desc limit $10
  )
  select e.id, e.action "type", e.occurred_at "at", e.actor_kind "actorKind", e.actor_id "actorId",
    case when e.actor_kind = 'user' then (select p.display_name from memberships p
      where p.workspace_id = $1 and p.user_id = e.actor_id order by p.joined_at desc limit 1) end "actorName",
    e.target_kind "targetKind", e.target_id "targetId",
    convert_from(e.payload, 'UTF8')::jsonb -> 'facts' facts, e.seq::float8 "auditSeq"
  from page e order by e.seq desc`;
