import { meetings as core, type meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';
import { invitationColumns } from './meeting-columns.ts';

/** Answers for single sessions are reset by the same table of states as the answer for the meeting. */
const reset = transition(core.meetingInvitationStates, 'reset');

export function meetingInvitationRepository(
  sql: Sql,
  workspaceId: string,
): meetings.MeetingInvitationRepository {
  return {
    ofMeeting: (meetingId) =>
      sql<meetings.MeetingInvitation>(
        `select ${invitationColumns.selection('i')} from meeting_invitations i
         where i.workspace_id = $1 and i.meeting_id = $2 and i.status <> 'revoked' order by i.role = 'host' desc, i.id`,
        [workspaceId, meetingId],
      ),
    async resetAnswers(meetingId, occurrenceId, at) {
      await sql(
        occurrenceId === null ? resetSql : resetOccurrenceSql,
        occurrenceId === null ? [workspaceId, meetingId, at] : [workspaceId, meetingId, at, occurrenceId],
      );
    },
    async handOverSessions(meetingId, successors) {
      if (successors.length === 0) return;
      await sql(handOverSessionsSql, [workspaceId, meetingId, JSON.stringify(successors)]);
    },
  };
}

/** The organizer's own answer stays as it is, and so does that of a person who declined (MTG-33). */
const resetSql = `
  with responses as (
    update occurrence_responses r set status = ${reset.to}
    from meeting_occurrences o
    where r.workspace_id = $1 and r.meeting_id = $2 and o.id = r.occurrence_id and o.status in ('scheduled', 'live')
      and r.status in ${reset.from}
  ), later as (
    delete from later_answers l where l.workspace_id = $1 and l.meeting_id = $2 and l.status in ${reset.from}
  )
  update meeting_invitations i set status = ${reset.to}, updated_at = $3, version = i.version + 1
  from meetings m
  where i.workspace_id = $1 and i.meeting_id = $2 and m.id = i.meeting_id and i.status in ${reset.from}
    and i.user_id is distinct from m.organizer_user_id`;

/** A person who accepted the series has not thereby accepted the new time of this session. */
const resetOccurrenceSql = `
  insert into occurrence_responses as r (invitation_id, occurrence_id, workspace_id, meeting_id, status, responded_at)
  select i.id, $4::uuid, $1, $2::uuid, ${reset.to}, $3::timestamptz
  from meeting_invitations i
  join meetings m on m.id = i.meeting_id
  left join occurrence_responses own on own.invitation_id = i.id and own.occurrence_id = $4::uuid
  where i.workspace_id = $1 and i.meeting_id = $2::uuid and i.status <> 'revoked' and i.user_id is distinct from m.organizer_user_id
    and coalesce(own.status, i.status) in ${reset.from}
  on conflict (invitation_id, occurrence_id, workspace_id) do update set status = ${reset.to}`;

/** The person key of a guest is made from the invitation. It changes with it, so that a waiting guest stays the same person. */
const handOverSessionsSql = `
  with heirs as (
    select * from jsonb_to_recordset($3::jsonb) j("from" uuid, "to" uuid)
  ), answers as (
    update occurrence_responses r set invitation_id = heirs."to", meeting_id = $2
    from heirs, meeting_occurrences o
    where r.workspace_id = $1 and r.invitation_id = heirs."from" and o.id = r.occurrence_id and o.meeting_id = $2
  ), later as (
    update later_answers l set invitation_id = heirs."to", meeting_id = $2 from heirs
    where l.workspace_id = $1 and l.invitation_id = heirs."from"
  )
  update admissions a set invitation_id = heirs."to",
    person_key = case a.person_key when 'invitation:' || heirs."from" then 'invitation:' || heirs."to" else a.person_key end
  from heirs, meeting_occurrences o
  where a.workspace_id = $1 and a.invitation_id = heirs."from" and o.id = a.session_id and o.meeting_id = $2`;
