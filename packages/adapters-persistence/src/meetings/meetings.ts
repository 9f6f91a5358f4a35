import { foldEmail, type meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export function meetingRepository(sql: Sql, workspaceId: string): meetings.MeetingRepository {
  return {
    async add(meeting, invitations) {
      const { firstOccurrence: first } = meeting;
      const [row] = await sql<{ added: boolean }>(addSql, [
        workspaceId,
        meeting.chainId,
        meeting.joinCode,
        meeting.id,
        meeting.meetingType,
        meeting.status,
        meeting.title,
        meeting.description,
        meeting.scheduledStartAt,
        meeting.localStart,
        meeting.durationMinutes,
        meeting.timeZone,
        JSON.stringify(meeting.settings),
        meeting.organizerUserId,
        meeting.visibility,
        meeting.source,
        meeting.externalReference,
        meeting.conferenceProvider,
        meeting.icalUid,
        meeting.icalSequence,
        meeting.tzdataVersion,
        meeting.createdAt,
        meeting.updatedAt,
        meeting.version,
        first.id,
        first.startsAt,
        first.endsAt,
        first.localStart,
        first.adjustment,
        first.userIds,
        JSON.stringify(invitations.map(columnsOf)),
      ]);
      return row?.added === true;
    },
    async workspaceOfCode(joinCode) {
      const [row] = await sql<{ workspaceId: string }>(
        'select workspace_id "workspaceId" from chancery_join_code($1)',
        [joinCode],
      );
      return row?.workspaceId ?? null;
    },
    async doorOf(joinCode) {
      const [row] = await sql<meetings.MeetingDoor>(doorSql, [workspaceId, joinCode]);
      return row ?? null;
    },
    newestForIntegration: (limit) => sql<meetings.IntegrationMeetingRow>(newestSql, [workspaceId, limit]),
  };
}

const columnsOf = ({ email, ...invitation }: meetings.MeetingInvitation) => ({
  ...invitation,
  email,
  emailFold: email === null ? null : foldEmail(email),
});

/** One statement, one round trip: where the join code is taken `chain` is empty, and so is all that selects from it. */
const addSql = `
  with chain as (
    insert into meeting_chains (id, workspace_id, join_code) values ($2, $1, $3) on conflict (join_code) do nothing returning id
  ), meeting as (
    insert into meetings (id, workspace_id, chain_id, meeting_type, status, title, description, scheduled_start_at, local_start,
      duration_minutes, time_zone, settings, organizer_user_id, visibility, source, external_reference, conference_provider,
      ical_uid, ical_sequence, tzdata_version, created_at, updated_at, version)
    select $4::uuid, $1, id, $5, $6, $7, $8, $9::timestamptz, $10, $11::integer, $12, $13::jsonb, $14, $15, $16, $17, $18,
      $19, $20::integer, $21, $22::timestamptz, $23::timestamptz, $24::integer
    from chain
  ), occurrence as (
    insert into meeting_occurrences (id, workspace_id, meeting_id, chain_id, starts_at, ends_at, local_start, adjustment, status, version)
    select $25::uuid, $1, $4::uuid, id, $26::timestamptz, $27::timestamptz, $28, $29, 'scheduled', 1 from chain
  ), people as (
    insert into occurrence_people (occurrence_id, workspace_id, user_id, starts_at, ends_at)
    select $25::uuid, $1, user_id, $26::timestamptz, $27::timestamptz from chain, unnest($30::text[]) user_id
  ), invitation as (
    insert into meeting_invitations (id, workspace_id, meeting_id, kind, user_id, email, email_fold, display_name, role,
      admission_policy, required, status, token_hash, token_key_number, token_generation, delivery_status, last_sent_at,
      last_sequence, created_at, updated_at, version)
    select i.id, $1, $4::uuid, i.kind, i."userId", i.email, i."emailFold", i."displayName", i.role, i."admissionPolicy",
      i.required, i.status, i."tokenHash", i."tokenKeyNumber", i."tokenGeneration", i."deliveryStatus", i."lastSentAt",
      i."lastSequence", i."createdAt", i."updatedAt", i.version
    from chain, jsonb_to_recordset($31::jsonb) i(id uuid, kind text, "userId" text, email text, "emailFold" text,
      "displayName" text, role text, "admissionPolicy" text, required boolean, status text, "tokenHash" text,
      "tokenKeyNumber" integer, "tokenGeneration" integer, "deliveryStatus" text, "lastSentAt" timestamptz,
      "lastSequence" integer, "createdAt" timestamptz, "updatedAt" timestamptz, version integer)
  )
  select exists (select from chain) added`;

const newestSql = `
  select id, title, description, meeting_type "meetingType", scheduled_start_at "scheduledStartAt",
         duration_minutes "scheduledDurationMinutes", time_zone "timeZone", status, created_at "createdAt", updated_at "updatedAt"
  from meetings
  where workspace_id = $1 and meeting_type <> 'personal_room'
  order by created_at desc, id desc
  limit $2`;

const doorSql = `
  select m.title, m.meeting_type "meetingType", m.status, o.starts_at "startsAt", o.ends_at "endsAt", m.time_zone "timeZone",
         m.settings, w.name "workspaceName"
  from meeting_chains c
  join meetings m on m.chain_id = c.id
  join workspaces w on w.id = c.workspace_id
  left join meeting_occurrences o on o.meeting_id = m.id
  where c.workspace_id = $1 and c.join_code = $2
  order by m.created_at desc, o.starts_at
  limit 1`;
