import type { CursorKey, meetings } from '@chancery/core';
import { secondsBetween } from '@chancery/core/internal';
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
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const text = listSql({ ...filter, workspaceId, after, limit: limit + 1 }, bind);
  // In one packet. From here on no statement of the unit is planned for each value again, which takes longer than they run.
  const [, rows] = await Promise.all([
    sql('set local plan_cache_mode = force_generic_plan'),
    sql<SeenRow & { sortedAt: string }>(text, values),
  ]);
  return rows.map(({ sortedAt, ...row }) => ({ ...seenMeeting(row), sortedAt }));
}

/** The place of a value in a statement. */
type Bind = (value: unknown) => string;

interface ListRequest extends Filter {
  readonly workspaceId: string;
  readonly after: CursorKey | null;
  readonly limit: number;
}

/**
 * What took place in a range of at most so many days is looked up by the sessions in it: the order begins with today, and
 * would be walked until then. What is to come in a range is met early in its order.
 */
const fewDays = 31;

interface Order {
  /** Only what can have a session to come, or what can have had one. */
  readonly statuses: string;
  /** By what the meeting is sorted until the first of its open sessions ends. */
  readonly column: string;
  /** The same by the clock, out of the sessions. */
  readonly byClock: (now: string) => string;
  readonly direction: 'asc' | 'desc';
  readonly beyond: '>' | '<';
}

const orders: Readonly<Record<Filter['scope'], Order>> = {
  upcoming: {
    statuses: "m.status in ('scheduled', 'live')",
    column: 'm.next_starts_at',
    // The live session; else the first whose end is to come. A session is at most a day long.
    byClock: (now) => `
      coalesce(
        (select o.starts_at from meeting_occurrences o where o.meeting_id = m.id and o.status = 'live' limit 1),
        (select o.starts_at from meeting_occurrences o
         where o.meeting_id = m.id and o.status = 'scheduled' and o.ends_at > ${now} and o.starts_at > ${now} - interval '24 hours'
         order by o.starts_at limit 1))`,
    direction: 'asc',
    beyond: '>',
  },
  previous: {
    statuses: "m.status in ('scheduled', 'live', 'ended', 'cancelled')",
    column: 'm.over_at',
    byClock: (now) => `
      (select max(coalesce(o.ended_at, o.ends_at)) from meeting_occurrences o
       where o.meeting_id = m.id and o.status in ('scheduled', 'live', 'ended', 'missed') and coalesce(o.ended_at, o.ends_at) <= ${now})`,
    direction: 'desc',
    beyond: '<',
  },
};

const allOf = (...conditions: readonly (string | null)[]): string =>
  conditions.filter((condition) => condition !== null).join(' and ');

/**
 * The caller's own meetings are read one by one. Those that everybody sees are walked in their order until the page is
 * full: by the columns that hold until a session ends (migration 0022), and beside them those of which one has ended and
 * is not closed yet. The statement says no more than was asked for: what it leaves out need not be planned.
 */
function listSql(request: ListRequest, bind: Bind): string {
  const { scope, everyones, visible, after } = request;
  const { statuses, column, byClock, direction, beyond } = orders[scope];
  const workspace = bind(request.workspaceId);
  const user = bind(request.userId);
  const limit = bind(request.limit);
  const now = `${bind(request.now)}::timestamptz`;
  const from = request.from && `${bind(request.from)}::timestamptz`;
  const to = request.to && `${bind(request.to)}::timestamptz`;
  const cursor = after && `(${bind(after[0])}::timestamptz, ${bind(after[1])}::uuid)`;

  // Both ends of a range bound the index, because no session is longer than a day.
  const inRange = allOf(
    "(o.status <> 'cancelled' or m.status = 'cancelled')",
    from && `o.ends_at > ${from} and o.starts_at > ${from} - interval '24 hours'`,
    to && `o.starts_at < ${to}`,
  );
  const meetsRange =
    from === null && to === null
      ? null
      : `exists (select from meeting_occurrences o where o.meeting_id = m.id and ${inRange})`;
  const beyondCursor = (at: string) => cursor && `(${at}, m.id) ${beyond} ${cursor}`;

  // `offset 0` keeps the planner from writing the expression out at each of its uses.
  const found = (source: string, ...conditions: readonly (string | null)[]) => `
    select m.id, sorted.at
    from ${source} cross join lateral (
      select case when m.first_open_end <= ${now} then ${byClock(now)} else ${column} end at offset 0) sorted
    where ${allOf(...conditions, statuses, 'sorted.at is not null', beyondCursor('sorted.at'))}`;
  const own = found(
    'meeting_invitations i join meetings m on m.id = i.meeting_id',
    `i.workspace_id = ${workspace} and i.user_id = ${user} and i.status <> 'revoked'`,
    meetsRange,
  );
  const seen = `m.workspace_id = ${workspace}${everyones ? '' : " and m.visibility = 'workspace'"}`;
  const bySessions =
    scope === 'previous' &&
    request.from !== null &&
    request.to !== null &&
    secondsBetween(request.from, request.to) <= fewDays * 86_400;
  const everybodys = bySessions
    ? [
        found(
          `(select distinct o.meeting_id id from meeting_occurrences o join meetings m on m.id = o.meeting_id
            where o.workspace_id = ${workspace} and ${seen} and o.ends_at < ${to} + interval '24 hours' and ${inRange}) hit
           join meetings m on m.id = hit.id`,
          seen,
        ),
      ]
    : [
        // With both ends, for the planner takes a range for narrow and one end for a third of all.
        found(
          'meetings m',
          seen,
          `m.first_open_end >= '-infinity' and m.first_open_end <= ${now}`,
          meetsRange,
        ),
        `(select m.id, ${column} at from meetings m
          where ${allOf(
            seen,
            `${column} is not null`,
            beyondCursor(column),
            `(m.first_open_end is null or m.first_open_end > ${now})`,
            statuses,
            meetsRange,
          )}
          order by ${column} ${direction}, m.id ${direction} limit ${limit})`,
      ];
  const sources = everyones ? everybodys : [own, ...(visible ? everybodys : [])];
  return `
  with page as (
    select id, at from (${sources.join(' union ')}) listed order by at ${direction}, id ${direction} limit ${limit}
  )
  select ${seenSelection}, page.at "sortedAt"
  from page
  join meetings m on m.id = page.id
  join meeting_chains c on c.id = m.chain_id
  left join meeting_invitations i on i.workspace_id = ${workspace} and i.user_id = ${user} and i.meeting_id = m.id and i.status <> 'revoked'
  order by page.at ${direction}, page.id ${direction}`;
}
