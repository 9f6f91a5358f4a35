import { meetings as core, type meetings, versionConflict } from '@chancery/core';
import { formerMember } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { writtenRows } from '../kernel/written-rows.ts';
import {
  changeableOfMeeting,
  insertInvitationsSql,
  invitationRows,
  meetingColumns,
} from './meeting-columns.ts';
import {
  type MeetingForPersonRow,
  meetingForPerson,
  meetingForPersonSelection,
  meetingSelection,
} from './meeting-for-person.ts';
import { listedMeetings } from './meeting-list.ts';
import { meetingMoments } from './meeting-moments.ts';
import { firstPeopleSql, insertOccurrencesSql, refreshPeopleSql } from './occurrences.ts';

export function meetingRepository(sql: Sql, workspaceId: string): meetings.MeetingRepository {
  const insert = async (
    meeting: meetings.Meeting,
    occurrences: readonly meetings.Occurrence[],
    invitations: readonly meetings.MeetingInvitation[],
    people: readonly [text: string, values: readonly unknown[]],
  ) => {
    // The statements are sent together and answered in order; each builds on the one before it.
    await Promise.all([
      sql(insertMeetingSql, [workspaceId, JSON.stringify([meeting]), ...standingOf(meeting, occurrences)]),
      sql(insertOccurrencesSql, [workspaceId, JSON.stringify(occurrences)]),
      sql(insertInvitationsSql, [workspaceId, invitationRows(invitations)]),
      sql(...people),
    ]);
  };
  return {
    async add(meeting, occurrences, invitations) {
      const taken = await sql.changed(
        `insert into meeting_chains (id, workspace_id, join_code) select $2, $1, $3 where chancery_join_code_free($3)
         on conflict (join_code, workspace_id) do nothing`,
        [workspaceId, meeting.chainId, meeting.joinCode],
      );
      if (taken === 0) return false;
      const userIds = invitations.flatMap(({ userId }) => userId ?? []);
      await insert(meeting, occurrences, invitations, [
        firstPeopleSql,
        [workspaceId, meeting.id, JSON.stringify(occurrences), userIds],
      ]);
      return true;
    },
    addToChain: (meeting, occurrences, invitations) =>
      insert(meeting, occurrences, invitations, [refreshPeopleSql, [workspaceId, meeting.id]]),
    async see(id, userId, lock) {
      const [row] = await sql<MeetingForPersonRow>(
        lock === undefined ? seeSql : `${seeSql} for no key update of m`,
        [workspaceId, id, userId],
      );
      return row === undefined ? null : meetingForPerson(row);
    },
    async get(id, lock) {
      const [meeting] = await sql<meetings.Meeting>(
        `${meetingSql} and m.id = $2 ${lock === undefined ? '' : 'for no key update of m'}`,
        [workspaceId, id],
      );
      if (meeting === undefined) throw core.meetingNotFound();
      return meeting;
    },
    async save(meeting) {
      const saved = await sql.changed(saveSql, [workspaceId, JSON.stringify([meeting])]);
      if (saved === 0) throw versionConflict();
      return { ...meeting, version: meeting.version + 1 };
    },
    moments: (ids, now, sessions) => meetingMoments(sql, workspaceId, ids, now, sessions),
    list: (filter, after, limit) => listedMeetings(sql, workspaceId, filter, after, limit),
    personalRoomOf: (userId) =>
      sql.first<meetings.Meeting>(
        `${meetingSql} and m.organizer_user_id = $2 and m.meeting_type = 'personal_room'`,
        [workspaceId, userId],
      ),
    ofChain: (chainId) =>
      sql<meetings.Meeting>(`${meetingSql} and m.chain_id = $2 order by m.created_at, m.id`, [
        workspaceId,
        chainId,
      ]),
    activity: (meetingId, after, limit) =>
      sql<meetings.ActivityLine>(activitySql, [
        workspaceId,
        meetingId,
        after?.[0] ?? null,
        after?.[1] ?? null,
        limit + 1,
      ]),
    people: (userIds) =>
      userIds.length === 0
        ? Promise.resolve([])
        : sql<meetings.MeetingPerson>(peopleSql, [workspaceId, userIds]),
    async workspaceOfCode(joinCode) {
      const [row] = await sql<{ workspaceId: string }>(
        'select workspace_id "workspaceId" from chancery_join_code($1)',
        [joinCode],
      );
      return row?.workspaceId ?? null;
    },
    newestForIntegration: (limit, externalReference) =>
      externalReference === null
        ? writtenRows(sql, core.IntegrationMeetingView, newestSql(''), [workspaceId, limit])
        : writtenRows(sql, core.IntegrationMeetingView, newestSql('and external_reference = $3'), [
            workspaceId,
            limit,
            externalReference,
          ]),
    async forWebhooks(ids) {
      const rows = await sql<WebhookMeetingRow>(webhookSql, [workspaceId, ids]);
      return new Map(rows.map((row) => [row.meetingId, row]));
    },
  };
}

const meetingSql = `
  select ${meetingSelection} from meetings m join meeting_chains c on c.id = m.chain_id where m.workspace_id = $1`;

const seeSql = `
  select ${meetingForPersonSelection}
  from meetings m
  join meeting_chains c on c.id = m.chain_id
  left join meeting_invitations i on i.workspace_id = $1 and i.user_id = $3 and i.meeting_id = m.id and i.status <> 'revoked'
  where m.workspace_id = $1 and m.id = $2`;

/** What triggers keep in step with the sessions: written at once, they find nothing that they have to change. */
function standingOf(
  { meetingType }: meetings.Meeting,
  occurrences: readonly meetings.Occurrence[],
): readonly [nextStartsAt: string | null, firstOpenEnd: string | null] {
  const ahead = occurrences.filter(({ status }) => status === 'scheduled' && meetingType !== 'personal_room');
  const earliest = (instants: readonly string[]) => [...instants].sort()[0] ?? null;
  return [earliest(ahead.map(({ startsAt }) => startsAt)), earliest(ahead.map(({ endsAt }) => endsAt))];
}

const insertMeetingSql = `
  insert into meetings (workspace_id, ${meetingColumns.names}, next_starts_at, first_open_end)
  select $1, ${meetingColumns.values('j')}, $3::timestamptz, $4::timestamptz from jsonb_to_recordset($2::jsonb) j(${meetingColumns.recordset})`;

const saveSql = `
  update meetings m
  set ${meetingColumns.assignments('j', changeableOfMeeting)}, version = j.version + 1
  from jsonb_to_recordset($2::jsonb) j(${meetingColumns.recordset})
  where m.workspace_id = $1 and m.id = j.id and m.version = j.version`;

const peopleSql = `
  select distinct on (user_id) user_id "userId", display_name "displayName", email, avatar_url "avatarUrl"
  from memberships where workspace_id = $1 and user_id = any($2)
  order by user_id, joined_at desc`;

/** The condition about the target of an event is written exactly as in the index. */
const activitySql = `
  select e.id, e.action "type", e.occurred_at "at", e.seq::text "seq", convert_from(e.payload, 'UTF8')::jsonb -> 'facts' facts,
         convert_from(e.payload, 'UTF8')::jsonb #>> '{facts,sessionId}' "sessionId",
         case when e.actor_kind <> 'user' then null else coalesce(
           (select jsonb_build_object('userId', p.user_id, 'displayName', p.display_name, 'email', p.email, 'avatarUrl', p.avatar_url)
            from memberships p where p.workspace_id = $1 and p.user_id = e.actor_id order by p.joined_at desc limit 1),
           jsonb_build_object('userId', e.actor_id, 'displayName', '${formerMember}', 'email', null, 'avatarUrl', null)) end actor
  from audit_event e
  where e.ledger_id = $1 and meeting_of_event(e.payload) = $2::text
    and e.target_kind in ('meeting', 'occurrence', 'meeting_invitation', 'admission', 'registration', 'reminder')
    and ($3::timestamptz is null or (e.occurred_at, e.seq) < ($3, $4::bigint))
  order by e.occurred_at desc, e.seq desc
  limit $5`;

type WebhookMeetingRow = Readonly<{
  meetingId: string;
  occurrenceId: null;
  status: string;
  version: number;
  externalReference: string | null;
}>;

const webhookSql = `
  select id "meetingId", null "occurrenceId", status, version, external_reference "externalReference"
  from meetings
  where workspace_id = $1 and id = any($2) and meeting_type <> 'personal_room'
    and (visibility = 'workspace' or source = 'integration')`;

const newestSql = (condition: '' | 'and external_reference = $3') => `
  select id, title, description, meeting_type "meetingType", scheduled_start_at "scheduledStartAt",
         duration_minutes "scheduledDurationMinutes", time_zone "timeZone", status, created_at "createdAt", updated_at "updatedAt"
  from meetings
  where workspace_id = $1 and meeting_type <> 'personal_room' ${condition}
  order by created_at desc, id desc
  limit $2`;
