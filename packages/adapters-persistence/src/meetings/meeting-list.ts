import type { CursorKey, meetings } from '@chancery/core';
import { secondsBetween } from '@chancery/core/internal';
import { plannedOnce } from '../kernel/planned.ts';
import type { Sql } from '../kernel/sql.ts';
import { hasWords } from '../kernel/words.ts';
import {
  type MeetingForPersonRow,
  meetingForPerson,
  meetingForPersonSelection,
} from './meeting-for-person.ts';

type Filter = meetings.MeetingFilter;

/** Lists the meetings of one person, or of everybody, in the order of the scope (meetings 9.2). */
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
  const rows = await plannedOnce<MeetingForPersonRow & { sortedAt: string }>(sql, text, values);
  return rows.map(({ sortedAt, ...row }) => ({ ...meetingForPerson(row), sortedAt }));
}

/** Adds a value to a statement and returns its placeholder. */
type Bind = (value: unknown) => string;

interface ListRequest extends Filter {
  readonly workspaceId: string;
  readonly after: CursorKey | null;
  readonly limit: number;
}

/**
 * In a range of at most so many days, past meetings are found by the sessions in it: the usual order begins with today, and
 * would be walked back until then. Coming meetings of a range are found early in their order.
 */
const fewDays = 31;

interface Order {
  /** Selects only what can have a session to come, or what can have had one. */
  readonly statuses: string;
  /** The instant that the meeting is sorted by until the first of its open sessions ends. */
  readonly column: string;
  /** The same instant, computed from the sessions by the clock. */
  readonly byClock: (now: string) => string;
  readonly direction: 'asc' | 'desc';
  readonly beyond: '>' | '<';
}

const orders: Readonly<Record<Filter['scope'], Order>> = {
  upcoming: {
    statuses: "m.status in ('scheduled', 'live')",
    column: 'm.next_starts_at',
    // Selects the live session, or else the first whose end is to come. A session is at most a day long.
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
 * full: by the columns that are valid until a session ends (migration 0022), together with the meetings of which a session
 * has ended and is not closed yet. The statement contains only what was asked for, because the rest would have to be planned.
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
  const words = request.words.length === 0 ? null : hasWords('m.title', bind(request.words));
  const cursor = after && `(${bind(after[0])}::timestamptz, ${bind(after[1])}::uuid)`;

  // Both ends of a range bound the index scan, because no session is longer than a day.
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

  // `offset 0` keeps the planner from repeating the expression at each of its uses.
  const found = (source: string, ...conditions: readonly (string | null)[]) => `
    select m.id, sorted.at
    from ${source} cross join lateral (
      select case when m.first_open_end <= ${now} then ${byClock(now)} else ${column} end at offset 0) sorted
    where ${allOf(...conditions, statuses, 'sorted.at is not null', beyondCursor('sorted.at'))}`;
  const own = found(
    'meeting_invitations i join meetings m on m.id = i.meeting_id',
    `i.workspace_id = ${workspace} and i.user_id = ${user} and i.status <> 'revoked'`,
    meetsRange,
    words,
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
          words,
        ),
      ]
    : [
        // Both ends are given, because the planner takes a range to be narrow, and a single end to match a third of all rows.
        found(
          'meetings m',
          seen,
          `m.first_open_end >= '-infinity' and m.first_open_end <= ${now}`,
          meetsRange,
          words,
        ),
        `(select m.id, ${column} at from meetings m
          where ${allOf(
            seen,
            `${column} is not null`,
            beyondCursor(column),
            `(m.first_open_end is null or m.first_open_end > ${now})`,
            statuses,
            meetsRange,
            words,
          )}
          order by ${column} ${direction}, m.id ${direction} limit ${limit})`,
      ];
  const sources = everyones ? everybodys : [own, ...(visible ? everybodys : [])];
  return `
  with page as (
    select id, at from (${sources.join(' union ')}) listed order by at ${direction}, id ${direction} limit ${limit}
  )
  select ${meetingForPersonSelection}, page.at "sortedAt"
  from page
  join meetings m on m.id = page.id
  join meeting_chains c on c.id = m.chain_id
  left join meeting_invitations i on i.workspace_id = ${workspace} and i.user_id = ${user} and i.meeting_id = m.id and i.status <> 'revoked'
  order by page.at ${direction}, page.id ${direction}`;
}
