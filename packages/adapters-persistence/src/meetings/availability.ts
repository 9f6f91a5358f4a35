import { meetings } from '@chancery/core';
import { boolean, date, instant, json, key, nullable, tenant, text } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type Block = meetings.AvailabilityBlock;
type BlockColumns = Block & { workspaceId: string };

export const AvailabilityBlockRow = new EntitySchema<BlockColumns>({
  name: 'AvailabilityBlock',
  tableName: 'availability_blocks',
  columns: {
    id: key(),
    workspaceId: tenant(),
    userId: text(),
    kind: text(),
    title: nullable(text()),
    timeZone: text(),
    startsAt: nullable(instant()),
    endsAt: nullable(instant()),
    localStart: nullable(text()),
    allDay: boolean(),
    rrule: nullable(text()),
    repeatsUntil: nullable(instant()),
    weekly: json(),
    effectiveFrom: nullable(date()),
    effectiveUntil: nullable(date()),
    createdAt: instant(),
  },
});

const columns = `
  id, user_id "userId", kind, title, time_zone "timeZone", starts_at "startsAt", ends_at "endsAt", local_start "localStart",
  all_day "allDay", rrule, repeats_until "repeatsUntil", weekly, to_char(effective_from, 'YYYY-MM-DD') "effectiveFrom",
  to_char(effective_until, 'YYYY-MM-DD') "effectiveUntil", created_at "createdAt"`;

export function availabilityRepository(sql: Sql, workspaceId: string): meetings.AvailabilityRepository {
  const blocks = table(sql, AvailabilityBlockRow, { workspaceId });

  return {
    add: (block) => blocks.insert({ ...block, workspaceId }),
    async count(userId) {
      const [row] = await sql<{ count: number }>(
        'select count(*)::integer count from availability_blocks where workspace_id = $1 and user_id = $2',
        [workspaceId, userId],
      );
      return row?.count ?? 0;
    },
    async ownBlock(id, userId) {
      const [row] = await sql<Block>(
        `select ${columns} from availability_blocks where workspace_id = $1 and id = $2 and user_id = $3`,
        [workspaceId, id, userId],
      );
      if (row === undefined) throw meetings.availabilityBlockNotFound();
      return row;
    },
    async remove(id) {
      await blocks.delete({ id });
    },
    touching: (userIds, spans) => sql<Block>(touchingSql, [workspaceId, userIds, ...bounds(spans)]),
    workingHours: (userId) =>
      sql<Block>(
        `select ${columns} from availability_blocks where workspace_id = $1 and user_id = $2 and kind = 'working_hours'`,
        [workspaceId, userId],
      ),
    busyMeetings: (userIds, spans, { viewerUserId, exceptChainId }) =>
      sql<meetings.BusyMeeting>(busySql, [
        workspaceId,
        userIds,
        ...bounds(spans),
        viewerUserId,
        exceptChainId,
      ]),
    async chainOf(meetingId, viewerUserId) {
      const [row] = await sql<{ chainId: string }>(
        `select m.chain_id "chainId" from meetings m where m.workspace_id = $1 and m.id = $2 and ${seenBy('$3')}`,
        [workspaceId, meetingId, viewerUserId],
      );
      return row?.chainId ?? null;
    },
    removeAllOf: (userId) => blocks.delete({ userId }),
  };
}

/** Starts and ends, as two lists of the same length. */
const bounds = (spans: readonly meetings.AvailabilitySpan[]) => [
  spans.map(({ startsAt }) => startsAt),
  spans.map(({ endsAt }) => endsAt),
];

/** Working hours apply on dates of their own zone, which differ from those of UTC by a day at most. */
const touchingSql = `
  select ${columns} from availability_blocks
  where workspace_id = $1 and user_id = any($2) and exists (
    select from unnest($3::timestamptz[], $4::timestamptz[]) span(starts, ends)
    where case kind
      when 'working_hours' then (effective_from is null or effective_from <= (ends at time zone 'UTC')::date + 1)
        and (effective_until is null or effective_until >= (starts at time zone 'UTC')::date - 1)
      -- The law of a zone may have moved whole days since they were stored.
      else starts_at < ends + case when all_day then interval '1 day' else interval '0' end
        and case when rrule is null then ends_at + case when all_day then interval '1 day' else interval '0' end > starts
        else repeats_until is null or repeats_until > starts end
    end)`;

/** Whether a member is in a meeting, or it is open to the workspace. */
const seenBy = (viewer: string) => `(m.visibility = 'workspace' or m.organizer_user_id = ${viewer}
  or exists (select from meeting_invitations i where i.workspace_id = $1 and i.meeting_id = m.id
               and i.user_id = ${viewer} and i.status <> 'revoked'))`;

/**
 * Callers see the title of a meeting if they are in it, or if it is open to the workspace. Each span is a range of each
 * person's index, because a session is at most 24 hours long. A long session may overlap two spans, and is returned once.
 * `offset 0` keeps the planner to that order, which would otherwise read all sessions of the workspace. It also computes
 * the latest end beforehand, because under row-level security an index condition may contain no sum.
 */
const busySql = `
  select p.user_id "userId", s.meeting_id "meetingId", s.starts_at "startsAt", s.ends_at "endsAt", s."visibleTitle"
  from (
    select distinct near.occurrence_id, near.user_id
    from unnest($2::text[]) person(user_id)
    cross join (
      select *, ends_at + interval '24 hours' latest from unnest($3::timestamptz[], $4::timestamptz[]) t(starts_at, ends_at)
      offset 0) span
    cross join lateral (
      select q.occurrence_id, q.user_id from occurrence_people q
      where q.workspace_id = $1 and q.user_id = person.user_id and q.starts_at < span.ends_at
        and q.ends_at > span.starts_at and q.ends_at < span.latest
      offset 0) near) p
  cross join lateral (
    select o.id, o.meeting_id, o.starts_at, o.ends_at,
           case when ${seenBy('$5')}
                then coalesce(o.title, m.title) end "visibleTitle"
    from meeting_occurrences o
    join meetings m on m.id = o.meeting_id and m.workspace_id = $1
    where o.workspace_id = $1 and o.id = p.occurrence_id and o.status in ('scheduled', 'live')
      and ($6::uuid is null or m.chain_id <> $6::uuid)
    offset 0) s
  order by s.starts_at, s.id, p.user_id`;
