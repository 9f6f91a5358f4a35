import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** What is known of guests goes some time after the last session. */
export function guestDataRepository(sql: Sql, workspaceId: string): meetings.GuestDataRepository {
  return {
    workspacesWithMeetings: (now) =>
      sql.column('select workspace_id from chancery_meeting_workspaces($1)', [now]),
    async erase(lastSessionBefore) {
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

/** Meetings whose last session is long over; $3 is what guests are called from then on. */
const over = `
  select m.id, m.chain_id from meetings m where m.workspace_id = $1 and m.status <> 'live'
    and not exists (select from meeting_occurrences o where o.meeting_id = m.id
      and (coalesce(o.ended_at, o.ends_at) >= $2::timestamptz or (o.status = 'scheduled' and m.meeting_type <> 'personal_room')))`;
const erasures = [
  `update meeting_invitations set email = null, email_fold = null, display_name = $3, response_comment = null
   where workspace_id = $1 and kind = 'guest' and meeting_id in (select id from (${over}) m) and display_name <> $3`,
  `update occurrence_responses set comment = null
   where workspace_id = $1 and comment is not null and $3::text is not null and meeting_id in (select id from (${over}) m)`,
  `delete from meeting_reply_stamps
   where workspace_id = $1 and $3::text is not null and meeting_id in (select id from (${over}) m)`,
  `update meeting_mails set note = null
   where workspace_id = $1 and note is not null and $3::text is not null and meeting_id in (select id from (${over}) m)`,
  `update webinar_registrations set email = null, email_fold = null, display_name = $3, answers = '[]', decision_reason = null
   where workspace_id = $1 and display_name <> $3 and chain_id in (select chain_id from (${over}) m)
     and not exists (select from meetings x where x.chain_id = webinar_registrations.chain_id and not x.id in (select id from (${over}) m))`,
  `update admissions set display_name = $3
   where workspace_id = $1 and user_id is null and display_name <> $3 and meeting_id in (select id from (${over}) m)`,
  `update attendance set display_name = $3, email = null
   where workspace_id = $1 and user_id is null and display_name <> $3 and meeting_id in (select id from (${over}) m)`,
];
