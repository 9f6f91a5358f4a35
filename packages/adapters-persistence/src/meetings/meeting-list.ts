import { type CursorKey, type meetings, secondsBetween } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { type SeenRow, seenMeeting, seenSelection } from './seen-meeting.ts';

type Filter = meetings.MeetingFilter;

/** Meetings of one person, or everybody's, in the order of the scope (meetings 9.2). */
export async function listedMeetings(
  sql: Sql,
  workspaceId: string,
  filter: Filter,
  after: CursorKey | null,
  limit: number,
): Promise<readonly meetings.ListedMeeting[]> {
  const rows = await sql<SeenRow & { sortedAt: string }>(listSql(filter), [
    workspaceId,
    filter.userId,
    filter.now,
    filter.from,
    filter.to,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ]);
  return rows.map(({ sortedAt, ...row }) => ({ ...seenMeeting(row), sortedAt }));
}

/**
 * What took place in a range of at most so many days is looked up by the sessions in it: the order begins with today, and
 * would be walked until then. What is to come in a range is met early in its order.
 */
const fewDays = 31;
const bySessions = ({ scope, from, to }: Filter) =>
  scope === 'previous' && from !== null && to !== null && secondsBetween(from, to) <= fewDays * 86_400;

interface Order {
  /** Only what can have a session to come, or what can have had one. */
  readonly statuses: string;
  /** By what the meeting is sorted until the first of its open sessions ends. */
  readonly column: string;
  /** The same by the clock, out of the sessions. */
  readonly byClock: string;
  readonly direction: 'asc' | 'desc';
  readonly beyond: '>' | '<';
  /** Where a list without a cursor begins. */
  readonly start: string;
}

const orders: Readonly<Record<Filter['scope'], Order>> = {
  upcoming: {
    statuses: "m.status in ('scheduled', 'live')",
    column: 'm.next_starts_at',
    // The live session; else the first whose end is to come. A session is at most a day long.
    byClock: `
      coalesce(
        (select o.starts_at from meeting_occurrences o where o.meeting_id = m.id and o.status = 'live' limit 1),
        (select o.starts_at from meeting_occurrences o
         where o.meeting_id = m.id and o.status = 'scheduled' and o.ends_at > $3 and o.starts_at > $3::timestamptz - interval '24 hours'
         order by o.starts_at limit 1))`,
    direction: 'asc',
    beyond: '>',
    start:
      "coalesce($6::timestamptz, '-infinity'), coalesce($7::uuid, '00000000-0000-0000-0000-000000000000')",
  },
  previous: {
    statuses: "m.status in ('scheduled', 'live', 'ended', 'cancelled')",
    column: 'm.over_at',
    byClock: `
      (select max(coalesce(o.ended_at, o.ends_at)) from meeting_occurrences o
       where o.meeting_id = m.id and o.status in ('scheduled', 'live', 'ended', 'missed') and coalesce(o.ended_at, o.ends_at) <= $3)`,
    direction: 'desc',
    beyond: '<',
    start:
      "coalesce($6::timestamptz, 'infinity'), coalesce($7::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')",
  },
};

/** Sessions that meet the range; both of its ends bound the index, because no session is longer than a day. */
const inRange = `
  (o.status <> 'cancelled' or m.status = 'cancelled')
  and ($4::timestamptz is null or (o.ends_at > $4 and o.starts_at > $4::timestamptz - interval '24 hours'))
  and ($5::timestamptz is null or o.starts_at < $5)`;
const meetsRange = `
  (($4::timestamptz is null and $5::timestamptz is null) or exists (
    select from meeting_occurrences o where o.meeting_id = m.id and ${inRange}))`;

/**
 * The caller's own meetings are read one by one. Those that everybody sees are walked in their order until the page is
 * full: by the columns that hold until a session ends (migration 0022), and beside them those of which one has ended and
 * is not closed yet.
 */
function listSql(filter: Filter): string {
  const { statuses, column, byClock, direction, beyond, start } = orders[filter.scope];
  const at = `case when m.first_open_end <= $3 then ${byClock} else ${column} end`;
  const found = (from: string, conditions: string) => `
    select m.id, sorted.at from ${from} cross join lateral (select ${at} at) sorted
    where ${conditions} and ${statuses} and sorted.at is not null and (sorted.at, m.id) ${beyond} (${start})`;

  const own = found(
    'meeting_invitations i join meetings m on m.id = i.meeting_id',
    `i.workspace_id = $1 and i.user_id = $2 and i.status <> 'revoked' and ${meetsRange}`,
  );
  const seen = `m.workspace_id = $1${filter.everyones ? '' : " and m.visibility = 'workspace'"}`;
  const everybodys = bySessions(filter)
    ? [
        found(
          `(select distinct o.meeting_id id from meeting_occurrences o join meetings m on m.id = o.meeting_id
            where o.workspace_id = $1 and ${seen} and o.ends_at > $4::timestamptz and o.ends_at < $5::timestamptz + interval '24 hours' and ${inRange}) hit
           join meetings m on m.id = hit.id`,
          seen,
        ),
      ]
    : [
        found('meetings m', `${seen} and m.first_open_end <= $3 and ${meetsRange}`),
        `(select m.id, ${column} at from meetings m
          where ${seen} and ${column} is not null and (${column}, m.id) ${beyond} (${start})
            and (m.first_open_end is null or m.first_open_end > $3) and ${statuses} and ${meetsRange}
          order by ${column} ${direction}, m.id ${direction} limit $8)`,
      ];
  const sources = filter.everyones ? everybodys : [own, ...(filter.visible ? everybodys : [])];
  return `
  with page as (
    select id, at from (${sources.join(' union ')}) listed order by at ${direction}, id ${direction} limit $8
  )
  select ${seenSelection}, page.at "sortedAt"
  from page
  join meetings m on m.id = page.id
  join meeting_chains c on c.id = m.chain_id
  left join meeting_invitations i on i.workspace_id = $1 and i.user_id = $2 and i.meeting_id = m.id and i.status <> 'revoked'
  order by page.at ${direction}, page.id ${direction}`;
}
