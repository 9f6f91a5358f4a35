import { meetings as core, type meetings } from '@chancery/core';
import { groupBy } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';
import { senderColumns } from './sender-columns.ts';

const open = transition(core.meetingMailStates, 'open');
const supersede = transition(core.meetingMailStates, 'supersede');
const closing = {
  send: transition(core.meetingMailStates, 'send'),
  skip: transition(core.meetingMailStates, 'skip'),
  fail: transition(core.meetingMailStates, 'fail'),
};

export function meetingMailRepository(sql: Sql, workspaceId: string): meetings.MeetingMailRepository {
  return {
    recipients: (meetingId, invitationId) =>
      sql<meetings.MailRecipient>(recipientsSql, [workspaceId, meetingId, invitationId]),
    async guestsOf(asked) {
      const rows = asked.flatMap((one, index) =>
        one === null ? [] : [{ index, ...one, key: one.merging?.key, topics: one.merging?.topics }],
      );
      if (rows.length === 0) return asked.map(() => []);
      const found = await sql<{ index: number; email: string }>(guestsSql, [
        workspaceId,
        JSON.stringify(rows),
      ]);
      const byIndex = groupBy(found, ({ index }) => index);
      return asked.map((_, index) => (byIndex.get(index) ?? []).map(({ email }) => email));
    },
    async add(mails, at) {
      const rows = JSON.stringify(mails);
      if (mails.some(({ kind }) => isCancellation(kind))) await sql(supersededSql, [workspaceId, rows]);
      // If the message was merged into a waiting one, the answer is the id of that one.
      return sql.column(addSql, [workspaceId, rows, at]);
    },
    open: (id) => sql.first<meetings.MeetingMail>(openSql, [workspaceId, id]),
    async close(id, how, messageId) {
      const { from, to } = closing[how];
      await sql(
        `update meeting_mails set status = ${to}, message_id = coalesce($3, message_id)
         where workspace_id = $1 and id = $2 and status in ${from}`,
        [workspaceId, id, messageId ?? null],
      );
    },
    ofMessage: (messageId) =>
      sql.first<{ invitationId: string; workspaceId: string }>(
        'select invitation_id "invitationId", workspace_id "workspaceId" from chancery_meeting_mail_of_message($1)',
        [messageId],
      ),
    letter: (invitationId, sessionId, now) =>
      sql.first<meetings.MeetingLetter>(letterSql, [workspaceId, invitationId, sessionId, now]),
    async delivered(invitationId, status, sent, at) {
      await sql(deliveredSql, [
        workspaceId,
        invitationId,
        status,
        sent?.sequence ?? null,
        sent?.messageId ?? null,
        at,
      ]);
    },
    bounced: (invitationId, at) =>
      sql.first<{ meetingId: string; version: number }>(
        `update meeting_invitations set delivery_status = 'bounced', updated_at = $3
         where workspace_id = $1 and id = $2 and delivery_status <> 'bounced' returning meeting_id "meetingId", version`,
        [workspaceId, invitationId, at],
      ),
    organizerLetter: (meetingId, now) =>
      sql.first<meetings.OrganizerLetter>(organizerLetterSql, [workspaceId, meetingId, now]),
    async takeResponses(meetingId, since) {
      await sql(
        'update meetings set responses_since = null where workspace_id = $1 and id = $2 and responses_since = $3',
        [workspaceId, meetingId, since],
      );
    },
    responsesSince: (meetingId, since) =>
      sql<meetings.DigestResponse>(responsesSql, [workspaceId, meetingId, since]),
  };
}

const isCancellation = (kind: meetings.MeetingMailKind) =>
  kind === 'cancelled' || kind === 'occurrence_cancelled';

/** A lane is one person in one chain: it includes both halves of a split and an earlier invitation of the same person. */
const recipientsSql = `
  select i.id "invitationId", md5(g.chain_id::text || coalesce(i.user_id, i.email_fold, i.id::text)) lane
  from meeting_invitations i join meetings g on g.id = i.meeting_id
  where i.workspace_id = $1 and i.meeting_id = $2
    and case when $3::uuid is null then i.status <> 'revoked' and i.user_id is distinct from g.organizer_user_id else i.id = $3 end
  order by i.id`;

const whole = "'00000000-0000-0000-0000-000000000000'";
/** Row-level security lets an index be used only for conditions that cannot leak, hence columns and no fields of documents. */
const guestsSql = `
  select j.index, i.email
  from jsonb_to_recordset($2::jsonb) j(index integer, "meetingId" uuid, "invitationId" uuid, "sessionId" uuid, key text, topics jsonb)
  cross join lateral (
    select * from meeting_invitations where j."invitationId" is null and meeting_id = j."meetingId" and status <> 'revoked'
    union all
    select * from meeting_invitations where id = j."invitationId"
  ) i
  where i.workspace_id = $1 and i.user_id is null and i.email is not null
    and (j.key is null
    or not exists (select from meeting_mails w where w.invitation_id = i.id and w.status = 'waiting'
         and w.kind in ('invitation', 'updated') and coalesce(w.occurrence_id, ${whole}) = coalesce(j."sessionId", ${whole}))
       and not exists (select from jobs q where q.workspace_id = $1 and q.ordering_key = j.key
         and q.status in ('pending', 'running', 'retrying') and j.topics ? q.topic and q.payload ->> 'notify' = 'true'
         and q.payload ->> 'sessionId' is not distinct from j."sessionId"::text))
  order by j.index, i.id`;

const recordset = `jsonb_to_recordset($2::jsonb) j(id uuid, "meetingId" uuid, "invitationId" uuid, "sessionId" uuid, kind text, sequence integer,
  "beforeStartsAt" timestamptz, "beforeDurationMinutes" integer, note text, "dueAt" timestamptz)`;

/** Messages about a thing that still wait are pointless once it is cancelled. */
const supersededSql = `
  update meeting_mails w set status = ${supersede.to} from ${recordset}
  where w.workspace_id = $1 and w.invitation_id = j."invitationId" and w.status in ${supersede.from} and w.kind in ('invitation', 'updated')
    and (j."sessionId" is null or w.occurrence_id = j."sessionId")`;

/** A waiting message keeps its place and its first "before", and an invitation takes precedence over an update. */
const addSql = `
  insert into meeting_mails as w (id, workspace_id, meeting_id, invitation_id, occurrence_id, kind, sequence, before_starts_at,
    before_duration_minutes, note, status, due_at, created_at)
  select j.id, $1, j."meetingId", j."invitationId", j."sessionId", j.kind, j.sequence, j."beforeStartsAt", j."beforeDurationMinutes",
    j.note, 'waiting', j."dueAt", $3
  from ${recordset}
  on conflict (invitation_id, (coalesce(occurrence_id, ${whole})), workspace_id) where status = 'waiting' and kind in ('invitation', 'updated')
  do update set kind = case when excluded.kind = 'invitation' then 'invitation' else w.kind end, sequence = excluded.sequence,
    note = coalesce(excluded.note, w.note), before_starts_at = coalesce(w.before_starts_at, excluded.before_starts_at),
    before_duration_minutes = coalesce(w.before_duration_minutes, excluded.before_duration_minutes)
  returning w.id`;

const openSql = `
  update meeting_mails set status = ${open.to} where workspace_id = $1 and id = $2 and status in ${open.from}
  returning id, meeting_id "meetingId", invitation_id "invitationId", occurrence_id "sessionId", kind, sequence,
    before_starts_at "beforeStartsAt", before_duration_minutes "beforeDurationMinutes", note, due_at "dueAt"`;

/** Selects the session asked for, or else the next one, or else the last. */
const sessionOf = (asked: string, now: string) => `
  left join lateral (
    select o.* from meeting_occurrences o
    where o.meeting_id = g.id and (${asked}::uuid is null or o.id = ${asked})
    order by not (o.status = 'live' or (o.status = 'scheduled' and o.ends_at > ${now})),
      case when o.status = 'live' or (o.status = 'scheduled' and o.ends_at > ${now}) then o.starts_at end, o.starts_at desc
    limit 1) s on true`;

/** The account is read for the language of a member, so a reaction that asks for it declares the role `identity`. */
const letterSql = `
  select i.role, i.status, i.display_name "displayName", i.token_hash "tokenHash", i.token_generation "tokenGeneration",
    i.token_key_number "tokenKeyNumber", i.delivery_status "deliveryStatus", i.first_message_id "firstMessageId",
    case when i.user_id is null then i.email else m.email end address, coalesce(a.locale, w.settings ->> 'defaultLocale') locale,
    a.time_zone "ownTimeZone", c.join_code "joinCode", g.time_zone "timeZone", g.ical_sequence "icalSequence", g.recurrence,
    g.local_start "localStart", g.cancel_reason "cancelReason", g.status "meetingStatus",
    exists (select from meetings t where t.workspace_id = g.workspace_id and t.chain_id = g.chain_id and t.split_from_meeting_id = g.id) "hasTail",
    coalesce(case when $3::uuid is not null then s.title end, g.title) title,
    coalesce(case when $3::uuid is not null then s.description end, g.description) description,
    case when g.meeting_type <> 'personal_room' then s.starts_at end "startsAt",
    coalesce(s.duration_minutes, g.duration_minutes) "durationMinutes",
    s.status "sessionStatus", s.cancel_reason "sessionCancelReason",
    (select r.status from occurrence_responses r where r.invitation_id = i.id and r.occurrence_id = s.id) "sessionAnswer",
    array(select f.starts_at from meeting_occurrences f where f.meeting_id = g.id and f.status = 'scheduled' and f.starts_at > s.starts_at
      and $3::uuid is null and g.meeting_type <> 'personal_room' order by f.starts_at limit 4) "furtherStarts",
    coalesce((g.settings ->> 'allowTentative')::boolean, true) "allowTentative", ${senderColumns('o.display_name')}
  from meeting_invitations i
  join meetings g on g.id = i.meeting_id
  join meeting_chains c on c.id = g.chain_id
  join workspaces w on w.id = i.workspace_id
  join lateral (select display_name, case when status <> 'removed' then email end email from memberships where workspace_id = i.workspace_id and user_id = g.organizer_user_id
    order by status = 'removed', joined_at desc limit 1) o on true
  left join memberships m on m.workspace_id = i.workspace_id and m.user_id = i.user_id and m.status <> 'removed'
  left join accounts a on a.id = i.user_id
  ${sessionOf('$3', '$4')}
  where i.workspace_id = $1 and i.id = $2`;

/** A bounced mail stays on record even if a later one was handed over. */
const deliveredSql = `
  update meeting_invitations
  set delivery_status = case when delivery_status = 'bounced' and $3 = 'sent' then 'bounced' else $3 end,
      last_sent_at = case when $3 = 'sent' then $6::timestamptz else last_sent_at end,
      last_sequence = coalesce($4::integer, last_sequence), first_message_id = coalesce(first_message_id, $5)
  where workspace_id = $1 and id = $2`;

const organizerLetterSql = `
  select g.title, c.join_code "joinCode", g.time_zone "timeZone", s.starts_at "startsAt", m.display_name "organizerName",
    m.email address, coalesce(a.locale, w.settings ->> 'defaultLocale') locale
  from meetings g
  join meeting_chains c on c.id = g.chain_id
  join workspaces w on w.id = g.workspace_id
  join memberships m on m.workspace_id = g.workspace_id and m.user_id = g.organizer_user_id and m.status = 'active'
  left join accounts a on a.id = m.user_id
  ${sessionOf('null', '$3')}
  where g.workspace_id = $1 and g.id = $2`;

/** If a session went to the tail of a split, its answer is reported with those of the meeting that it was given for. */
const responsesSql = `
  with recursive parts as (
    select id, chain_id, 'infinity'::timestamptz given_until from meetings where workspace_id = $1 and id = $2
    union all
    select t.id, t.chain_id, least(p.given_until, t.created_at)
    from parts p join meetings t on t.workspace_id = $1 and t.chain_id = p.chain_id and t.split_from_meeting_id = p.id
  )
  select * from (
    select i.display_name "displayName", i.status, i.response_comment comment, i.proposed_start_at "proposedStartAt",
      null::timestamptz "sessionStartsAt", greatest(i.responded_at, i.last_reply_at) at, i.id
    from meeting_invitations i
    where i.workspace_id = $1 and i.meeting_id = $2 and i.status <> 'revoked'
      -- A counter-proposal by mail changes no answer.
      and ((i.responded_at >= $3 and i.status <> 'pending') or (i.last_reply_at is not null and i.proposed_start_at is not null and i.updated_at >= $3))
    union all
    select i.display_name, r.status, r.comment, null, o.starts_at, r.responded_at, i.id
    from parts p join occurrence_responses r on r.workspace_id = $1 and r.meeting_id = p.id and r.responded_at <= p.given_until
    join meeting_invitations i on i.id = r.invitation_id join meeting_occurrences o on o.id = r.occurrence_id
    where r.responded_at >= $3 and r.status <> 'pending' and i.status <> 'revoked'
  ) told order by at, id limit 200`;
