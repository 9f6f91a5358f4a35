import { meetings as core, type meetings } from '@chancery/core/internal';
import type { Sql } from '../kernel/sql.ts';
import { transition } from '../kernel/transition.ts';
import { admissionColumns } from './admission-columns.ts';
import { embeddedFactSql, roomSessionJson, withInstants } from './room-sql.ts';

const expire = transition(core.admissionStates, 'expire');
const lose = transition(core.admissionStates, 'lose');

const selection = admissionColumns.selection('a');

/** The devices of people who wait or are in a room, and how long each was there. */
export function presenceRepository(sql: Sql, workspaceId: string): meetings.PresenceRepository {
  return {
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
    async recordSignOfLife(tokenHash, now) {
      const [row] = await sql<meetings.CurrentAdmission>(signOfLifeSql, [workspaceId, tokenHash, now]);
      return row === undefined ? null : { ...row, admission: withInstants(row.admission) };
    },
    async enter(admissionId, now, tokenHash) {
      // Attendance counts from here, by one device (MTG-64).
      await sql(enterSql, [workspaceId, admissionId, now, tokenHash ?? null]);
    },
    async leave(admissionId, at, reason, tokenHash) {
      const [row] = await sql<{ there: number }>(leaveSql, [
        workspaceId,
        admissionId,
        at,
        reason,
        tokenHash ?? null,
      ]);
      return row?.there ?? 0;
    },

    silentWorkspaces: (before) =>
      sql.column('select workspace_id from chancery_admissions_silent($1)', [before]),
    sweep: (silence) => sweepSilence(sql, workspaceId, silence),
  };
}

async function sweepSilence(
  sql: Sql,
  workspaceId: string,
  { waitersBefore, presencesBefore, now }: Parameters<meetings.PresenceRepository['sweep']>[0],
): Promise<void> {
  await sql(expireSql, [workspaceId, waitersBefore, now]);
  // Sessions are locked before their admissions, as by whoever ends them.
  await sql(
    `select 1 from meeting_occurrences where workspace_id = $1 and status = 'live' order by id for no key update`,
    [workspaceId],
  );
  await sql(loseSql, [workspaceId, presencesBefore, now]);
}

const addDeviceSql = `
  insert into admission_devices (token_hash, id, workspace_id, session_id, admission_id, joined_at, last_seen_at)
  values ($1, $2, $3, $4, $5, $6, $7)`;

/** One statement for each poll: the sign of life and everything in the answer. An admission is written before its devices. */
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

/** A device that counted as lost and comes back is another connection. */
/** Whoever is let in comes by the device that was seen last: a page that was loaded again left others behind, and a device that is there enters by its next poll. */
const enterSql = `
  update admission_devices
  set connection = connection + case when left_at is null then 0 else 1 end,
      joined_at = case when joined_at is null or left_at is not null then $3::timestamptz else joined_at end, left_at = null
  where workspace_id = $1 and admission_id = $2 and (joined_at is null or left_at is not null)
    and (token_hash = $4 or ($4::text is null and (left_at is null or last_seen_at > $3::timestamptz - interval '120 seconds')
      and id = (select d.id from admission_devices d where d.workspace_id = $1 and d.admission_id = $2
        order by d.last_seen_at desc, d.id desc limit 1)))`;

const leaveSql = `
  with closed as (
    update admission_devices set left_at = greatest($3::timestamptz, joined_at)
    where workspace_id = $1 and admission_id = $2 and joined_at is not null and left_at is null and ($5::text is null or token_hash = $5)
    returning id, workspace_id, session_id, admission_id, connection, joined_at, left_at, $4::text left_reason
  ), noted as (${embeddedFactSql('closed')})
  select (select count(*) from admission_devices d where d.workspace_id = $1 and d.admission_id = $2 and d.joined_at is not null
    and d.left_at is null and $5::text is not null and d.token_hash <> $5)::integer there`;

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

/** Skips admissions that somebody is deciding about at this moment. */
const expireSql = `
  update admissions set status = ${expire.to}, updated_at = $3::timestamptz, version = version + 1
  where workspace_id = $1 and id in (select id from admissions
    where workspace_id = $1 and status in ${expire.from} and last_seen_at < $2::timestamptz
    for no key update skip locked)`;

const silentDevice = 'd.last_seen_at < $2::timestamptz and d.joined_at is not null and d.left_at is null';
/**
 * Ends devices at their last sign of life; whoever has none left has left, and their place is free. Admissions are locked
 * before their devices, as by whoever polls.
 */
const loseSql = `
  with held as materialized (
    select a.id from admissions a join meetings m on m.id = a.meeting_id
    where a.workspace_id = $1 and a.status = 'admitted' and m.conference_provider = 'embedded'
      and a.id in (select d.admission_id from admission_devices d where d.workspace_id = $1 and ${silentDevice})
    order by a.id
    for no key update of a
  ), closed as (
    update admission_devices d set left_at = greatest(d.last_seen_at, d.joined_at)
    from held where d.workspace_id = $1 and d.admission_id = held.id and ${silentDevice}
    returning d.id, d.workspace_id, d.session_id, d.admission_id, d.connection, d.joined_at, d.left_at, 'lost'::text left_reason
  ), noted as (${embeddedFactSql('closed')}), gone as (
    update admissions a set status = ${lose.to}, updated_at = $3::timestamptz, version = version + 1
    where a.workspace_id = $1 and a.status in ${lose.from} and a.id in (select admission_id from closed)
      and not exists (select from admission_devices d where d.admission_id = a.id and d.joined_at is not null and d.left_at is null
                      and d.id not in (select id from closed))
    returning a.session_id, a.last_seen_at
  ), freed as (
    select session_id, count(*)::integer places, max(last_seen_at) last_seen_at from gone group by session_id
  )
  update meeting_occurrences o
  set participant_count = greatest(o.participant_count - freed.places, 0),
      empty_since = case when o.participant_count <= freed.places then freed.last_seen_at end
  from freed where o.workspace_id = $1 and o.id = freed.session_id and o.status = 'live'`;
