import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export function meetingInvitationRepository(
  sql: Sql,
  workspaceId: string,
): meetings.MeetingInvitationRepository {
  return {
    letter: async (id) => (await sql<meetings.InvitationLetter>(letterSql, [workspaceId, id]))[0] ?? null,
    async delivered(id, status, sequence, at) {
      await sql(deliveredSql, [workspaceId, id, status, sequence, at]);
    },
  };
}

/** Accounts are read for a member's language: only units of the identity role may, as those of reactions are. */
const letterSql = `
  select i.role, i.required, i.status, i.display_name "displayName", i.token_hash "tokenHash", i.token_generation "tokenGeneration",
         case when i.user_id is null then i.email else m.email end address, coalesce(a.locale, w.settings ->> 'defaultLocale') locale,
         c.join_code "joinCode", g.title, g.description, g.scheduled_start_at "startsAt", g.duration_minutes "durationMinutes",
         g.time_zone "timeZone", g.visibility, g.ical_uid "icalUid", g.ical_sequence "icalSequence", g.status "meetingStatus",
         g.created_at "meetingCreatedAt", g.updated_at "meetingUpdatedAt", o.display_name "organizerName", o.email "organizerEmail",
         coalesce((select jsonb_agg(jsonb_build_object('displayName', x.display_name, 'status', x.status, 'required', x.required, 'address', x.email))
           from (select display_name, status, required, email from meeting_invitations
                 where meeting_id = g.id and id <> i.id and role <> 'host' and status <> 'revoked' and email is not null
                   and case g.settings ->> 'guestListVisibility' when 'everyone' then true when 'members' then i.user_id is not null else false end
                 order by id limit 200) x), '[]') others
  from meeting_invitations i
  join meetings g on g.id = i.meeting_id
  join meeting_chains c on c.id = g.chain_id
  join workspaces w on w.id = i.workspace_id
  join memberships o on o.workspace_id = i.workspace_id and o.user_id = g.organizer_user_id and o.status <> 'removed'
  left join memberships m on m.workspace_id = i.workspace_id and m.user_id = i.user_id and m.status <> 'removed'
  left join accounts a on a.id = i.user_id
  where i.workspace_id = $1 and i.id = $2`;

const deliveredSql = `
  update meeting_invitations
  set delivery_status = $3, updated_at = $5, version = version + 1,
      last_sent_at = case when $3 = 'sent' then $5::timestamptz else last_sent_at end,
      last_sequence = case when $3 = 'sent' then $4::integer else last_sequence end
  where workspace_id = $1 and id = $2`;
