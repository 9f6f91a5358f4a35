import { meetings as core, type meetings, versionConflict } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { occurrenceColumns, schedulingOfOccurrence } from './meeting-columns.ts';
import { held } from './room-sql.ts';

const selection = occurrenceColumns.selection('o');

export function occurrenceRepository(sql: Sql, workspaceId: string): meetings.OccurrenceRepository {
  return {
    async get(id, lock) {
      const [found] = await sql<meetings.Occurrence>(
        `select ${selection} from meeting_occurrences o where o.workspace_id = $1 and o.id = $2 ${held(lock)}`,
        [workspaceId, id],
      );
      if (found === undefined) throw core.occurrenceNotFound();
      return found;
    },
    ofMeeting: (meetingId, lock) =>
      sql<meetings.Occurrence>(
        `select ${selection} from meeting_occurrences o where o.workspace_id = $1 and o.meeting_id = $2 order by o.starts_at, o.id ${held(lock)}`,
        [workspaceId, meetingId],
      ),
    gapsOfPartialSeries: (meetingId) =>
      sql.column(
        `select o.starts_at from meeting_occurrences o
         where o.workspace_id = $1 and o.meeting_id = $2 and o.adjustment = 'gap'
           and exists (select from meetings m where m.workspace_id = $1 and m.id = $2 and m.portability = 'partial')
         order by o.starts_at, o.id`,
        [workspaceId, meetingId],
      ),
    list: (meetingId, { from, to, status }, after, limit) =>
      sql<meetings.Occurrence>(listSql, [
        workspaceId,
        meetingId,
        from,
        to,
        status,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
      ]),
    add: (occurrences) =>
      occurrences.length === 0
        ? Promise.resolve(0)
        : sql.changed(insertOccurrencesSql, [workspaceId, JSON.stringify(occurrences)]),
    async save(occurrences) {
      if (occurrences.length === 0) return [];
      const saved = await sql.changed(saveSql, [workspaceId, JSON.stringify(occurrences)]);
      if (saved !== occurrences.length) throw versionConflict();
      return occurrences.map((occurrence) => ({ ...occurrence, version: occurrence.version + 1 }));
    },
    async remove(ids) {
      if (ids.length === 0) return;
      for (const text of forgetSql) await sql(text, [workspaceId, ids]);
      await sql(
        "delete from meeting_occurrences where workspace_id = $1 and id = any($2::uuid[]) and status in ('scheduled', 'cancelled')",
        [workspaceId, ids],
      );
    },
    async move(ids, meetingId) {
      if (ids.length === 0) return;
      await sql(moveSql, [workspaceId, ids, meetingId]);
    },
    async refreshPeople(meetingId) {
      await sql(refreshPeopleSql, [workspaceId, meetingId]);
    },
    async lockCalendars(userIds) {
      if (userIds.length === 0) return;
      // Everybody locks in the same order, so that no two transactions wait for each other.
      const keys = [...new Set(userIds)].sort().map((userId) => `calendar:${workspaceId}:${userId}`);
      await sql(
        'select pg_advisory_xact_lock(hashtextextended(key, 0)) from (select key from unnest($1::text[]) with ordinality k(key, n) order by n) keys',
        [keys],
      );
    },
  };
}

export const insertOccurrencesSql = `
  insert into meeting_occurrences (workspace_id, ${occurrenceColumns.names})
  select $1, ${occurrenceColumns.values('j')} from jsonb_to_recordset($2::jsonb) j(${occurrenceColumns.recordset})
  on conflict (meeting_id, recurrence_id, workspace_id) where recurrence_id is not null do nothing`;

/** A change may move recurrence ids from one session to another: they are removed first, so that none exists twice. */
const saveSql = `
  update meeting_occurrences o
  set ${occurrenceColumns.assignments('j', schedulingOfOccurrence)}, version = j.version + 1
  from jsonb_to_recordset($2::jsonb) j(${occurrenceColumns.recordset})
  where o.workspace_id = $1 and o.id = j.id and o.version = j.version`;

const moveSql = `
  with moved as (
    update meeting_occurrences set meeting_id = $3 where workspace_id = $1 and id = any($2::uuid[]) returning id
  ), people as (
    update occurrence_people set meeting_id = $3 where workspace_id = $1 and occurrence_id = any($2::uuid[])
  ), reminders as (
    update meeting_reminders set meeting_id = $3 where workspace_id = $1 and occurrence_id = any($2::uuid[])
  )
  update admissions set meeting_id = $3 where workspace_id = $1 and session_id = any($2::uuid[])`;

/** Messages about these sessions that still wait are deleted. Sent ones stay on record without the session, because they may bounce. */
const forgetSql = [
  "delete from meeting_mails where workspace_id = $1 and occurrence_id = any($2::uuid[]) and status = 'waiting'",
  'update meeting_mails set occurrence_id = null where workspace_id = $1 and occurrence_id = any($2::uuid[])',
  `delete from reminder_deliveries where workspace_id = $1
     and reminder_id in (select id from meeting_reminders where workspace_id = $1 and occurrence_id = any($2::uuid[]))`,
];

const listSql = `
  select ${selection} from meeting_occurrences o
  where o.workspace_id = $1 and o.meeting_id = $2
    and ($3::timestamptz is null or o.ends_at > $3) and ($4::timestamptz is null or o.starts_at < $4)
    and ($5::text[] is null or o.status = any($5))
    and ($6::timestamptz is null or (o.starts_at, o.id) > ($6, $7::uuid))
  order by o.starts_at, o.id
  limit $8`;

/** Adds everybody who is invited to a new meeting to each of its sessions, without reading anything. */
export const firstPeopleSql = `
  insert into occurrence_people (occurrence_id, workspace_id, meeting_id, user_id, starts_at, ends_at)
  select j.id, $1, $2, u.id, j."startsAt", j."endsAt"
  from jsonb_to_recordset($3::jsonb) j(id uuid, "startsAt" timestamptz, "endsAt" timestamptz, status text),
    unnest($4::text[]) u(id)
  where j.status in ('scheduled', 'live')`;

export const refreshPeopleSql = `
  with wanted as (
    select o.id occurrence_id, i.user_id, o.starts_at, o.ends_at
    from meeting_occurrences o
    join meeting_invitations i on i.workspace_id = $1 and i.meeting_id = o.meeting_id and i.user_id is not null and i.status <> 'revoked'
    left join occurrence_responses r on r.invitation_id = i.id and r.occurrence_id = o.id
    where o.workspace_id = $1 and o.meeting_id = $2 and o.status in ('scheduled', 'live') and coalesce(r.status, i.status) <> 'declined'
  ), gone as (
    delete from occurrence_people p using meeting_occurrences o
    where p.workspace_id = $1 and o.id = p.occurrence_id and o.meeting_id = $2 and o.status in ('scheduled', 'live', 'cancelled')
      and not exists (select from wanted w where w.occurrence_id = p.occurrence_id and w.user_id = p.user_id)
  )
  insert into occurrence_people as p (occurrence_id, workspace_id, meeting_id, user_id, starts_at, ends_at)
  select occurrence_id, $1, $2, user_id, starts_at, ends_at from wanted
  on conflict (occurrence_id, user_id, workspace_id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at, meeting_id = excluded.meeting_id
  where (p.starts_at, p.ends_at, p.meeting_id) is distinct from (excluded.starts_at, excluded.ends_at, excluded.meeting_id)`;
