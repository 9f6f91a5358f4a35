import type { CursorKey, meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { type SeenRow, seenMeeting, seenSelection } from './seen-meeting.ts';

/** Meetings of one person, or everybody's, in the order of the scope (meetings 9.2). */
export async function listedMeetings(
  sql: Sql,
  workspaceId: string,
  { scope, userId, everyones, visible, from, to, now }: meetings.MeetingFilter,
  after: CursorKey | null,
  limit: number,
): Promise<readonly meetings.ListedMeeting[]> {
  const rows = await sql<SeenRow & { sortedAt: string }>(listSql(scope, everyones, visible), [
    workspaceId,
    userId,
    now,
    from,
    to,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ]);
  return rows.map(({ sortedAt, ...row }) => ({ ...seenMeeting(row), sortedAt }));
}

/** Only what can have a session to come, or what can have had one. */
const statuses = {
  upcoming: "m.status in ('scheduled', 'live')",
  previous: "m.status in ('scheduled', 'live', 'ended', 'cancelled')",
};

function candidates(scope: meetings.MeetingFilter['scope'], everyones: boolean, visible: boolean): string {
  if (everyones) return `select m.id from meetings m where m.workspace_id = $1 and ${statuses[scope]}`;
  const own = `select m.id from meeting_invitations i join meetings m on m.id = i.meeting_id
    where i.workspace_id = $1 and i.user_id = $2 and i.status <> 'revoked' and ${statuses[scope]}`;
  if (!visible) return own;
  return `${own} union select m.id from meetings m where m.workspace_id = $1 and m.visibility = 'workspace' and ${statuses[scope]}`;
}

/** The live session; else the first whose end is to come. A session is at most a day long. */
const nextStart = `
  coalesce(
    (select o.starts_at from meeting_occurrences o where o.meeting_id = m.id and o.status = 'live' limit 1),
    (select o.starts_at from meeting_occurrences o
     where o.meeting_id = m.id and o.status = 'scheduled' and o.ends_at > $3 and o.starts_at > $3::timestamptz - interval '24 hours'
       and m.meeting_type <> 'personal_room'
     order by o.starts_at limit 1))`;

const lastEnd = `
  case when m.meeting_type = 'personal_room' then null when m.status = 'cancelled' then m.cancelled_at else
    (select max(coalesce(o.ended_at, o.ends_at)) from meeting_occurrences o
     where o.meeting_id = m.id and o.status in ('scheduled', 'live', 'ended', 'missed') and coalesce(o.ended_at, o.ends_at) <= $3) end`;

function listSql(scope: meetings.MeetingFilter['scope'], everyones: boolean, visible: boolean): string {
  const [sortedAt, direction, beyond] =
    scope === 'upcoming' ? [nextStart, 'asc', '>'] : [lastEnd, 'desc', '<'];
  return `
  with page as (
    select m.id, sorted.at
    from (${candidates(scope, everyones, visible)}) candidate
    join meetings m on m.id = candidate.id
    cross join lateral (select ${sortedAt} at) sorted
    where sorted.at is not null
      and ($6::timestamptz is null or (sorted.at, m.id) ${beyond} ($6, $7::uuid))
      and (($4::timestamptz is null and $5::timestamptz is null) or exists (
        select from meeting_occurrences o where o.meeting_id = m.id and (o.status <> 'cancelled' or m.status = 'cancelled')
          and ($4::timestamptz is null or o.ends_at > $4) and ($5::timestamptz is null or o.starts_at < $5)))
    order by sorted.at ${direction}, m.id ${direction}
    limit $8
  )
  select ${seenSelection}, page.at "sortedAt"
  from page
  join meetings m on m.id = page.id
  join meeting_chains c on c.id = m.chain_id
  left join meeting_invitations i on i.workspace_id = $1 and i.user_id = $2 and i.meeting_id = m.id and i.status <> 'revoked'
  order by page.at ${direction}, page.id ${direction}`;
}
