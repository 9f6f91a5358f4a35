import { meetings } from '@chancery/core';
import { EntitySchema } from 'typeorm';
import { date, instant, json, key, nullable, tenant, text } from '../kernel/columns.ts';
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
    allDay: { type: 'boolean' },
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
    touching: (userIds, { startsAt, endsAt }) =>
      sql<Block>(touchingSql, [workspaceId, userIds, startsAt, endsAt]),
    workingHours: (userId) =>
      sql<Block>(
        `select ${columns} from availability_blocks where workspace_id = $1 and user_id = $2 and kind = 'working_hours'`,
        [workspaceId, userId],
      ),
    busyMeetings: (userIds, { startsAt, endsAt }, { viewerUserId, exceptChainId }) =>
      sql<meetings.BusyMeeting>(busySql, [
        workspaceId,
        userIds,
        startsAt,
        endsAt,
        viewerUserId,
        exceptChainId,
      ]),
    async chainOf(meetingId) {
      const [row] = await sql<{ chainId: string }>(
        'select chain_id "chainId" from meetings where workspace_id = $1 and id = $2',
        [workspaceId, meetingId],
      );
      return row?.chainId ?? null;
    },
    removeAllOf: (userId) => blocks.delete({ userId }),
  };
}

/** Working hours hold on dates of their own zone, which lie within a day of those of UTC. */
const touchingSql = `
  select ${columns} from availability_blocks
  where workspace_id = $1 and user_id = any($2)
    and case kind
      when 'working_hours' then (effective_from is null or effective_from <= ($4::timestamptz at time zone 'UTC')::date + 1)
        and (effective_until is null or effective_until >= ($3::timestamptz at time zone 'UTC')::date - 1)
      else starts_at < $4::timestamptz and case when rrule is null then ends_at > $3::timestamptz
        else repeats_until is null or repeats_until > $3::timestamptz end
    end`;

/** The title of a meeting for those who are in it, and of one that is open to the workspace. */
const busySql = `
  select p.user_id "userId", o.meeting_id "meetingId", o.starts_at "startsAt", o.ends_at "endsAt",
         case when m.visibility = 'workspace' or m.organizer_user_id = $5
                or exists (select from meeting_invitations i where i.workspace_id = $1 and i.meeting_id = m.id
                             and i.user_id = $5 and i.status <> 'revoked')
              then coalesce(o.title, m.title) end "visibleTitle"
  from occurrence_people p
  join meeting_occurrences o on o.id = p.occurrence_id and o.workspace_id = p.workspace_id
  join meetings m on m.id = o.meeting_id and m.workspace_id = p.workspace_id
  where p.workspace_id = $1 and p.user_id = any($2) and p.ends_at > $3::timestamptz and p.starts_at < $4::timestamptz
    and o.ends_at > $3::timestamptz and o.starts_at < $4::timestamptz and o.status in ('scheduled', 'live')
    and ($6::uuid is null or m.chain_id <> $6::uuid)
  order by o.starts_at, o.id, p.user_id`;
