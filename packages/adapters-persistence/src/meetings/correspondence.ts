import type { meetings } from '@chancery/core';
import { foldEmail } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { invitationColumns } from './meeting-columns.ts';

export function correspondence(sql: Sql, workspaceId: string): meetings.Correspondence {
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
         where i.workspace_id = $1 and i.meeting_id = $2 and i.status <> 'revoked' and (i.email_fold = $3 or lower(p.email) = $3)
         order by i.email_fold = $3 desc nulls last, i.id limit 1`,
        [workspaceId, meetingId, foldEmail(address)],
      ),
    take: (invitationId, dtstamp) =>
      sql.did(
        `update meeting_invitations set last_reply_at = $3
         where workspace_id = $1 and id = $2 and (last_reply_at is null or last_reply_at < $3)`,
        [workspaceId, invitationId, dtstamp],
      ),
    async sessionAt(meetingId, recurrenceId) {
      const [column, value] =
        'wall' in recurrenceId ? ['recurrence_id', recurrenceId.wall] : ['recurrence_id_at', recurrenceId.at];
      return sql.first<meetings.LinkedOccurrence>(
        `select id "sessionId", recurrence_id "recurrenceId", starts_at "startsAt", ends_at "endsAt", status
         from meeting_occurrences where workspace_id = $1 and meeting_id = $2 and ${column} = $3`,
        [workspaceId, meetingId, value],
      );
    },
  };
}
