import type { meetings } from '@chancery/core';
import { formerMember } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { meetingColumns } from './meeting-columns.ts';

type Person = meetings.CalendarPerson & {
  readonly meetingId: string;
  readonly isMember: boolean;
  readonly seesAddresses: boolean;
  /** Why the link of the person opens nothing any more, if it was withdrawn or given up. */
  readonly goneBy: 'revoked' | 'declined' | 'cancelled' | null;
};

export function calendarStateRepository(sql: Sql, workspaceId: string): meetings.CalendarStates {
  const { personOf, stateOf } = people(sql, workspaceId);
  return {
    async ofPerson(holder, { occurrenceId = null, meetingId = null } = {}) {
      const person = await personOf(holder, meetingId);
      return person && stateOf(person, occurrenceId);
    },
    async ofLink(holder, { meetingId, tokenHash }) {
      const person = await personOf(holder, meetingId);
      if (person === null) return null;
      if (person.goneBy !== null) return person.goneBy;
      return person.tokenHash === tokenHash ? stateOf(person, null) : 'superseded';
    },
    holderOf: (tokenHash) =>
      sql.first<meetings.CalendarHolder & { workspaceId: string }>(holderSql, [tokenHash]),
    async ofFeed({ userId, workspace, since }) {
      const rows = await sql<FeedRow>(feedSql, [workspaceId, userId, workspace, since]);
      const ids = rows.map(({ id }) => id);
      const occurrences = await sql<meetings.CalendarOccurrence & { meetingId: string }>(occurrencesSql, [
        workspaceId,
        ids,
        null,
        null,
      ]);
      return rows.map(({ organizerName, person, ...meeting }) => ({
        meeting,
        organizerName,
        person,
        occurrences: occurrences.filter(({ meetingId }) => meetingId === meeting.id),
      }));
    },
  };
}

/** Those whom a file is for, and the state that theirs is written from. */
function people(sql: Sql, workspaceId: string) {
  const personOf = ({ kind, id }: meetings.CalendarHolder, meetingId: string | null) =>
    sql.first<Person>(kind === 'invitation' ? invitationSql : registrationSql, [workspaceId, id, meetingId]);
  const stateOf = async (
    { meetingId, isMember, seesAddresses, goneBy: _, ...person }: Person,
    occurrenceId: string | null,
  ): Promise<meetings.CalendarState | null> => {
    const invitationId = person.kind === 'invitation' ? person.id : null;
    const [[meeting], occurrences, others] = await Promise.all([
      sql<MeetingRow>(`${meetingSql} and m.id = $2`, [workspaceId, meetingId]),
      sql<meetings.CalendarOccurrence>(occurrencesSql, [
        workspaceId,
        [meetingId],
        occurrenceId,
        invitationId,
      ]),
      sql<meetings.CalendarInvitee>(othersSql, [
        workspaceId,
        meetingId,
        invitationId,
        isMember,
        seesAddresses,
      ]),
    ]);
    if (meeting === undefined) return null;
    const { organizerName, ...rest } = meeting;
    return { meeting: rest, organizerName, person, occurrences, others };
  };
  return { personOf, stateOf };
}

type MeetingRow = meetings.Meeting & { readonly organizerName: string };
type FeedRow = MeetingRow & Pick<meetings.FeedMeeting, 'person'>;

const meetingSelection = `${meetingColumns.selection('m')}, c.join_code "joinCode",
  coalesce((select p.display_name from memberships p where p.workspace_id = m.workspace_id and p.user_id = m.organizer_user_id
            order by p.joined_at desc limit 1), '${formerMember}') "organizerName"`;

const meetingSql = `
  select ${meetingSelection} from meetings m join meeting_chains c on c.id = m.chain_id where m.workspace_id = $1`;

const tokenColumns = (alias: string) =>
  `${alias}.token_hash "tokenHash", ${alias}.token_key_number "tokenKeyNumber", ${alias}.token_generation "tokenGeneration"`;

/** The third value says which meeting of the chain is meant, for rows that belong to the whole chain. */
const invitationSql = `
  select 'invitation' kind, i.id, i.display_name "displayName", i.required, i.status, ${tokenColumns('i')},
         case when i.user_id is null then i.email else coalesce(p.email, i.email) end address, i.meeting_id "meetingId",
         i.user_id is not null "isMember", case i.status when 'revoked' then 'revoked' end "goneBy",
         i.user_id is not null and (i.role = 'host' or coalesce(p.role in ('owner', 'admin'), false)) "seesAddresses"
  from meeting_invitations i
  left join memberships p on p.workspace_id = $1 and p.user_id = i.user_id and p.status <> 'removed'
  where i.workspace_id = $1 and i.id = $2 and ($3::uuid is null or i.meeting_id = $3)`;

const registrationSql = `
  select 'registration' kind, r.id, r.display_name "displayName", true required,
         case r.status when 'approved' then 'accepted' when 'pending' then 'pending' when 'waitlisted' then 'pending' else 'revoked' end status, ${tokenColumns('r')}, r.email address,
         case when r.status in ('declined', 'cancelled') then r.status end "goneBy", m.id "meetingId", false "isMember", false "seesAddresses"
  from webinar_registrations r
  join meetings m on m.workspace_id = $1 and m.chain_id = r.chain_id and m.id = coalesce($3::uuid, r.meeting_id)
  where r.workspace_id = $1 and r.id = $2`;

/** Selects the sessions of a meeting without a rule, the earliest first; of a series, those that differ from it, by recurrence id. */
const occurrencesSql = `
  select o.id, o.meeting_id "meetingId", o.recurrence_id "recurrenceId", o.starts_at "startsAt", o.ends_at "endsAt",
         o.title, o.description, o.own_start "ownStart", o.own_duration "ownDuration", o.status, r.status answer
  from meeting_occurrences o
  join meetings m on m.id = o.meeting_id and m.meeting_type <> 'personal_room'
  left join occurrence_responses r on r.occurrence_id = o.id and r.invitation_id = $4::uuid
  where o.workspace_id = $1 and o.meeting_id = any($2::uuid[])
    and (o.recurrence_id is null or o.own_start or o.own_duration or o.title is not null or o.description is not null
         or o.status = 'cancelled' or o.id = $3::uuid)
  order by o.recurrence_id, o.starts_at, o.id`;

/** Addresses of others are for hosts, owners and admins alone (MTG-49). */
const othersSql = `
  select i.display_name "displayName", case when $5::boolean then coalesce(p.email, i.email) end address, i.required, i.status
  from meeting_invitations i
  join meetings m on m.id = i.meeting_id
  left join memberships p on p.workspace_id = $1 and p.user_id = i.user_id and p.status <> 'removed'
  where i.workspace_id = $1 and i.meeting_id = $2 and i.id is distinct from $3::uuid and i.user_id is distinct from m.organizer_user_id
    and i.status <> 'revoked' and coalesce(p.email, i.email) is not null
    and case m.settings ->> 'guestListVisibility' when 'everyone' then true when 'members' then $4::boolean else false end
  order by i.id
  limit 200`;

const holderSql = `
  select 'invitation' kind, id, workspace_id "workspaceId" from chancery_meeting_invitation_of_token($1)
  union all
  select 'registration', id, workspace_id from chancery_registration_of_token($1)
  limit 1`;

const feedSql = `
  select ${meetingSelection},
         case when i.id is null then null else jsonb_build_object('id', i.id, 'tokenHash', i.token_hash,
           'tokenKeyNumber', i.token_key_number, 'tokenGeneration', i.token_generation) end person
  from meetings m
  join meeting_chains c on c.id = m.chain_id
  left join meeting_invitations i on i.workspace_id = $1 and i.meeting_id = m.id and i.user_id = $2 and i.status <> 'revoked'
  where m.workspace_id = $1 and m.status <> 'cancelled' and m.meeting_type <> 'personal_room'
    and (m.organizer_user_id = $2 or i.status <> 'declined' or ($3::boolean and m.visibility = 'workspace' and i.id is null))
    and exists (select from meeting_occurrences o where o.meeting_id = m.id and o.ends_at > $4 and o.status <> 'cancelled')
  order by m.id`;
