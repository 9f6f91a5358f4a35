import { meetings as core, type meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';
import { embeddedFactSql } from './room-sql.ts';

const expire = transition(core.admissionStates, 'expire');
const lose = transition(core.admissionStates, 'lose');

type SweepMethods = Pick<
  meetings.RoomRepository,
  | 'silentWorkspaces'
  | 'liveSessions'
  | 'sweep'
  | 'workspacesToClose'
  | 'dueSessions'
  | 'prune'
  | 'workspacesWithMeetings'
  | 'eraseGuests'
>;

/** What background work reads and writes about rooms. */
export function roomSweeps(sql: Sql, workspaceId: string): SweepMethods {
  const workspaces = (source: string, moment: string) =>
    sql.column(`select workspace_id from ${source}($1)`, [moment]);
  return {
    silentWorkspaces: (before) => workspaces('chancery_admissions_silent', before),
    async sweep({ waitersBefore, presencesBefore, now }) {
      await sql(expireSql, [workspaceId, waitersBefore, now]);
      // Sessions are locked before their admissions, as by the end of a session.
      await sql(
        `select 1 from meeting_occurrences where workspace_id = $1 and status = 'live' order by id for no key update`,
        [workspaceId],
      );
      await sql(loseSql, [workspaceId, presencesBefore, now]);
    },
    liveSessions: () =>
      sql(
        `select id "sessionId", meeting_id "meetingId" from meeting_occurrences where workspace_id = $1 and status = 'live' order by id`,
        [workspaceId],
      ),
    workspacesToClose: (now) => workspaces('chancery_occurrences_to_close', now),
    dueSessions: (now) => sql(dueSql, [workspaceId, now]),
    workspacesWithMeetings: (now) => workspaces('chancery_meeting_workspaces', now),
    async eraseGuests(lastSessionBefore) {
      for (const text of erasures) await sql(text, [workspaceId, lastSessionBefore, 'Former guest']);
    },
    async prune(before) {
      const tries = await sql.changed(
        'delete from passcode_tries where workspace_id = $1 and tried_at < $2',
        [workspaceId, before],
      );
      await sql(
        `delete from admission_devices d using admissions a
         where d.workspace_id = $1 and a.id = d.admission_id and a.status = 'expired' and a.updated_at < $2`,
        [workspaceId, before],
      );
      const admissions = await sql.changed(
        `delete from admissions a where a.workspace_id = $1 and a.status = 'expired' and a.updated_at < $2
         and not exists (select from attendance_facts f where f.admission_id = a.id)`,
        [workspaceId, before],
      );
      return tries + admissions;
    },
  };
}

/** Erases the guests of meetings whose last session is long over; $3 is their name from then on. */
const over = `
  select m.id, m.chain_id from meetings m where m.workspace_id = $1 and m.status <> 'live'
    and not exists (select from meeting_occurrences o where o.meeting_id = m.id
      and (coalesce(o.ended_at, o.ends_at) >= $2::timestamptz or (o.status = 'scheduled' and m.meeting_type <> 'personal_room')))`;
const erasures = [
  `update meeting_invitations set email = null, email_fold = null, display_name = $3, response_comment = null
   where workspace_id = $1 and kind = 'guest' and meeting_id in (select id from (${over}) m) and display_name <> $3`,
  `update occurrence_responses set comment = null
   where workspace_id = $1 and comment is not null and $3::text is not null and meeting_id in (select id from (${over}) m)`,
  `update webinar_registrations set email = null, email_fold = null, display_name = $3, answers = '[]', decision_reason = null
   where workspace_id = $1 and display_name <> $3 and chain_id in (select chain_id from (${over}) m)
     and not exists (select from meetings x where x.chain_id = webinar_registrations.chain_id and not x.id in (select id from (${over}) m))`,
  `update admissions set display_name = $3
   where workspace_id = $1 and user_id is null and display_name <> $3 and meeting_id in (select id from (${over}) m)`,
  `update attendance set display_name = $3, email = null
   where workspace_id = $1 and user_id is null and display_name <> $3 and meeting_id in (select id from (${over}) m)`,
];

/** An admission that somebody decides about at this moment is skipped. */
const expireSql = `
  update admissions set status = ${expire.to}, updated_at = $3::timestamptz, version = version + 1
  where workspace_id = $1 and id in (select id from admissions
    where workspace_id = $1 and status in ${expire.from} and last_seen_at < $2::timestamptz
    for no key update skip locked)`;

const silentDevice = 'd.last_seen_at < $2::timestamptz and d.joined_at is not null and d.left_at is null';
/**
 * A device ends at the instant of its last sign of life. A person with no device left has left the room, and the place is
 * free. Admissions are locked before their devices, as by a poll.
 */
const loseSql = `
  with held as materialized (
    select a.id from admissions a join meetings m on m.id = a.meeting_id
    where a.workspace_id = $1 and a.status = 'admitted' and m.conference_provider = 'embedded'
      and a.id in (select d.admission_id from admission_devices d where d.workspace_id = $1 and ${silentDevice})
    order by a.id
    for no key update of a
  ), closed as (
    update admission_devices d set left_at = greatest(d.last_seen_at, d.joined_at)
    from held where d.workspace_id = $1 and d.admission_id = held.id and ${silentDevice}
    returning d.id, d.workspace_id, d.session_id, d.admission_id, d.connection, d.joined_at, d.left_at, 'lost'::text left_reason
  ), noted as (${embeddedFactSql('closed')}), gone as (
    update admissions a set status = ${lose.to}, updated_at = $3::timestamptz, version = version + 1
    where a.workspace_id = $1 and a.status in ${lose.from} and a.id in (select admission_id from closed)
      and not exists (select from admission_devices d where d.admission_id = a.id and d.joined_at is not null and d.left_at is null
                      and d.id not in (select id from closed))
    returning a.session_id, a.last_seen_at
  ), freed as (
    select session_id, count(*)::integer places, max(last_seen_at) last_seen_at from gone group by session_id
  )
  update meeting_occurrences o
  set participant_count = greatest(o.participant_count - freed.places, 0),
      empty_since = case when o.participant_count <= freed.places then freed.last_seen_at end
  from freed where o.workspace_id = $1 and o.id = freed.session_id and o.status = 'live'`;

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
