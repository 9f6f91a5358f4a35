import type { governance as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Access of one person for a time: whatever the ledger holds of it lies between these two moments. */
interface Span {
  readonly id: string;
  readonly userId: string;
  readonly from: string;
  readonly until: string;
}

/** The lines of a person in a span that name the access, found by the index of actors. */
const linesOf = `audit_event e where e.ledger_id = $1 and e.actor_id = x.user_id and e.actor_kind = 'user'
  and e.occurred_at >= x.since and e.occurred_at <= x.until
  and convert_from(e.payload, 'UTF8')::jsonb #>> '{access,grantId}' = x.id`;

const spansSql = `unnest($2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) x(id, user_id, since, until)`;
const parametersOf = (workspaceId: string, spans: readonly Span[]) => [
  workspaceId,
  spans.map(({ id }) => id),
  spans.map(({ userId }) => userId),
  spans.map(({ from }) => from),
  spans.map(({ until }) => until),
];

/** How often and when each was used last; every use is a line of the ledger that names it (GOV-16). */
export async function usesOf(
  sql: Sql,
  workspaceId: string,
  spans: readonly Span[],
): Promise<ReadonlyMap<string, core.GrantUse>> {
  if (spans.length === 0) return new Map();
  const rows = await sql<{ id: string } & core.GrantUse>(
    `select x.id, u."useCount", u."lastUsedAt" from ${spansSql}
     cross join lateral (select count(*)::integer "useCount", max(e.occurred_at) "lastUsedAt" from ${linesOf}) u`,
    parametersOf(workspaceId, spans),
  );
  return new Map(rows.map(({ id, useCount, lastUsedAt }) => [id, { useCount, lastUsedAt }]));
}

/** The newest of these lines. */
export const newestLines = (
  sql: Sql,
  workspaceId: string,
  span: Span,
  most: number,
): Promise<core.EmergencyAccess[]> =>
  sql<core.EmergencyAccess>(
    `select u.* from ${spansSql} cross join lateral (
       select e.seq::float8 seq, e.occurred_at at, e.action, json_build_object('kind', e.target_kind, 'id', e.target_id) target
       from ${linesOf} order by e.seq desc limit $6) u order by u.seq desc`,
    [...parametersOf(workspaceId, [span]), most],
  );
