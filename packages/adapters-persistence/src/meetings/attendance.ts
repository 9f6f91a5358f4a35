import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { occurrenceColumns } from './meeting-columns.ts';

export function attendanceRepository(sql: Sql, workspaceId: string): meetings.AttendanceRepository {
  return {
    sessionOfRoom: (room) =>
      sql.first<{ sessionId: string; workspaceId: string }>(
        'select id "sessionId", workspace_id "workspaceId" from chancery_session_of_room($1)',
        [room],
      ),
    async knownAdmissions(sessionId, ids) {
      const known = await sql.column(
        `select id from admissions where workspace_id = $1 and session_id = $2 and id = any ($3::uuid[]) and first_token_at is not null`,
        [workspaceId, sessionId, ids],
      );
      return new Set(known);
    },
    addFacts: async (facts) =>
      facts.length === 0 ? 0 : sql.changed(addFactsSql, [workspaceId, JSON.stringify(facts)]),
    async tracesOf(sessionId) {
      const [traces, snapshots] = await Promise.all([
        sql<meetings.PresenceTrace>(tracesSql, [workspaceId, sessionId]),
        sql<{ snapshot: meetings.PresenceSnapshot }>(
          'select snapshot from attendance_facts where workspace_id = $1 and session_id = $2 and snapshot is not null order by id',
          [workspaceId, sessionId],
        ),
      ]);
      return { traces: traces.map(withFactInstants), snapshots: snapshots.map(({ snapshot }) => snapshot) };
    },
    sessionToReport: (meetingId, sessionId) =>
      sql.first<meetings.Occurrence>(reportedSql, [workspaceId, meetingId, sessionId]),
    recordsOf: (sessionId, page) =>
      sql<meetings.AttendanceRecord>(recordsSql, [
        workspaceId,
        sessionId,
        page?.after?.[0] ?? null,
        page?.after?.[1] ?? null,
        page?.limit ?? null,
      ]),
    async settle(meetingId, sessionId, records) {
      await sql(settleSql, [workspaceId, meetingId, sessionId, JSON.stringify(records)]);
    },
    dropFacts: (receivedBefore) =>
      sql.changed('delete from attendance_facts where workspace_id = $1 and received_at < $2', [
        workspaceId,
        receivedBefore,
      ]),
    async scrub(userId, name) {
      await sql(
        'update attendance set display_name = $3, email = null where workspace_id = $1 and user_id = $2',
        [workspaceId, userId, name],
      );
      await sql('update admissions set display_name = $3 where workspace_id = $1 and user_id = $2', [
        workspaceId,
        userId,
        name,
      ]);
    },
    async invitedCount(meetingId) {
      const [row] = await sql<{ count: number }>(
        `select count(*)::integer count from meeting_invitations i join meetings m on m.id = i.meeting_id
         where i.workspace_id = $1 and i.meeting_id = $2 and i.status <> 'revoked' and i.user_id is distinct from m.organizer_user_id`,
        [workspaceId, meetingId],
      );
      return row?.count ?? 0;
    },
  };
}

const iso = (instant: string | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();

function withFactInstants(trace: meetings.PresenceTrace): meetings.PresenceTrace {
  const facts = trace.facts.map((fact) => ({
    ...fact,
    joinedAt: iso(fact.joinedAt),
    leftAt: iso(fact.leftAt),
  }));
  return { ...trace, facts };
}

const addFactsSql = `
  insert into attendance_facts (id, workspace_id, session_id, admission_id, connection, source, event_key, joined_at, left_at, snapshot, received_at)
  select j.id, $1, j."sessionId", coalesce(j."admissionId", j."sessionId"), j.connection, j.source, j."eventKey", j."joinedAt", j."leftAt", j.snapshot, j."receivedAt"
  from jsonb_to_recordset($2::jsonb) j(id uuid, "sessionId" uuid, "admissionId" uuid, connection text, source text, "eventKey" text,
    "joinedAt" timestamptz, "leftAt" timestamptz, snapshot jsonb, "receivedAt" timestamptz)
  on conflict (source, event_key, workspace_id) do nothing`;

/** Who joined and left, as media servers reported it, and as embedded presences show it, whether they are over or not. */
const tracesSql = `
  select a.id "admissionId", a.person_key "personKey", a.user_id "userId", a.invitation_id "invitationId", a.registration_id "registrationId",
         a.display_name "displayName", coalesce(p.email, i.email, r.email) email, null "avatarUrl", coalesce(a.highest_role, a.role) role,
         coalesce(a.first_token_at, a.requested_at) "firstTokenAt",
         coalesce(f.facts, '[]') || coalesce(d.facts, '[]') facts
  from admissions a
  join meetings m on m.id = a.meeting_id
  left join memberships p on p.workspace_id = $1 and p.user_id = a.user_id and p.status <> 'removed'
  left join meeting_invitations i on i.id = a.invitation_id
  left join webinar_registrations r on r.id = a.registration_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('source', f.source, 'connection', f.connection, 'joinedAt', f.joined_at, 'leftAt', f.left_at,
      'leftReason', f.left_reason)) facts
    from attendance_facts f where f.workspace_id = $1 and f.session_id = $2 and f.admission_id = a.id and f.snapshot is null) f on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('source', 'embedded', 'connection', d.id || ':' || d.connection, 'joinedAt', d.joined_at,
      'leftAt', null, 'leftReason', null)) facts
    from admission_devices d
    where d.workspace_id = $1 and d.admission_id = a.id and d.joined_at is not null and d.left_at is null and m.conference_provider = 'embedded') d on true
  where a.workspace_id = $1 and a.session_id = $2
  order by a.id`;

const reportedSql = `
  select ${occurrenceColumns.selection('o')} from meeting_occurrences o
  where o.workspace_id = $1 and o.meeting_id = $2 and case when $3::uuid is null then o.status in ('live', 'ended') else o.id = $3::uuid end
  order by o.status = 'live' desc, o.started_at desc nulls last, o.id desc
  limit 1`;

const recordsSql = `
  select t.id, t.session_id "sessionId", t.person_key "personKey", t.user_id "userId", t.invitation_id "invitationId",
         t.registration_id "registrationId", t.display_name "displayName", t.email, null "avatarUrl", t.role,
         t.first_joined_at "firstJoinedAt", t.last_left_at "lastLeftAt", t.duration_seconds "durationSeconds", t.intervals, t.present
  from attendance t
  where t.workspace_id = $1 and t.session_id = $2
    and ($3::timestamptz is null or (t.first_joined_at, t.id) > ($3::timestamptz, $4::uuid))
  order by t.first_joined_at, t.id
  limit $5`;

const settleSql = `
  with stale as (
    delete from attendance where workspace_id = $1 and session_id = $3
      and not person_key in (select j."personKey" from jsonb_to_recordset($4::jsonb) j("personKey" text))
  )
  insert into attendance (id, workspace_id, meeting_id, session_id, person_key, user_id, invitation_id, registration_id, display_name, email,
    role, first_joined_at, last_left_at, duration_seconds, intervals, present)
  select j.id, $1, $2, $3, j."personKey", j."userId", j."invitationId", j."registrationId", j."displayName", j.email, j.role,
    j."firstJoinedAt", j."lastLeftAt", j."durationSeconds", j.intervals, j.present
  from jsonb_to_recordset($4::jsonb) j(id uuid, "personKey" text, "userId" text, "invitationId" uuid, "registrationId" uuid,
    "displayName" text, email text, role text, "firstJoinedAt" timestamptz, "lastLeftAt" timestamptz, "durationSeconds" integer,
    intervals jsonb, present boolean)
  on conflict (session_id, person_key, workspace_id) do update set role = excluded.role, first_joined_at = excluded.first_joined_at,
    last_left_at = excluded.last_left_at, duration_seconds = excluded.duration_seconds, intervals = excluded.intervals, present = excluded.present`;
