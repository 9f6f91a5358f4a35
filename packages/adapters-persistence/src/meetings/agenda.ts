import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { occurrenceColumns } from './meeting-columns.ts';

type Row = meetings.Occurrence & {
  meetingTitle: string;
  meetingDescription: string;
  timeZone: string;
  joinCode: string;
  myStatus: meetings.AgendaEntry['myStatus'];
};

export function agendaRepository(sql: Sql, workspaceId: string): meetings.AgendaRepository {
  return {
    async between(userId, { startsAt, endsAt }, limit) {
      const rows = await sql<Row>(betweenSql, [workspaceId, userId, startsAt, endsAt, limit]);
      return rows.map(
        ({
          meetingTitle: title,
          meetingDescription: description,
          timeZone,
          joinCode,
          myStatus,
          ...occurrence
        }) => ({
          occurrence,
          meeting: { title, description, timeZone, joinCode },
          myStatus,
        }),
      );
    },
  };
}

/** The permanent session of a personal room is no appointment. No session is longer than a day, which bounds the index scan. */
const betweenSql = `
  select ${occurrenceColumns.selection('o')}, m.title "meetingTitle", m.description "meetingDescription", m.time_zone "timeZone",
         c.join_code "joinCode", coalesce(r.status, i.status) "myStatus"
  from meeting_invitations i
  join meetings m on m.id = i.meeting_id and m.workspace_id = i.workspace_id
  join meeting_chains c on c.id = m.chain_id
  join meeting_occurrences o on o.meeting_id = m.id and o.workspace_id = m.workspace_id
  left join occurrence_responses r on r.invitation_id = i.id and r.occurrence_id = o.id
  where i.workspace_id = $1 and i.user_id = $2 and i.status <> 'revoked'
    and o.starts_at < $4::timestamptz and o.ends_at > $3::timestamptz and o.starts_at > $3::timestamptz - interval '24 hours'
    and not (m.meeting_type = 'personal_room' and o.status = 'scheduled')
  order by o.starts_at, o.id
  limit $5`;
