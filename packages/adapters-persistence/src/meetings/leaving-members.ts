import { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';
import {
  insertInvitationsSql,
  invitationColumns,
  invitationRows,
  meetingColumns,
} from './meeting-columns.ts';

const accept = transition(meetings.meetingInvitationStates, 'accept');

type Invitation = meetings.MeetingInvitation;

/** The meetings and invitations of a member who leaves. */
export function ofLeavingMembers(
  sql: Sql,
  workspaceId: string,
): Pick<
  meetings.InviteeRepository,
  'holdAllOf' | 'organizedAhead' | 'liveAsOnlyHost' | 'ofMember' | 'scrub' | 'oldestOwner' | 'handOver'
> {
  return {
    async holdAllOf(userId) {
      await sql(holdMeetingsOfSql, [workspaceId, userId]);
      await sql(holdSessionsOfSql, [workspaceId, userId]);
    },
    organizedAhead: (userId, now) =>
      sql<meetings.Meeting>(
        `select ${meetingColumns.selection('g')}, c.join_code "joinCode" from meetings g join meeting_chains c on c.id = g.chain_id
         where g.workspace_id = $1 and g.organizer_user_id = $2 and g.status in ('scheduled', 'live') and g.meeting_type <> 'personal_room'
           and exists (select from meeting_occurrences o where o.meeting_id = g.id and (o.status = 'live' or (o.status = 'scheduled' and o.ends_at > $3)))
         order by g.id for no key update of g`,
        [workspaceId, userId, now],
      ),
    liveAsOnlyHost: (userId) =>
      sql.column(
        `select o.id from meeting_occurrences o join meetings g on g.id = o.meeting_id
           where o.workspace_id = $1 and o.status = 'live'
             and (g.organizer_user_id = $2 or exists (select from meeting_invitations i where i.meeting_id = g.id and i.user_id = $2
                    and i.role = 'host' and i.status <> 'revoked'))
             and not exists (select from meeting_invitations i where i.meeting_id = g.id and i.role = 'host' and i.status <> 'revoked'
                    and i.user_id is not null and i.user_id <> $2)
             and (g.organizer_user_id = $2 or not exists (select from memberships m where m.workspace_id = $1
                    and m.user_id = g.organizer_user_id and m.status = 'active'))
           order by o.started_at, o.id`,
        [workspaceId, userId],
      ),
    ofMember: (userId) =>
      sql<Invitation>(
        `select ${invitationColumns.selection('i')} from meeting_invitations i
         where i.workspace_id = $1 and i.user_id = $2 and i.status <> 'revoked' order by i.id for no key update`,
        [workspaceId, userId],
      ),
    scrub: (userId, name, at) =>
      sql.changed(
        `update meeting_invitations set display_name = $3, email = null, email_fold = null, response_comment = null, updated_at = $4
         where workspace_id = $1 and user_id = $2 and display_name <> $3`,
        [workspaceId, userId, name, at],
      ),
    async oldestOwner(exceptUserId) {
      const [row] = await sql<{ userId: string }>(
        `select user_id "userId" from memberships where workspace_id = $1 and role = 'owner' and status = 'active' and user_id <> $2
         order by joined_at, user_id limit 1`,
        [workspaceId, exceptUserId],
      );
      return row?.userId ?? null;
    },
    async handOver(meetingId, toUserId, invitation, at) {
      await sql(handOverInvitationSql, [workspaceId, invitationRows([invitation]), meetingId, toUserId, at]);
      const [row] = await sql<{ version: number }>(
        `update meetings set organizer_user_id = $3, ical_sequence = ical_sequence + 1, version = version + 1, updated_at = $4
         where workspace_id = $1 and id = $2 returning version`,
        [workspaceId, meetingId, toUserId, at],
      );
      return row?.version ?? 0;
    },
  };
}

const holdMeetingsOfSql = `
  select 1 from meetings g where g.workspace_id = $1 and (g.organizer_user_id = $2
    or g.id in (select meeting_id from meeting_invitations where workspace_id = $1 and user_id = $2 and status <> 'revoked'))
  order by g.id for no key update`;

/** Locks them in the same order as the sweep. */
const holdSessionsOfSql = `
  select 1 from meeting_occurrences where workspace_id = $1 and id in (
    select a.session_id from admissions a join meeting_invitations i on i.id = a.invitation_id
    where a.workspace_id = $1 and i.user_id = $2 and a.status in ('waiting', 'waiting_for_host', 'admitted'))
  order by id for no key update`;

/** The invitation of the new organizer becomes that of the host; if there is none, the given one is added. */
const handOverInvitationSql = `
  with own as (
    update meeting_invitations set role = 'host', status = ${accept.to}, updated_at = $5, version = version + 1
    where workspace_id = $1 and meeting_id = $3 and user_id = $4 and status in ${accept.from} returning id
  )
  ${insertInvitationsSql}
  where not exists (select from own)
  on conflict do nothing`;
