import type { governance as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** The state of a grant at a moment, as `grantStatusAt` says of one. */
const grantState = `case when t.revoked_at is not null then 'revoked'
  when g.ended_at is not null or g.expires_at <= $2 then 'expired' when g.starts_at > $2 then 'scheduled' else 'active' end`;
/** And of an emergency, as `emergencyStatusAt` says. */
const sessionState = `case when s.status = 'active' and s.expires_at <= $2 then 'expired' else s.status end`;

/** What a person has, and what reaches the cases that they lead; null sees all. */
const isSeen = (holder: string, x: string) => `($3::text is null or ${holder} = $3
  or ${x}.case_id in (select m.case_id from led m)
  or ${x}.case_id is null and ${x}.subject_id in (select cs.subject_id from led m
    join case_subjects cs on cs.workspace_id = $1 and cs.case_id = m.case_id and cs.ended_at is null))
  and not exists (select from record_cases c where c.workspace_id = $1 and c.id = ${x}.case_id and $4 = any(c.blocked_user_ids))`;

const pageSql = `
  with led as (
    select m.case_id from case_members m where m.workspace_id = $1 and m.user_id = $3 and m.role = 'lead'
      and m.ended_at is null and (m.ends_at is null or m.ends_at > $2)
  )
  select a.basis, a.id, a.at from (
    select 'temporary_access' basis, t.id, g.starts_at at from temporary_grants t
    join record_grants g on g.workspace_id = $1 and g.id = t.id
    where t.workspace_id = $1 and ${isSeen('g.user_id', 't')}
      and ($5::text is null or g.user_id = $5) and ($6::uuid is null or t.case_id = $6) and ($7::text is null or ${grantState} = $7)
    union all
    select 'break_glass', s.id, s.started_at from break_glass_sessions s
    where s.workspace_id = $1 and ${isSeen('s.user_id', 's')}
      and ($5::text is null or s.user_id = $5) and ($6::uuid is null or s.case_id = $6) and ($7::text is null or ${sessionState} = $7)
  ) a
  where $8::timestamptz is null or (a.at, a.id) < ($8::timestamptz, $9::uuid)
  order by a.at desc, a.id desc limit $10`;

export const accessList = (sql: Sql, workspaceId: string): core.AccessList => ({
  page: ({ now, ofUserId, askedBy, userId, caseId, status }, after, limit) =>
    sql<core.ListedAccess>(pageSql, [
      ...[workspaceId, now, ofUserId, askedBy, userId, caseId, status],
      ...[after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    ]),
});

/** Answers the sweeps by functions that see all workspaces and return ids alone. */
export const accessSweep = (sql: Sql): core.AccessSweep => ({
  toExpire: (now, limit) =>
    sql<core.DueAccess>(
      'select workspace_id "workspaceId", id, basis from chancery_access_to_expire($1, $2)',
      [now, limit],
    ),
  toRemind: (now, remindedBefore, limit) =>
    sql('select workspace_id "workspaceId", id from chancery_reviews_overdue($1, $2, $3)', [
      ...[now, remindedBefore, limit],
    ]),
});
