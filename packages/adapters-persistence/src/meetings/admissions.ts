import { meetings as core, formerMember, type meetings } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { admissionColumns, changeableOfAdmission } from './admission-columns.ts';
import { withInstants } from './room-sql.ts';

const selection = admissionColumns.selection('a');

/** Who asked to enter a session, and what became of it. */
export function admissionRepository(sql: Sql, workspaceId: string): meetings.AdmissionRepository {
  return {
    async historyOf(sessionId, personKeys) {
      const locked =
        personKeys.length === 0 ? null : sql(lockPersonSql, [`${sessionId} ${[...personKeys].sort()[0]}`]);
      const found = sql<HistoryRow>(historySql, [workspaceId, sessionId, personKeys]);
      await locked;
      const [row] = await found;
      return {
        admission: row?.admission ? withInstants(row.admission) : null,
        barred: row?.barred === true,
        denialCount: row?.denialCount ?? 0,
        somebodyRemoved: row?.somebodyRemoved === true,
      };
    },
    async save(admission) {
      const isNew = admission.version === 0;
      const text = isNew ? insertSql : updateSql;
      if (
        (await sql.changed(text, [
          workspaceId,
          JSON.stringify(isNew ? { ...admission, version: 1 } : admission),
        ])) === 0
      )
        throw core.admissionInvalidState();
      return { ...admission, version: admission.version + 1 };
    },

    async waitingParticipants(sessionId, waitedFor) {
      const line = "a.session_id = $2 and a.status in ('waiting', 'waiting_for_host') and a.wait_reason = $3";
      const rows = await sql<WaitingParticipantRow>(waitingParticipantSql(line), [
        workspaceId,
        sessionId,
        waitedFor,
      ]);
      return rows.map(waitingParticipantOf);
    },
    async waitingParticipant(admissionId) {
      const [row] = await sql<WaitingParticipantRow>(waitingParticipantSql('a.id = $2'), [
        workspaceId,
        admissionId,
      ]);
      return row === undefined ? null : waitingParticipantOf(row);
    },
    async list(sessionId, statuses, after, limit) {
      const rows = await sql<ListRow>(listSql, [
        workspaceId,
        sessionId,
        statuses,
        ...(after ?? [null, null, null]),
        limit + 1,
      ]);
      return rows.map(({ person, decidedBy, position, waits, ...admission }) => ({
        admission,
        person,
        decidedBy,
        position,
        key: [waits, admission.requestedAt, admission.id],
      }));
    },
    async get(sessionId, admissionId) {
      const found = await sql.first<meetings.Admission>(
        `select ${selection} from admissions a where a.workspace_id = $1 and a.session_id = $2 and a.id = $3 for no key update`,
        [workspaceId, sessionId, admissionId],
      );
      if (found === null) throw core.admissionNotFound();
      return found;
    },
    siblingsOf: ({ id, sessionId, userId }) =>
      userId === null
        ? Promise.resolve([])
        : sql<meetings.Admission>(
            `select ${selection} from admissions a
             where a.workspace_id = $1 and a.session_id = $2 and a.user_id = $3 and a.id <> $4 order by a.id for no key update`,
            [workspaceId, sessionId, userId, id],
          ),
    async openOfLink({ kind, id }) {
      const open = `a.workspace_id = $1 and a.${kind}_id = $2 and a.status in ('waiting', 'waiting_for_host', 'admitted')`;
      // Sessions are locked before their admissions, as by whoever ends them.
      await sql(
        `select 1 from meeting_occurrences where workspace_id = $1 and id in (select a.session_id from admissions a where ${open})
         order by id for no key update`,
        [workspaceId, id],
      );
      return sql<meetings.Admission>(
        `select ${selection} from admissions a where ${open} order by a.id for no key update`,
        [workspaceId, id],
      );
    },
    waiting: (sessionId) =>
      sql<meetings.Admission>(
        `select ${selection} from admissions a
         where a.workspace_id = $1 and a.session_id = $2 and a.status = 'waiting' order by a.requested_at, a.id for no key update`,
        [workspaceId, sessionId],
      ),
    async countWaiting(sessionId) {
      const [row] = await sql<{ count: number }>(
        `select count(*)::integer count from admissions where workspace_id = $1 and session_id = $2 and status = 'waiting'`,
        [workspaceId, sessionId],
      );
      return row?.count ?? 0;
    },
    async trustInvitation(invitationId, now) {
      const text = `update meeting_invitations set admission_policy = 'trusted_bypass', updated_at = $3, version = version + 1
        where workspace_id = $1 and id = $2 and status <> 'revoked' and admission_policy <> 'trusted_bypass'`;
      return sql.did(text, [workspaceId, invitationId, now]);
    },
  };
}

interface HistoryRow {
  readonly admission: meetings.Admission | null;
  readonly barred: boolean;
  readonly denialCount: number;
  readonly somebodyRemoved: boolean;
}
type ListRow = meetings.Admission &
  Pick<meetings.ListedAdmission, 'person' | 'decidedBy' | 'position'> & { readonly waits: string };

const lockPersonSql = 'select pg_advisory_xact_lock(hashtextextended($1, 7))';

const historySql = `
  select own.admission, coalesce(bool_or(mine.barred), false) barred, coalesce(max(mine.denial_count), 0) "denialCount",
         exists (select from admissions o where o.workspace_id = $1 and o.session_id = $2 and o.barred and not o.person_key = any ($3)) "somebodyRemoved"
  from (select 1) one
  left join admissions mine on mine.workspace_id = $1 and mine.session_id = $2 and mine.person_key = any ($3::text[])
  left join lateral (select to_jsonb(own) admission from (select ${selection} from admissions a
    where a.workspace_id = $1 and a.session_id = $2 and a.person_key = ($3::text[])[1]) own) own on true
  group by own.admission`;

const insertSql = `
  insert into admissions (workspace_id, ${admissionColumns.names})
  select $1, ${admissionColumns.values('j')} from jsonb_to_record($2::jsonb) j(${admissionColumns.recordset})
  on conflict (session_id, person_key, workspace_id) do nothing`;
const roles = "array['host', 'co_host', 'presenter', 'attendee']";
/** A role counts as held while its holder is in the room; it stays the highest one even after it was taken away. */
const highestRole = `(${roles})[least(array_position(${roles}, a.highest_role),
  case when a.status = 'admitted' then array_position(${roles}, a.role) end,
  case when j.status = 'admitted' then array_position(${roles}, j.role) end)]`;
const updateSql = `
  update admissions a
  set version = a.version + 1, highest_role = ${highestRole}, ${admissionColumns.assignments('j', changeableOfAdmission)}
  from jsonb_to_record($2::jsonb) j(${admissionColumns.recordset})
  where a.workspace_id = $1 and a.id = j.id and a.version = j.version`;

type WaitingParticipantRow = meetings.Admission & Omit<meetings.WaitingParticipant, 'admission'>;
const waitingParticipantOf = ({
  isInvited,
  policy,
  hasDeclined,
  somebodyRemoved,
  isKnown,
  ...admission
}: WaitingParticipantRow): meetings.WaitingParticipant => ({
  admission,
  isInvited,
  policy,
  hasDeclined,
  somebodyRemoved,
  isKnown,
  role: admission.role,
});

const waitingParticipantSql = (condition: string) => `
  select ${selection}, i.id is not null or m.organizer_user_id = a.user_id "isInvited", coalesce(i.admission_policy, 'inherit') policy,
         coalesce(r.status, i.status, '') = 'declined' "hasDeclined",
         exists (select from admissions o where o.workspace_id = $1 and o.session_id = a.session_id and o.barred and o.id <> a.id) "somebodyRemoved",
         case a.identity
           when 'member' then exists (select from memberships b where b.workspace_id = $1 and b.user_id = a.user_id and b.status = 'active')
           when 'registration' then exists (select from webinar_registrations w where w.workspace_id = $1 and w.id = a.registration_id and w.status = 'approved')
           when 'invitation' then i.id is not null
           else true end "isKnown"
  from admissions a
  join meetings m on m.id = a.meeting_id
  left join meeting_invitations i on i.id = a.invitation_id and i.status <> 'revoked'
  left join occurrence_responses r on r.invitation_id = i.id and r.occurrence_id = a.session_id
  where a.workspace_id = $1 and ${condition}
  order by a.requested_at, a.id
  for no key update of a`;

const listSql = `
  select ${selection}, rank.waits,
         jsonb_build_object('userId', a.user_id, 'displayName', a.display_name, 'email', coalesce(p.email, i.email, r.email), 'avatarUrl', null) person,
         case when a.decided_by_user_id is null then null else jsonb_build_object('userId', d.user_id, 'displayName',
           coalesce(d.display_name, '${formerMember}'), 'email', d.email, 'avatarUrl', null) end "decidedBy",
         case when a.status = 'waiting' then (select count(*) from admissions w where w.workspace_id = $1 and w.session_id = $2
           and w.status = 'waiting' and (w.requested_at, w.id) <= (a.requested_at, a.id))::integer end position
  from admissions a
  cross join lateral (select case when a.status in ('waiting', 'waiting_for_host') then '0' else '1' end waits) rank
  left join memberships p on p.workspace_id = $1 and p.user_id = a.user_id and p.status <> 'removed'
  left join meeting_invitations i on i.id = a.invitation_id
  left join webinar_registrations r on r.id = a.registration_id
  left join memberships d on d.workspace_id = $1 and d.user_id = a.decided_by_user_id and d.status <> 'removed'
  where a.workspace_id = $1 and a.session_id = $2 and ($3::text[] is null or a.status = any ($3))
    and ($4::text is null or (rank.waits, a.requested_at, a.id) > ($4::text, $5::timestamptz, $6::uuid))
  order by rank.waits, a.requested_at, a.id
  limit $7`;
