import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

interface Asked {
  readonly filter: core.AuditEventFilter;
  readonly before: number | null;
  readonly offset: number;
  readonly limit: number;
}

interface ListedRow extends Omit<core.ListedEvent, 'seq' | 'detail' | 'checkpointSize'> {
  readonly seq: string;
  readonly salt: Uint8Array | null;
  readonly sealedValue: Uint8Array | null;
  readonly keyId: string | null;
  readonly checkpointSize: string | null;
}

/** One page of events, the newest first. Parts of names become whole names first, so that no page scans the ledger. */
export async function listAuditEvents(
  sql: Sql,
  ledgerId: string,
  { filter, before, offset, limit }: Asked,
): Promise<core.ListedEvent[]> {
  const actions = filter.action === null ? null : await sql.column(actionsSql, [ledgerId, filter.action]);
  const actors = filter.actor === null ? null : await sql.column(actorsSql, [ledgerId, filter.actor]);
  const values: unknown[] = [ledgerId, before, limit + 1, offset];
  const conditions: string[] = [];
  const limited = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== null) conditions.push(`and ${condition(`$${values.push(value)}`)}`);
  };
  limited(filter.subjectId, (value) => `e.subject_id = ${value}::uuid`);
  limited(filter.caseId, (value) => `e.case_id = ${value}::uuid`);
  limited(filter.artifactId, (value) => `e.artifact_id = ${value}::uuid`);
  limited(actions, (value) => `e.action = any(${value}::text[])`);
  limited(actors, (value) => `e.actor_id = any(${value}::text[])`);
  limited(filter.purposeOfUse, (value) => `e.purpose_of_use = ${value}`);
  limited(filter.outcome, (value) => `e.outcome = ${value}`);
  limited(filter.from, (value) => `e.occurred_at >= ${value}::timestamptz`);
  limited(filter.to, (value) => `e.occurred_at < ${value}::timestamptz + interval '1 millisecond'`);
  limited(filter.ofUserId, (value) => `e.actor_kind = 'user' and e.actor_id = ${value}`);
  conditions.push(`and ${isOutside(`$${values.push(filter.walledFrom)}`)}`);
  limited(filter.labels, (value) => `e.labels <@ ${value}::text[]`);
  const rows = await sql<ListedRow>(pageSql(conditions.join('\n      ')), values);
  return rows.map(({ salt, sealedValue, keyId, checkpointSize, seq, ...event }) => ({
    ...event,
    seq: Number(seq),
    checkpointSize: checkpointSize === null ? null : Number(checkpointSize),
    detail: salt === null || sealedValue === null || keyId === null ? null : { salt, sealedValue, keyId },
  }));
}

/** Whether an event `e` of the ledger $1 is of no case whose wall keeps this person away. */
export const isOutside = (userId: string): string =>
  `(e.case_id is null or e.case_id not in (select c.id from record_cases c
     where c.workspace_id = $1 and c.blocked_user_ids <> '{}' and ${userId} = any(c.blocked_user_ids)))`;

const pageSql = (conditions: string) => `
  with page as (
    select e.* from audit_event e
    where e.ledger_id = $1 and ($2::bigint is null or e.seq < $2::bigint)
      ${conditions}
    order by e.seq desc limit $3 offset $4
  )
  select e.seq::text seq, encode(e.prev_hash, 'hex') "prevHash", encode(e.hash, 'hex') hash,
    convert_from(e.payload, 'UTF8')::jsonb payload, coalesce(m.display_name, k.name) "actorName", m.email "actorEmail",
    d.salt, d.value "sealedValue", d.key_id "keyId",
    (select c.size::text from audit_checkpoints c where c.ledger_id = $1 and c.size >= e.seq order by c.size limit 1)
      "checkpointSize"
  from page e
  left join audit_detail d on d.ledger_id = e.ledger_id and d.seq = e.seq
  left join lateral (select p.display_name, p.email from memberships p
    where e.actor_kind = 'user' and p.workspace_id = $1 and p.user_id = e.actor_id order by p.joined_at desc limit 1) m on true
  left join lateral (select a.name from api_keys a
    where e.actor_kind = 'api_key' and a.workspace_id = $1 and a.id::text = e.actor_id) k on true
  order by e.seq desc`;

/** The names of actions that this ledger has, each found by one step in the index. */
const actionsSql = `
  with recursive names as (
    (select e.action from audit_event e where e.ledger_id = $1 order by e.action limit 1)
    union all
    select (select e.action from audit_event e where e.ledger_id = $1 and e.action > n.action order by e.action limit 1)
    from names n where n.action is not null
  )
  select n.action from names n where n.action is not null and position(lower($2) in n.action) > 0`;

/** Who is meant by a part of a name or an address: people of the workspace, also former ones, and keys. */
const actorsSql = `
  select p.user_id id from memberships p where p.workspace_id = $1
    and (position(lower($2) in lower(p.display_name)) > 0 or position(lower($2) in p.email_fold) > 0)
  union select a.id::text from api_keys a where a.workspace_id = $1 and position(lower($2) in lower(a.name)) > 0
  union select $2`;
