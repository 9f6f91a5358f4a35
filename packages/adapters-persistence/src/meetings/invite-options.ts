import { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { writtenRows } from '../kernel/written-rows.ts';

type Query = Parameters<meetings.InviteeRepository['options']>[0];

export const inviteOptions = (
  sql: Sql,
  workspaceId: string,
  { userId, search, limit, meetingId, since }: Query,
) =>
  writtenRows(sql, meetings.InviteOptionView, inviteOptionsSql, [
    workspaceId,
    userId,
    search,
    limit,
    meetingId,
    since,
  ]);

/**
 * Selects the active members except the caller, then the guests of the caller's own meetings, and each address once
 * (meetings 9.2). A search matches the start of every word of name and address.
 */
const inviteOptionsSql = `
  with wanted as (
    select '(^|[^[:alnum:]])' || regexp_replace(lower($3::text), '([^[:alnum:][:space:]])', '\\\\\\1', 'g') pattern
  ), members as (
    select 'member' kind, m.user_id "userId", m.email, m.display_name "displayName", m.avatar_url "avatarUrl", m.role, 0 rank, m.user_id tie
    from memberships m
    where m.workspace_id = $1 and m.status = 'active' and m.user_id <> $2 and m.email is not null
      and ($5::uuid is null
        or exists (select from meetings g where g.id = $5 and g.organizer_user_id = m.user_id)
        or exists (select from meeting_invitations i where i.meeting_id = $5 and i.user_id = m.user_id and i.status <> 'revoked'))
  ), guests as (
    select distinct on (i.email_fold) 'guest' kind, null::text "userId", i.email, i.display_name "displayName", null::text "avatarUrl",
      null::text role, 1 rank, i.id::text tie
    from meeting_invitations i join meetings g on g.id = i.meeting_id
    where i.workspace_id = $1 and i.kind = 'guest' and i.email is not null and i.status <> 'revoked'
      and case when $5::uuid is null then g.organizer_user_id = $2 and i.created_at > $6 else g.id = $5 end
      and not exists (select from memberships m where m.workspace_id = $1 and m.status = 'active' and m.email_fold = i.email_fold)
    order by i.email_fold, i.created_at desc, i.id
  )
  select kind, "userId", email, "displayName", "avatarUrl", role
  from (select * from members union all select * from guests) people
  where $3::text is null or lower("displayName") ~ (select pattern from wanted) or lower(email) ~ (select pattern from wanted)
  order by rank, "displayName" collate "und-x-icu", tie
  limit $4`;
