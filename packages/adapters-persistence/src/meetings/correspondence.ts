import type { meetings } from '@chancery/core';
import { foldEmail, spellingsOf } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { invitationColumns } from './meeting-columns.ts';

export const correspondence = (sql: Sql, workspaceId: string): meetings.Correspondence => ({
  ...people(sql, workspaceId),
  ...sessions(sql, workspaceId),
});

/** Who answers, and what they have answered before. */
function people(
  sql: Sql,
  workspaceId: string,
): Pick<meetings.Correspondence, 'meetingOfUid' | 'inviteeAt' | 'registrantAt' | 'take'> {
  return {
    meetingOfUid: (uid) =>
      sql.first<{ id: string; workspaceId: string }>(
        'select id, workspace_id "workspaceId" from chancery_meeting_of_uid($1)',
        [uid],
      ),
    inviteeAt: (meetingId, address) =>
      sql.first<meetings.MeetingInvitation>(
        `select ${invitationColumns.selection('i')} from meeting_invitations i
         left join memberships p on p.workspace_id = $1 and p.user_id = i.user_id and p.status <> 'removed'
         where i.workspace_id = $1 and i.meeting_id = $2 and i.status <> 'revoked' and (i.email_fold = $3 or p.email_fold = any($4::text[]))
         order by i.email_fold = $3 desc nulls last, i.id limit 1`,
        [workspaceId, meetingId, foldEmail(address), spellingsOf(address)],
      ),
    registrantAt: (meetingId, address) =>
      sql.first<{ id: string; chainId: string }>(
        `select r.id, r.chain_id "chainId" from meetings m
         join webinar_registrations r on r.workspace_id = $1 and r.chain_id = m.chain_id and r.email_fold = $3
         where m.workspace_id = $1 and m.id = $2 and r.status in ('pending', 'approved', 'waitlisted')
         order by r.id desc limit 1`,
        [workspaceId, meetingId, foldEmail(address)],
      ),
    async take(meetingId, { person, invitationId }, recurrenceIds, { countedAt, writtenAt, now }) {
      const taken = await sql<{ recurrenceId: string }>(takeSql, [
        workspaceId,
        meetingId,
        person,
        recurrenceIds.map((recurrenceId) => recurrenceId ?? ''),
        countedAt,
        writtenAt,
        now,
        mostAhead,
      ]);
      if (taken.length > 0 && invitationId !== null)
        await sql(
          `update meeting_invitations set last_reply_at = greatest(last_reply_at, $3) where workspace_id = $1 and id = $2`,
          [workspaceId, invitationId, countedAt],
        );
      return taken.map(({ recurrenceId }) => (recurrenceId === '' ? null : recurrenceId));
    },
  };
}

/** What is answered. */
function sessions(
  sql: Sql,
  workspaceId: string,
): Pick<
  meetings.Correspondence,
  'sessionsAt' | 'sessionsFrom' | 'answerLater' | 'inheritAnswers' | 'overAt'
> {
  return {
    sessionsAt(meetingId, named) {
      const [condition, value] = namedBy(named);
      return sql<meetings.LinkedOccurrence>(
        `select ${sessionParts} from meeting_occurrences o
         where o.workspace_id = $1 and o.meeting_id = $2 and ${condition} order by o.recurrence_id_at, o.id`,
        [workspaceId, meetingId, value],
      );
    },
    sessionsFrom: (meetingId, recurrenceId) =>
      sql<meetings.LinkedOccurrence>(
        `select ${sessionParts} from meeting_occurrences o
         where o.workspace_id = $1 and o.meeting_id = $2 and o.recurrence_id >= $3 order by o.recurrence_id_at, o.id`,
        [workspaceId, meetingId, recurrenceId],
      ),
    async answerLater(meetingId, answer) {
      const { invitationId, fromRecurrenceId, status, countedAt, writtenAt, respondedAt } = answer;
      await sql(
        `insert into later_answers as l (invitation_id, workspace_id, meeting_id, from_recurrence_id, status, counted_at, written_at, responded_at)
         values ($3, $1, $2, $4, $5, $6, $7, $8)
         on conflict (invitation_id, workspace_id) do update
         set from_recurrence_id = excluded.from_recurrence_id, status = excluded.status, counted_at = excluded.counted_at,
           written_at = excluded.written_at, responded_at = excluded.responded_at
         where (excluded.counted_at, excluded.written_at) > (l.counted_at, l.written_at)`,
        [workspaceId, meetingId, invitationId, fromRecurrenceId, status, countedAt, writtenAt, respondedAt],
      );
    },
    async inheritAnswers(meetingId, sessionIds) {
      await sql(
        `insert into occurrence_responses (invitation_id, occurrence_id, workspace_id, meeting_id, status, responded_at)
         select l.invitation_id, o.id, $1, o.meeting_id, l.status, l.responded_at
         from later_answers l
         join meeting_invitations i on i.id = l.invitation_id and i.status <> 'revoked'
         join meeting_occurrences o on o.meeting_id = l.meeting_id and o.id = any($3::uuid[]) and o.recurrence_id >= l.from_recurrence_id
         where l.workspace_id = $1 and l.meeting_id = $2
         on conflict (invitation_id, occurrence_id, workspace_id) do nothing`,
        [workspaceId, meetingId, sessionIds],
      );
    },
    async overAt(meetingId) {
      const [row] = await sql<{ overAt: string | null }>(
        `select case when g.status = 'idle' or (g.recurrence is not null and g.series_ends_at is null) then null
           else greatest(g.series_ends_at, (select max(o.ends_at) from meeting_occurrences o
             where o.workspace_id = $1 and o.meeting_id = g.id and o.status <> 'cancelled')) end "overAt"
         from meetings g where g.workspace_id = $1 and g.id = $2`,
        [workspaceId, meetingId],
      );
      return row?.overAt ?? null;
    },
  };
}

const sessionParts =
  'o.id "sessionId", o.recurrence_id "recurrenceId", o.starts_at "startsAt", o.ends_at "endsAt", o.status';

const namedBy = (named: meetings.NamedSession): readonly [condition: string, value: string] => {
  if ('wall' in named) return ['o.recurrence_id = $3', named.wall];
  return 'at' in named
    ? ['o.recurrence_id_at = $3', named.at]
    : ['left(o.recurrence_id, 10) = $3', named.date];
};

/** So many stamps of the future are remembered of one person for one session. */
const mostAhead = 20;

/**
 * Takes what is newer than everything taken before. Of two that count as written at one moment the later stamp is newer. A
 * stamp of the future would count as newer each time that it comes, so it is remembered, and taken once (MTG-109).
 */
const takeSql = `
  insert into meeting_reply_stamps as s (workspace_id, meeting_id, person, recurrence_id, counted_at, written_at, ahead)
  select distinct $1, $2::uuid, $3, named, $5::timestamptz, $6::timestamptz,
    case when $6::timestamptz > $7::timestamptz then array[$6::timestamptz] else '{}' end from unnest($4::text[]) named
  on conflict (meeting_id, person, recurrence_id, workspace_id) do update
  set counted_at = excluded.counted_at, written_at = excluded.written_at,
    ahead = (excluded.ahead || s.ahead)[1:$8::integer]
  where (excluded.counted_at, excluded.written_at) > (s.counted_at, s.written_at)
    and excluded.written_at <> all (s.ahead)
  returning s.recurrence_id "recurrenceId"`;
