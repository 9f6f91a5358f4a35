import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { roomSessionJson } from './room-sql.ts';

/** Everything that decides about one visitor of a code, in one statement. */
export async function admissionBasisOf(
  sql: Sql,
  workspaceId: string,
  joinCode: string,
  sessionId: string | null,
  { userId, inviteHash, registrationHash }: meetings.Visitor,
  now: string,
): Promise<meetings.AdmissionBasis | null> {
  const [row] = await sql<AdmissionBasisRow>(admissionBasisSql, [
    workspaceId,
    joinCode,
    sessionId,
    now,
    userId,
    inviteHash,
    registrationHash,
  ]);
  if (row === undefined) return null;
  const { inviteKnown, inviteGoneBy, registrationKnown, ...basis } = row;
  return {
    ...basis,
    invitation: basis.member === null ? (inviteGoneBy ?? basis.invitation) : basis.invitation,
    linksKnown: inviteKnown && registrationKnown,
  };
}

interface AdmissionBasisRow extends Omit<meetings.AdmissionBasis, 'linksKnown' | 'invitation'> {
  readonly invitation: Exclude<meetings.AdmissionBasis['invitation'], string>;
  readonly inviteKnown: boolean;
  readonly inviteGoneBy: 'revoked' | 'superseded' | null;
  readonly registrationKnown: boolean;
}

const admissionBasisSql = `
  with chain as (
    select c.id from meeting_chains c where c.workspace_id = $1 and c.join_code = $2
  ), session as (
    select o.* from meeting_occurrences o join chain on chain.id = o.chain_id join meetings m on m.id = o.meeting_id
    where o.workspace_id = $1 and (o.status = 'live' or (o.status = 'scheduled' and m.status not in ('cancelled', 'archived')
      and case when $3::uuid is not null then o.id = $3::uuid
               when m.meeting_type = 'personal_room' then true
               else o.starts_at <= $4::timestamptz + interval '24 hours' and o.ends_at >= $4::timestamptz - interval '60 minutes' end))
    order by o.status = 'live' desc, o.starts_at, o.id
    limit 1
  ), next as (
    select o.meeting_id, o.starts_at from meeting_occurrences o join chain on chain.id = o.chain_id
    where o.workspace_id = $1 and o.status = 'scheduled' and o.ends_at > $4::timestamptz
    order by o.starts_at, o.id
    limit 1
  ), meeting as (
    select m.* from meetings m join chain on chain.id = m.chain_id
    where m.workspace_id = $1
    order by m.id = coalesce((select meeting_id from session), (select meeting_id from next)) desc nulls last, m.created_at desc, m.id desc
    limit 1
  ), member as (
    select b.user_id, b.display_name, b.role from memberships b where b.workspace_id = $1 and b.user_id = $5 and b.status = 'active'
  ), link as (
    select i.* from meeting_invitations i join meetings m on m.id = i.meeting_id join chain on chain.id = m.chain_id
    where i.workspace_id = $1 and $6::text is not null and (i.token_hash = $6 or i.replaced_token_hashes @> array[$6::text])
    limit 1
  ), invitation as (
    -- A link of the earlier part of a split series is valid for the later part, if the same person is invited there.
    select i.* from meeting_invitations i, meeting
    where i.workspace_id = $1 and i.meeting_id = meeting.id and i.status <> 'revoked'
      and case when exists (select from member) then i.user_id = $5
               else exists (select from link l where l.status <> 'revoked' and l.token_hash = $6
                            and (l.id = i.id or l.user_id = i.user_id or l.email_fold = i.email_fold)) end
    limit 1
  ), registration as (
    select r.id, r.display_name, r.status from webinar_registrations r join chain on chain.id = r.chain_id
    where r.workspace_id = $1 and $7::text is not null and r.token_hash = $7
  )
  select jsonb_build_object('planCode', w.plan_code, 'planTerms', w.plan_terms) workspace,
         jsonb_build_object('id', m.id, 'chainId', m.chain_id, 'meetingType', m.meeting_type, 'status', m.status, 'title', m.title,
           'settings', m.settings, 'organizerUserId', m.organizer_user_id, 'passcodeHash', m.passcode_hash,
           'conferenceProvider', m.conference_provider) meeting,
         (select ${roomSessionJson('s')} from session s) session,
         (select starts_at from next) "nextStartsAt",
         (select jsonb_build_object('userId', user_id, 'displayName', display_name, 'role', role) from member) member,
         (select jsonb_build_object('id', i.id, 'userId', i.user_id, 'displayName', i.display_name, 'role', i.role,
            'admissionPolicy', i.admission_policy, 'hasDeclined', coalesce(r.status, i.status) = 'declined')
          from invitation i left join occurrence_responses r on r.invitation_id = i.id and r.occurrence_id = (select id from session)) invitation,
         (select jsonb_build_object('id', id, 'displayName', display_name, 'status', status) from registration) registration,
         $6::text is null or exists (select from link) "inviteKnown",
         (select case when l.status <> 'revoked' and l.token_hash <> $6 then 'superseded' else 'revoked' end
          from link l where not exists (select from invitation)) "inviteGoneBy",
         $7::text is null or exists (select from registration) "registrationKnown"
  from meeting m join workspaces w on w.id = m.workspace_id`;
