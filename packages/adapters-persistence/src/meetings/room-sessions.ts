import { meetings as core, type meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';
import { occurrenceColumns } from './meeting-columns.ts';
import { embeddedFactSql, held, roomSessionJson } from './room-sql.ts';

const start = transition(core.occurrenceStates, 'start');
const end = transition(core.occurrenceStates, 'end');
const miss = transition(core.occurrenceStates, 'miss');
const endAdmission = transition(core.admissionStates, 'end');

const selection = occurrenceColumns.selection('o');

/** The life of a session: its places, its start and its end. */
export function roomSessionRepository(sql: Sql, workspaceId: string): meetings.RoomSessionRepository {
  return {
    async takePlace(sessionId, most, unless) {
      if (await sql.did(takeSql, [workspaceId, sessionId, most, unless === null])) return 'taken';
      // A statement of its own: it sees what was decided while the first one waited.
      const [row] = await sql<{ status: string; isLocked: boolean }>(
        'select status, is_locked "isLocked" from meeting_occurrences where workspace_id = $1 and id = $2',
        [workspaceId, sessionId],
      );
      if (row?.status !== 'live') return 'over';
      return row.isLocked && unless === 'locked' ? 'locked' : 'full';
    },
    setLocked: (sessionId, isLocked) => sql.did(lockSql, [workspaceId, sessionId, isLocked]),
    async occupy(sessionId, places) {
      await sql(occupySql, [workspaceId, sessionId, places]);
    },
    async releasePlaces(sessionId, places, now) {
      await sql(releaseSql, [workspaceId, sessionId, places, now]);
    },
    async get(sessionId, lock) {
      const [row] = await sql<{ session: meetings.RoomSession }>(
        `select ${roomSessionJson('o')} session from meeting_occurrences o where o.workspace_id = $1 and o.id = $2 ${held(lock)}`,
        [workspaceId, sessionId],
      );
      if (row === undefined) throw core.occurrenceNotFound();
      return row.session;
    },
    async lockChain(chainId) {
      await sql('select 1 from meeting_chains where workspace_id = $1 and id = $2 for no key update', [
        workspaceId,
        chainId,
      ]);
    },
    nextToStart: (meetingId, now) => sql.first<meetings.Occurrence>(nextSql, [workspaceId, meetingId, now]),
    async hasLive(chainId) {
      const [row] = await sql<{ live: boolean }>(
        `select exists (select from meeting_occurrences where workspace_id = $1 and chain_id = $2 and status = 'live') live`,
        [workspaceId, chainId],
      );
      return row?.live === true;
    },
    begin: (
      session,
      { meetingStatus, startedAt, startedByUserId, roomName, planParticipants, planMinutes },
    ) =>
      sql.did(beginSql, [
        workspaceId,
        session.id,
        startedAt,
        startedByUserId,
        roomName,
        planParticipants,
        planMinutes,
        meetingStatus,
      ]),
    finish: async (sessionId, { endedAt, endedByUserId, endReason, meetingStatus }) =>
      (
        await sql<object>(finishSql, [
          workspaceId,
          sessionId,
          endedAt,
          endedByUserId,
          endReason,
          meetingStatus,
        ])
      ).length === 1,
    miss: (sessionId, meetingStatus, now) => sql.did(missSql, [workspaceId, sessionId, meetingStatus, now]),
    async hasMoreToCome(meetingId, exceptSessionId, now) {
      const [row] = await sql<{ more: boolean }>(moreSql, [workspaceId, meetingId, exceptSessionId, now]);
      return row?.more === true;
    },
    liveSessions: () =>
      sql(
        `select id "sessionId", meeting_id "meetingId" from meeting_occurrences where workspace_id = $1 and status = 'live' order by id`,
        [workspaceId],
      ),
    workspacesToClose: (now) =>
      sql.column('select workspace_id from chancery_occurrences_to_close($1)', [now]),
    dueSessions: (now) => sql(dueSql, [workspaceId, now]),
  };
}

/** The row lock of the update makes simultaneous callers follow each other; each sees what the one before took (MTG-62). */
const takeSql = `
  update meeting_occurrences
  set participant_count = participant_count + 1, peak_participants = greatest(peak_participants, participant_count + 1), empty_since = null
  where workspace_id = $1 and id = $2 and status = 'live' and participant_count < $3::integer and ($4::boolean or not is_locked)`;
const lockSql = `
  update meeting_occurrences set is_locked = $3
  where workspace_id = $1 and id = $2 and status = 'live' and is_locked <> $3::boolean`;
const occupySql = `
  update meeting_occurrences
  set participant_count = participant_count + $3::integer, peak_participants = greatest(peak_participants, participant_count + $3::integer),
      empty_since = null
  where workspace_id = $1 and id = $2 and status = 'live'`;
const releaseSql = `
  update meeting_occurrences
  set participant_count = greatest(participant_count - $3::integer, 0),
      empty_since = case when participant_count <= $3::integer then $4::timestamptz end
  where workspace_id = $1 and id = $2 and status = 'live'`;

const nextSql = `
  select ${selection} from meeting_occurrences o join meetings m on m.id = o.meeting_id
  where o.workspace_id = $1 and o.meeting_id = $2 and (o.status = 'live'
    or (o.status = 'scheduled' and (m.meeting_type = 'personal_room' or o.ends_at >= $3::timestamptz - interval '60 minutes')))
  order by o.status = 'live' desc, o.starts_at, o.id
  limit 1
  for no key update of o`;

/** The session of a personal room gets the time at which it is started. */
const beginSql = `
  with begun as (
    update meeting_occurrences o
    set status = ${start.to}, started_at = $3::timestamptz, started_by_user_id = $4, room_name = $5, plan_participants = $6, plan_minutes = $7,
        empty_since = $3::timestamptz, updated_at = $3::timestamptz, version = o.version + 1,
        starts_at = case when m.meeting_type = 'personal_room' then $3::timestamptz else o.starts_at end,
        ends_at = case when m.meeting_type = 'personal_room' then $3::timestamptz + make_interval(mins => o.duration_minutes) else o.ends_at end
    from meetings m
    where o.workspace_id = $1 and o.id = $2 and o.status in ${start.from} and m.id = o.meeting_id
    returning o.meeting_id
  )
  update meetings set status = $8, updated_at = $3::timestamptz, version = version + 1
  where workspace_id = $1 and id = (select meeting_id from begun)`;

/** Admissions are written before their devices, as by the polls that arrive meanwhile. */
const finishSql = `
  with finished as (
    update meeting_occurrences
    set status = ${end.to}, ended_at = $3::timestamptz, ended_by_user_id = $4, end_reason = $5, participant_count = 0, empty_since = null,
        updated_at = $3::timestamptz, version = version + 1
    where workspace_id = $1 and id = $2 and status in ${end.from}
    returning id, meeting_id
  ), gone as (
    update admissions set status = ${endAdmission.to}, wait_reason = null, updated_at = $3::timestamptz, version = version + 1
    where workspace_id = $1 and session_id = (select id from finished) and status in ${endAdmission.from}
    returning 1
  ), closed as (
    update admission_devices set left_at = greatest($3::timestamptz, joined_at)
    where workspace_id = $1 and session_id = (select id from finished) and joined_at is not null and left_at is null
      and (select count(*) from gone) >= 0
    returning id, workspace_id, session_id, admission_id, connection, joined_at, left_at, 'ended'::text left_reason
  ), noted as (${embeddedFactSql('closed')}), meeting as (
    update meetings set status = coalesce($6, status), updated_at = $3::timestamptz, version = version + 1
    where workspace_id = $1 and id = (select meeting_id from finished) and $6::text is not null
  )
  select 1 from finished`;

const missSql = `
  with missed as (
    update meeting_occurrences set status = ${miss.to}, updated_at = $4::timestamptz, version = version + 1
    where workspace_id = $1 and id = $2 and status in ${miss.from}
    returning meeting_id
  ), gone as (
    update admissions set status = ${endAdmission.to}, wait_reason = null, updated_at = $4::timestamptz, version = version + 1
    where workspace_id = $1 and session_id = $2 and exists (select from missed) and status in ${endAdmission.from}
  )
  update meetings set status = coalesce($3, status), updated_at = $4::timestamptz, version = version + 1
  where workspace_id = $1 and id = (select meeting_id from missed)`;

const moreSql = `
  select exists (select from meeting_occurrences
    where workspace_id = $1 and meeting_id = $2 and id <> $3 and (status = 'live' or (status = 'scheduled' and ends_at > $4::timestamptz - interval '60 minutes'))) more`;

const dueSql = `
  select * from (
    select o.id "sessionId", o.meeting_id "meetingId", o.starts_at,
      case
        when o.status = 'scheduled' and m.meeting_type <> 'personal_room' and o.ends_at < $2::timestamptz - interval '60 minutes' then 'missed'
        when o.status <> 'live' then null
        when o.started_at + make_interval(mins => least((m.settings ->> 'maxLiveMinutes')::integer, coalesce(o.plan_minutes, 1440))) <= $2::timestamptz then 'max_duration'
        when o.empty_since is not null and o.empty_since + interval '60 seconds' <= $2::timestamptz and exists (
          select from attendance_facts f where f.session_id = o.id and f.snapshot ->> 'finished' = 'true'
            and (f.snapshot ->> 'at')::timestamptz >= o.started_at) then 'provider'
        when o.empty_since is not null
          and o.empty_since + make_interval(mins => (m.settings ->> 'autoEndEmptyMinutes')::integer) <= $2::timestamptz then 'empty'
      end due
    from meeting_occurrences o join meetings m on m.id = o.meeting_id
    where o.workspace_id = $1 and (o.status = 'live' or (o.status = 'scheduled' and o.ends_at < $2::timestamptz - interval '60 minutes'))
  ) d
  where due is not null
  order by starts_at, "sessionId"`;
