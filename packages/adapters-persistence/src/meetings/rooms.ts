import { meetings as core, type meetings } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { admissionColumns, changeableOfAdmission } from './admission-columns.ts';
import { passcodeTries } from './passcode-tries.ts';
import { roomSessions } from './room-sessions.ts';
import { embeddedFactSql, roomSessionJson, withInstants } from './room-sql.ts';
import { roomSweeps } from './room-sweeps.ts';
import { thresholdOf } from './thresholds.ts';

const selection = admissionColumns.selection('a');

/** Sessions as rooms: who is at the door, who waits, who is in. */
export function roomRepository(sql: Sql, workspaceId: string): meetings.RoomRepository {
  return {
    ...roomSessions(sql, workspaceId),
    ...roomSweeps(sql, workspaceId),
    ...passcodeTries(sql, workspaceId),
    threshold: (joinCode, sessionId, visitor, now) =>
      thresholdOf(sql, workspaceId, joinCode, sessionId, visitor, now),

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
    async addDevice({ id, tokenHash, sessionId, admissionId, joinedAt, now }) {
      await sql(addDeviceSql, [tokenHash, id, workspaceId, sessionId, admissionId, joinedAt, now]);
    },

    async workspaceOfToken(tokenHash) {
      const [row] = await sql<{ workspaceId: string }>(
        'select workspace_id "workspaceId" from chancery_admission_of_token($1)',
        [tokenHash],
      );
      return row?.workspaceId ?? null;
    },
    async holdSession(tokenHash) {
      await sql(
        `select 1 from admission_devices d join meeting_occurrences o on o.id = d.session_id
         where d.workspace_id = $1 and d.token_hash = $2 for no key update of o`,
        [workspaceId, tokenHash],
      );
    },
    toDecideAgain: (tokenHash, now) =>
      sql.first<meetings.Admission>(decideAgainSql, [workspaceId, tokenHash, now, core.patienceSeconds]),
    async signOfLife(tokenHash, now) {
      const [row] = await sql<meetings.StandingAdmission>(signOfLifeSql, [workspaceId, tokenHash, now]);
      return row === undefined ? null : { ...row, admission: withInstants(row.admission) };
    },
    async enterRoom(admissionId, now, tokenHash) {
      await sql(enterSql, [workspaceId, admissionId, now, tokenHash ?? null]);
    },
    async leaveRoom(admissionId, at, reason, tokenHash) {
      const [row] = await sql<{ there: number }>(leaveSql, [
        workspaceId,
        admissionId,
        at,
        reason,
        tokenHash ?? null,
      ]);
      return row?.there ?? 0;
    },

    async lineOf(sessionId) {
      const line = "a.session_id = $2 and a.status = 'waiting_for_host'";
      return (await sql<WaiterRow>(waiterSql(line), [workspaceId, sessionId])).map(waiterOf);
    },
    async waiter(admissionId) {
      const [row] = await sql<WaiterRow>(waiterSql('a.id = $2'), [workspaceId, admissionId]);
      return row === undefined ? null : waiterOf(row);
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
    async getAdmission(sessionId, admissionId) {
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
      // Sessions are locked before their admissions, as by the end of a session.
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
  on conflict (session_id, person_key) do nothing`;
const roles = "array['host', 'co_host', 'presenter', 'attendee']";
/** A role counts as held while its holder is in the room; one that was taken away stays the highest held. */
const highestRole = `(${roles})[least(array_position(${roles}, a.highest_role),
  case when a.status = 'admitted' then array_position(${roles}, a.role) end,
  case when j.status = 'admitted' then array_position(${roles}, j.role) end)]`;
const updateSql = `
  update admissions a
  set version = a.version + 1, highest_role = ${highestRole}, ${admissionColumns.assignments('j', changeableOfAdmission)}
  from jsonb_to_record($2::jsonb) j(${admissionColumns.recordset})
  where a.workspace_id = $1 and a.id = j.id and a.version = j.version`;

const addDeviceSql = `
  insert into admission_devices (token_hash, id, workspace_id, session_id, admission_id, joined_at, last_seen_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;

/** One statement for each poll: the sign of life and all that is answered. An admission is written before its devices. */
const signOfLifeSql = `
  with device as materialized (
    select d.token_hash, d.id, d.admission_id, d.left_at, d.joined_at from admission_devices d where d.workspace_id = $1 and d.token_hash = $2
  ), alive as (
    update admissions set last_seen_at = $3 where workspace_id = $1 and id = (select admission_id from device) returning 1
  ), seen as (
    update admission_devices set last_seen_at = $3
    where workspace_id = $1 and token_hash = (select token_hash from device) and (select count(*) from alive) = 1
  )
  select (select to_jsonb(own) from (select ${selection}) own) || jsonb_build_object('lastSeenAt', $3::timestamptz) admission,
         ${roomSessionJson('o')} session,
         jsonb_build_object('id', m.id, 'title', coalesce(o.title, m.title), 'status', m.status, 'settings', m.settings,
           'passcodeHash', m.passcode_hash, 'conferenceProvider', m.conference_provider, 'meetingType', m.meeting_type) meeting,
         exists (select from admissions h where h.workspace_id = $1 and h.session_id = a.session_id and h.status = 'admitted'
           and h.role in ('host', 'co_host')) "hostPresent",
         jsonb_build_object('id', device.id, 'leftAt', device.left_at, 'isThere', device.joined_at is not null) device,
         a.last_seen_at "silentSince"
  from device
  join admissions a on a.workspace_id = $1 and a.id = device.admission_id
  join meeting_occurrences o on o.id = a.session_id
  join meetings m on m.id = a.meeting_id`;

/** A device that was given up and is heard again is another connection. */
const enterSql = `
  update admission_devices
  set connection = connection + case when left_at is null then 0 else 1 end,
      joined_at = case when joined_at is null or left_at is not null then $3::timestamptz else joined_at end, left_at = null
  where workspace_id = $1 and admission_id = $2 and (joined_at is null or left_at is not null)
    and (token_hash = $4 or ($4::text is null and (left_at is null or last_seen_at > $3::timestamptz - interval '120 seconds')))`;

const leaveSql = `
  with closed as (
    update admission_devices set left_at = greatest($3::timestamptz, joined_at)
    where workspace_id = $1 and admission_id = $2 and joined_at is not null and left_at is null and ($5::text is null or token_hash = $5)
    returning id, workspace_id, session_id, admission_id, connection, joined_at, left_at, $4::text left_reason
  ), noted as (${embeddedFactSql('closed')})
  select (select count(*) from admission_devices d where d.workspace_id = $1 and d.admission_id = $2 and d.joined_at is not null
    and d.left_at is null and $5::text is not null and d.token_hash <> $5)::integer there`;

type WaiterRow = meetings.Admission & Omit<meetings.Waiter, 'admission'>;
const waiterOf = ({
  isInvited,
  policy,
  hasDeclined,
  somebodyRemoved,
  isKnown,
  ...admission
}: WaiterRow): meetings.Waiter => ({
  admission,
  isInvited,
  policy,
  hasDeclined,
  somebodyRemoved,
  isKnown,
  role: admission.role,
});

const decideAgainSql = `
  select a.id, a.session_id "sessionId", a.meeting_id "meetingId", a.person_key "personKey", a.user_id "userId"
  from admission_devices d
  join admissions a on a.workspace_id = $1 and a.id = d.admission_id
  join meeting_occurrences o on o.id = a.session_id and o.status in ('scheduled', 'live')
  join meetings m on m.id = a.meeting_id
  where d.workspace_id = $1 and d.token_hash = $2
    and (a.status = 'expired'
      or (a.status in ('waiting', 'waiting_for_host') and a.last_seen_at < $3::timestamptz - make_interval(secs => $4::integer))
      or (a.status in ('waiting', 'waiting_for_host') and a.role in ('host', 'co_host') and o.status = 'live')
      or (a.status = 'waiting_for_host' and a.role not in ('host', 'co_host') and (o.status = 'live'
        or o.starts_at - make_interval(mins => (m.settings ->> 'joinBeforeHostMinutes')::integer) <= $3::timestamptz)))`;

const waiterSql = (condition: string) => `
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
           coalesce(d.display_name, 'Former member'), 'email', d.email, 'avatarUrl', null) end "decidedBy",
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
