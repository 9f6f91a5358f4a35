import { meetings, versionConflict } from '@chancery/core';
import { foldEmail } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { inviteOptions } from './invite-options.ts';
import { ofLeavingMembers } from './leaving-members.ts';
import { insertInvitationsSql, invitationColumns, invitationRows } from './meeting-columns.ts';

type Invitation = meetings.MeetingInvitation;

export const inviteeRepository = (sql: Sql, workspaceId: string): meetings.InviteeRepository => ({
  ...byLink(sql, workspaceId),
  ...invitations(sql, workspaceId),
  ...sessionAnswers(sql, workspaceId),
  ...answers(sql, workspaceId),
  ...ofLeavingMembers(sql, workspaceId),
});

/** What the link of an invitation opens. */
function byLink(
  sql: Sql,
  workspaceId: string,
): Pick<meetings.InviteeRepository, 'ofToken' | 'linked' | 'laterInChain' | 'session' | 'sessionsAhead'> {
  return {
    ofToken: (tokenHash) =>
      sql.first<{ id: string; workspaceId: string }>(
        'select id, workspace_id "workspaceId" from chancery_meeting_invitation_of_token($1)',
        [tokenHash],
      ),
    async linked(id, tokenHash, lock) {
      // The meeting is locked first, as by every change of it.
      if (lock !== undefined) await sql(holdMeetingOfSql, [workspaceId, id]);
      const [row] = await sql<LinkedRow>(
        lock === undefined ? linkedSql : `${linkedSql} for no key update of i`,
        [workspaceId, id, tokenHash],
      );
      if (row === undefined) return null;
      const { organizerName, startsAt, endsAt, overAt, replaced, meeting, ...invitation } = row;
      return { invitation, meeting, organizerName, startsAt, endsAt, overAt, replaced };
    },
    laterInChain: (id, now) => sql.first<{ id: string; tokenHash: string }>(laterSql, [workspaceId, id, now]),
    session: (meetingId, sessionId) =>
      sql.first<meetings.LinkedOccurrence>(
        `select ${sessionParts} from meeting_occurrences o where o.workspace_id = $1 and o.meeting_id = $2 and o.id = $3`,
        [workspaceId, meetingId, sessionId],
      ),
    sessionsAhead: (meetingId, now) =>
      sql<meetings.LinkedOccurrence>(
        `select ${sessionParts} from meeting_occurrences o
         where o.workspace_id = $1 and o.meeting_id = $2 and (o.status = 'live' or (o.ends_at > $3 and o.status in ('scheduled', 'cancelled')))
         order by o.starts_at, o.id limit 10`,
        [workspaceId, meetingId, now],
      ),
  };
}

/** The invitations of a meeting. */
function invitations(
  sql: Sql,
  workspaceId: string,
): Pick<meetings.InviteeRepository, 'get' | 'add' | 'save' | 'relink' | 'list' | 'count'> {
  const one = async (text: string, values: readonly unknown[]) => {
    const [row] = await sql<Invitation>(text, [workspaceId, ...values]);
    if (row === undefined) throw versionConflict();
    return row;
  };
  return {
    async get(meetingId, invitationId) {
      const [row] = await sql<Invitation & { avatarUrl: string | null; resentAt: string | null }>(
        `select ${invitationColumns.selection('i')}, m.avatar_url "avatarUrl", i.resent_at "resentAt"
         from meeting_invitations i ${livePerson} where i.workspace_id = $1 and i.meeting_id = $2 and i.id = $3`,
        [workspaceId, meetingId, invitationId],
      );
      if (row === undefined) throw meetings.meetingInvitationNotFound();
      const { avatarUrl, resentAt, ...invitation } = row;
      return { invitation, avatarUrl, resentAt };
    },
    add: (invitation) =>
      sql.did(`${insertInvitationsSql} on conflict do nothing`, [workspaceId, invitationRows([invitation])]),
    save: (invitation) => one(saveSql, [JSON.stringify([invitation])]),
    relink: (invitation, replacedTokenHash, at) =>
      one(relinkSql, [JSON.stringify([invitation]), replacedTokenHash, at]),
    list: (meetingId, status, after, limit) =>
      sql<Invitation & { avatarUrl: string | null }>(listSql, [
        workspaceId,
        meetingId,
        status,
        after?.[0] ?? null,
        after?.[1] ?? null,
        after?.[2] ?? null,
        limit + 1,
      ]),
    async count(meetingId) {
      const [row] = await sql<{ invited: number }>(
        `select count(*)::int invited from meeting_invitations i join meetings g on g.id = i.meeting_id
         where i.workspace_id = $1 and i.meeting_id = $2 and i.status <> 'revoked' and i.user_id is distinct from g.organizer_user_id`,
        [workspaceId, meetingId],
      );
      return row?.invited ?? 0;
    },
  };
}

/** Answers to single sessions. */
const sessionAnswers = (
  sql: Sql,
  workspaceId: string,
): Pick<meetings.InviteeRepository, 'responses' | 'ownResponses'> => ({
  responses: (invitationIds) =>
    invitationIds.length === 0
      ? Promise.resolve([])
      : sql<meetings.OccurrenceResponse>(responsesSql('i.id = any($2::uuid[])'), [
          workspaceId,
          invitationIds,
        ]),
  ownResponses: (userId, meetingIds) =>
    meetingIds.length === 0
      ? Promise.resolve([])
      : sql<meetings.OccurrenceResponse>(responsesSql(ownSql), [workspaceId, userId, meetingIds]),
});

/** Answers, and what is asked while people are invited. */
function answers(
  sql: Sql,
  workspaceId: string,
): Pick<
  meetings.InviteeRepository,
  'respondFor' | 'noteResponses' | 'hasBounced' | 'options' | 'isIn' | 'raiseSequence'
> {
  return {
    async respondFor(responses, meetingId) {
      await sql(
        `insert into occurrence_responses (invitation_id, occurrence_id, workspace_id, meeting_id, status, responded_at, comment)
         select j."invitationId", j."sessionId", $1, $2, j.status, j."respondedAt", j.comment
         from jsonb_to_recordset($3::jsonb) j("invitationId" uuid, "sessionId" uuid, status text, "respondedAt" timestamptz, comment text)
         on conflict (invitation_id, occurrence_id, workspace_id) do update
         set status = excluded.status, responded_at = excluded.responded_at, comment = excluded.comment`,
        [workspaceId, meetingId, JSON.stringify(responses)],
      );
    },
    async noteResponses(meetingId, at) {
      const [row] = await sql<{ first: boolean }>(
        `with held as (select id, responses_since from meetings where workspace_id = $1 and id = $2 for no key update)
         update meetings g set responses_since = coalesce(held.responses_since, $3) from held where g.id = held.id
         returning held.responses_since is null "first"`,
        [workspaceId, meetingId, at],
      );
      return row?.first === true;
    },
    async hasBounced(email) {
      const [row] = await sql<{ bounced: boolean }>(
        `select exists (select from meeting_invitations where workspace_id = $1 and email_fold = $2 and delivery_status = 'bounced') bounced`,
        [workspaceId, foldEmail(email)],
      );
      return row?.bounced === true;
    },
    options: (query) => inviteOptions(sql, workspaceId, query),
    async isIn(meetingId, userId) {
      const [row] = await sql<{ isIn: boolean }>(
        `select exists (select from meetings where workspace_id = $1 and id = $2 and organizer_user_id = $3)
           or exists (select from meeting_invitations where workspace_id = $1 and meeting_id = $2 and user_id = $3 and status <> 'revoked') "isIn"`,
        [workspaceId, meetingId, userId],
      );
      return row?.isIn === true;
    },
    async raiseSequence(meetingId) {
      const [row] = await sql<{ sequence: number }>(
        'update meetings set ical_sequence = ical_sequence + 1 where workspace_id = $1 and id = $2 returning ical_sequence sequence',
        [workspaceId, meetingId],
      );
      return row?.sequence ?? 0;
    },
  };
}

type LinkedRow = Invitation &
  Omit<meetings.LinkedInvitation, 'invitation'> & { readonly meeting: meetings.LinkedInvitation['meeting'] };

const holdMeetingOfSql = `
  select 1 from meetings where workspace_id = $1
    and id = (select meeting_id from meeting_invitations where workspace_id = $1 and id = $2) for no key update`;

const livePerson =
  "left join memberships m on m.workspace_id = i.workspace_id and m.user_id = i.user_id and m.status <> 'removed'";

const sessionParts =
  'o.id "sessionId", o.recurrence_id "recurrenceId", o.starts_at "startsAt", o.ends_at "endsAt", o.status';

/**
 * Selects the next session, or the last if none is to come, and the end of all: that of the last stored session, or of the
 * rule if that is later. A series without end is never over.
 */
const linkedSql = `
  select ${invitationColumns.selection('i')}, i.token_hash <> $3 replaced, o.display_name "organizerName",
    s.starts_at "startsAt", s.ends_at "endsAt",
    case when g.status = 'idle' or (g.recurrence is not null and g.series_ends_at is null) then null
      else greatest(g.series_ends_at, l.ends_at) end "overAt",
    jsonb_build_object('id', g.id, 'status', g.status, 'title', g.title, 'description', g.description, 'timeZone', g.time_zone,
      'durationMinutes', g.duration_minutes, 'joinCode', c.join_code, 'recurrence', g.recurrence, 'localStart', g.local_start,
      'settings', g.settings, 'organizerUserId', g.organizer_user_id, 'icalSequence', g.ical_sequence) meeting
  from meeting_invitations i
  join meetings g on g.id = i.meeting_id
  join meeting_chains c on c.id = g.chain_id
  join lateral (select display_name from memberships where workspace_id = i.workspace_id and user_id = g.organizer_user_id
    order by status = 'removed', joined_at desc limit 1) o on true
  left join lateral (select starts_at, ends_at from meeting_occurrences where meeting_id = g.id
    order by status not in ('live', 'scheduled'), case when status in ('live', 'scheduled') then starts_at end, starts_at desc limit 1) s on true
  left join lateral (select max(ends_at) ends_at from meeting_occurrences where meeting_id = g.id) l on true
  where i.workspace_id = $1 and i.id = $2`;

const laterSql = `
  select t.id, t.token_hash "tokenHash"
  from meeting_invitations i join meetings g on g.id = i.meeting_id
  join meetings h on h.workspace_id = $1 and h.chain_id = g.chain_id and h.id <> g.id and h.status in ('scheduled', 'live')
  join meeting_invitations t on t.workspace_id = $1 and t.meeting_id = h.id and t.status <> 'revoked'
    and coalesce(t.user_id, t.email_fold) = coalesce(i.user_id, i.email_fold)
  where i.workspace_id = $1 and i.id = $2
    and exists (select from meeting_occurrences o where o.meeting_id = h.id and o.ends_at > $3 and o.status in ('scheduled', 'live'))
  order by h.scheduled_start_at, h.id limit 1`;

const changeable = [
  'role',
  'admissionPolicy',
  'required',
  'status',
  'respondedAt',
  'responseComment',
  'responseVia',
  'proposedStartAt',
  'updatedAt',
];
const changed = (alias: string, also: string) => `
  update meeting_invitations i set version = i.version + 1, ${invitationColumns.assignments(alias, changeable)}${also}
  from jsonb_to_recordset($2::jsonb) j(${invitationColumns.recordset})
  where i.workspace_id = $1 and i.id = j.id and i.version = j.version
  returning ${invitationColumns.selection('i')}`;
/** Callers do not change whether its mails were delivered. */
const saveSql = changed('j', '');
const relinkSql = changed(
  'j',
  `, token_hash = j."tokenHash", token_key_number = j."tokenKeyNumber", token_generation = j."tokenGeneration",
   delivery_status = j."deliveryStatus", replaced_token_hashes = i.replaced_token_hashes || $3::text, resent_at = $4`,
);

const responsesSql = (which: string) => `
  select r.invitation_id "invitationId", r.occurrence_id "sessionId", o.recurrence_id "recurrenceId", r.status,
         r.responded_at "respondedAt", r.comment
  from meeting_invitations i
  join occurrence_responses r on r.invitation_id = i.id and r.meeting_id = i.meeting_id
  join meeting_occurrences o on o.id = r.occurrence_id
  where i.workspace_id = $1 and ${which}
  order by o.starts_at, o.id`;

/** Only sessions of a series are answered one by one. */
const ownSql = `i.user_id = $2 and i.meeting_id = any($3::uuid[]) and i.status <> 'revoked'
  and exists (select from meetings m where m.id = i.meeting_id and m.recurrence is not null)`;

const rank = "case i.role when 'host' then 0 when 'co_host' then 1 when 'presenter' then 2 else 3 end";
const listSql = `
  select ${invitationColumns.selection('i')}, m.avatar_url "avatarUrl"
  from meeting_invitations i ${livePerson}
  where i.workspace_id = $1 and i.meeting_id = $2 and i.status = any($3::text[])
    and ($4::text is null or (${rank}, i.display_name collate "und-x-icu", i.id) > ($4::integer, $5 collate "und-x-icu", $6::uuid))
  order by ${rank}, i.display_name collate "und-x-icu", i.id limit $7`;
