import { meetings, versionConflict } from '@chancery/core';
import { foldEmail, formerMember } from '@chancery/core/internal';
import { boolean, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { senderColumns } from './sender-columns.ts';

type Registration = meetings.Registration;
type RegistrationColumns = Registration & { workspaceId: string; emailFold: string | null };

export const RegistrationRow = new EntitySchema<RegistrationColumns>({
  name: 'WebinarRegistration',
  tableName: 'webinar_registrations',
  columns: {
    id: key(),
    workspaceId: tenant(),
    chainId: uuid(),
    meetingId: uuid(),
    email: nullable(text()),
    emailFold: nullable(text()),
    displayName: text(),
    answers: json(),
    status: text(),
    wasApproved: boolean(),
    timeZone: nullable(text()),
    tokenHash: text(),
    tokenKeyNumber: int(),
    tokenGeneration: int(),
    waitlistedAt: nullable(instant()),
    mailedAt: instant(),
    decidedAt: nullable(instant()),
    decidedByUserId: nullable(text()),
    decisionReason: nullable(text()),
    deliveryStatus: text(),
    lastSentAt: nullable(instant()),
    lastSequence: nullable(int()),
    firstMessageId: nullable(text()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

const columns = `
  r.id, r.chain_id "chainId", r.meeting_id "meetingId", r.email, r.display_name "displayName", r.answers, r.status,
  r.was_approved "wasApproved", r.time_zone "timeZone", r.token_hash "tokenHash", r.token_key_number "tokenKeyNumber",
  r.token_generation "tokenGeneration", r.waitlisted_at "waitlistedAt", r.mailed_at "mailedAt", r.decided_at "decidedAt",
  r.decided_by_user_id "decidedByUserId", r.decision_reason "decisionReason", r.delivery_status "deliveryStatus",
  r.last_sent_at "lastSentAt", r.last_sequence "lastSequence", r.first_message_id "firstMessageId",
  r.created_at "createdAt", r.updated_at "updatedAt", r.version`;
const isOutsider = `r.email is not null and not exists (select from memberships m where m.workspace_id = r.workspace_id
  and m.email_fold = r.email_fold and m.status = 'active')`;
const listed = `${columns},
  case when r.status = 'waitlisted' then (select count(*)::integer from webinar_registrations o
    where o.workspace_id = r.workspace_id and o.chain_id = r.chain_id and o.status = 'waitlisted'
      and (o.waitlisted_at, o.id) <= (r.waitlisted_at, r.id)) end "waitlistPosition",
  (select m.display_name from memberships m where m.workspace_id = r.workspace_id and m.user_id = r.decided_by_user_id
     and m.status <> 'removed' limit 1) "decidedByName"`;

export const registrationRepository = (sql: Sql, workspaceId: string): meetings.RegistrationRepository => ({
  ...webinars(sql, workspaceId),
  ...places(sql, workspaceId),
  ...single(sql, workspaceId),
  ...lists(sql, workspaceId),
  ...outsiders(sql, workspaceId),
});

/** Finds webinars and their waitlists. */
function webinars(
  sql: Sql,
  workspaceId: string,
): Pick<
  meetings.RegistrationRepository,
  'ofToken' | 'webinarOfCode' | 'webinarOfChain' | 'chainsWithLine' | 'workspacesWithLine'
> {
  const webinar = (condition: string, value: string) =>
    sql.first<meetings.Webinar>(webinarSql(condition), [workspaceId, value]);
  return {
    ofToken: (tokenHash) =>
      sql.first<{ id: string; workspaceId: string }>(
        'select id, workspace_id "workspaceId" from chancery_registration_of_token($1)',
        [tokenHash],
      ),
    webinarOfCode: (joinCode) => webinar('c.join_code = $2', joinCode),
    webinarOfChain: (chainId) => webinar('c.id = $2', chainId),
    chainsWithLine: () =>
      sql.column(
        `select distinct chain_id id from webinar_registrations where workspace_id = $1 and status = 'waitlisted' order by 1`,
        [workspaceId],
      ),
    workspacesWithLine: (now) => sql.column('select workspace_id id from chancery_waitlists($1)', [now]),
  };
}

/** Locks and counts the places of a webinar. */
function places(
  sql: Sql,
  workspaceId: string,
): Pick<
  meetings.RegistrationRepository,
  'holdMeetings' | 'holdPlaces' | 'takePlace' | 'freePlace' | 'placesTaken' | 'raiseSequence'
> {
  return {
    async holdMeetings(chainId) {
      await sql(
        'select 1 from meetings where workspace_id = $1 and chain_id = $2 order by id for no key update',
        [workspaceId, chainId],
      );
    },
    async holdPlaces(chainId) {
      await sql(
        'insert into webinar_counters (workspace_id, chain_id) values ($1, $2) on conflict (chain_id, workspace_id) do nothing',
        [workspaceId, chainId],
      );
      const [row] = await sql<{ approved: number }>(
        'select approved from webinar_counters where workspace_id = $1 and chain_id = $2 for no key update',
        [workspaceId, chainId],
      );
      return row?.approved ?? 0;
    },
    takePlace: (chainId, capacity) =>
      sql.did(
        `update webinar_counters set approved = approved + 1
         where workspace_id = $1 and chain_id = $2 and ($3::integer is null or approved < $3::integer)`,
        [workspaceId, chainId, capacity],
      ),
    async freePlace(chainId) {
      await sql(
        'update webinar_counters set approved = approved - 1 where workspace_id = $1 and chain_id = $2',
        [workspaceId, chainId],
      );
    },
    async placesTaken(chainId) {
      const [row] = await sql<{ approved: number }>(
        'select approved from webinar_counters where workspace_id = $1 and chain_id = $2',
        [workspaceId, chainId],
      );
      return row?.approved ?? 0;
    },
    async raiseSequence(meetingId) {
      await sql('update meetings set ical_sequence = ical_sequence + 1 where workspace_id = $1 and id = $2', [
        workspaceId,
        meetingId,
      ]);
    },
  };
}

/** Reads and writes one registration. */
function single(
  sql: Sql,
  workspaceId: string,
): Pick<meetings.RegistrationRepository, 'add' | 'get' | 'save' | 'ofAddress' | 'activeOf' | 'firstInLine'> {
  const registrations = table(sql, RegistrationRow, { workspaceId });
  const columnsOf = (registration: Registration): RegistrationColumns => ({
    ...registration,
    workspaceId,
    emailFold: registration.email === null ? null : foldEmail(registration.email),
  });
  return {
    add: (registration) => registrations.insert(columnsOf(registration)),
    async get(id) {
      const [row] = await sql<meetings.ListedRegistration>(
        `select ${listed} from webinar_registrations r where r.workspace_id = $1 and r.id = $2`,
        [workspaceId, id],
      );
      if (row === undefined) throw meetings.registrationNotFound();
      return row;
    },
    async save(registration) {
      const after = { ...registration, version: registration.version + 1 };
      const saved = await registrations.update(
        { id: registration.id, version: registration.version },
        columnsOf(after),
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    ofAddress: (chainId, email) =>
      sql.first<Registration>(
        `select ${columns} from webinar_registrations r
         where r.workspace_id = $1 and r.chain_id = $2 and r.email_fold = $3 and r.status <> 'cancelled'
         order by r.id desc limit 1`,
        [workspaceId, chainId, foldEmail(email)],
      ),
    activeOf: (chainId) =>
      sql<Pick<Registration, 'id' | 'status' | 'lastSequence'>>(
        `select id, status, last_sequence "lastSequence" from webinar_registrations
         where workspace_id = $1 and chain_id = $2 and status in ('approved', 'pending', 'waitlisted') order by id`,
        [workspaceId, chainId],
      ),
    firstInLine: (chainId) =>
      sql.first<Registration>(
        `select ${columns} from webinar_registrations r
         where r.workspace_id = $1 and r.chain_id = $2 and r.status = 'waitlisted'
         order by r.waitlisted_at, r.id limit 1`,
        [workspaceId, chainId],
      ),
  };
}

/** Lists registrations, and notes their mails. */
function lists(
  sql: Sql,
  workspaceId: string,
): Pick<meetings.RegistrationRepository, 'list' | 'totals' | 'delivered'> {
  return {
    // In the order in which people registered (MTG-18).
    list: (chainId, status, after, limit) =>
      sql<meetings.ListedRegistration>(
        `select ${listed} from webinar_registrations r
         where r.workspace_id = $1 and r.chain_id = $2 and ($3::text is null or r.status = $3)
           and ($4::timestamptz is null or (r.created_at, r.id) > ($4::timestamptz, $5::uuid))
         order by r.created_at, r.id limit $6`,
        [workspaceId, chainId, status, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    async totals(chainId) {
      const rows = await sql<{ status: meetings.RegistrationStatus; count: number }>(
        `select status, count(*)::integer count from webinar_registrations where workspace_id = $1 and chain_id = $2 group by status`,
        [workspaceId, chainId],
      );
      const none = { pending: 0, approved: 0, waitlisted: 0, declined: 0, cancelled: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
    },
    async delivered(id, { status, sequence, messageId, at }) {
      await sql(
        `update webinar_registrations
         set delivery_status = $3, last_sent_at = case when $3 = 'sent' then $4::timestamptz else last_sent_at end,
             last_sequence = case when $3 = 'sent' then coalesce($5::integer, last_sequence) else last_sequence end,
             first_message_id = case when $3 = 'sent' then coalesce(first_message_id, $6) else first_message_id end
         where workspace_id = $1 and id = $2`,
        [workspaceId, id, status, at, sequence, messageId],
      );
    },
  };
}

/** The newest part of the chain that takes place represents the webinar, or else the newest part. Its hosts have the names that the workspace knows them by. */
const webinarSql = (condition: string) => `
  select m.id "meetingId", m.chain_id "chainId", c.join_code "joinCode", m.status, m.title, m.description, m.time_zone "timeZone",
         m.webinar, w.settings ->> 'defaultLocale' locale, ${senderColumns(`coalesce(o.display_name, '${formerMember}')`)},
         (select coalesce(jsonb_agg(h.display_name order by h.rank, h.display_name, h.id), '[]') from (
            select 0 rank, m.organizer_user_id id, coalesce(o.display_name, '${formerMember}') display_name
            union all
            select 1, i.id::text, i.display_name from meeting_invitations i
            where i.workspace_id = $1 and i.meeting_id = m.id and i.role in ('host', 'co_host') and i.status <> 'revoked'
              and i.user_id is distinct from m.organizer_user_id) h) hosts,
         case when m.recurrence is null then (select max(e.ends_at) from meeting_occurrences e where e.workspace_id = $1 and e.meeting_id = m.id)
              else m.series_ends_at end "endsAt",
         (select coalesce(jsonb_agg(jsonb_build_object('startsAt', n.starts_at, 'endsAt', n.ends_at, 'status', n.status) order by n.starts_at), '[]') from (
            select to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') starts_at,
                   to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ends_at, e.status
            from meeting_occurrences e
            where e.workspace_id = $1 and e.chain_id = m.chain_id and e.status in ('scheduled', 'live')
            order by e.starts_at limit 10) n) occurrences
  from meeting_chains c
  join meetings m on m.chain_id = c.id and m.workspace_id = c.workspace_id
  join workspaces w on w.id = c.workspace_id
  left join memberships o on o.workspace_id = c.workspace_id and o.user_id = m.organizer_user_id and o.status <> 'removed'
  where c.workspace_id = $1 and ${condition} and m.meeting_type = 'webinar'
  order by m.status in ('scheduled', 'live') desc, m.created_at desc, m.id desc
  limit 1`;

const ofWebinar = `
  select r.email id from webinar_registrations r
  join meetings g on g.workspace_id = r.workspace_id and g.id = $2 and g.chain_id = r.chain_id and g.meeting_type = 'webinar'
  where r.workspace_id = $1 and ${isOutsider}`;

/** Finds whom of the registrants mail reaches as somebody from outside. */
function outsiders(
  sql: Sql,
  workspaceId: string,
): Pick<meetings.RegistrationRepository, 'outsiders' | 'outsidersOf' | 'outsidersToTell'> {
  return {
    async outsiders(registrationIds) {
      const rows = await sql<{ id: string; email: string }>(
        `select r.id, r.email from webinar_registrations r where r.workspace_id = $1 and r.id = any($2) and ${isOutsider}`,
        [workspaceId, registrationIds],
      );
      return new Map(rows.map(({ id, email }) => [id, [email]]));
    },
    outsidersOf: (meetingId) =>
      sql.column(`${ofWebinar} and r.status in ('approved', 'pending', 'waitlisted') order by r.id`, [
        workspaceId,
        meetingId,
      ]),
    outsidersToTell: ({ meetingId, sessionId, queued: { key, topics, mailTopic } }) =>
      sql.column(
        `${ofWebinar} and r.status = 'approved'
           and not exists (select from jobs w where w.workspace_id = $1 and w.topic = $3
             and w.aggregate_id = r.id || ':' || coalesce($4::text, $2::text) and w.status in ('pending', 'retrying'))
           and not exists (select from jobs q where q.workspace_id = $1 and q.ordering_key = $5 and q.topic = any($6)
             and q.status in ('pending', 'running', 'retrying') and q.payload ->> 'notify' = 'true'
             and q.payload ->> 'sessionId' is not distinct from $4::text)
         order by r.id`,
        [workspaceId, meetingId, mailTopic, sessionId, key, topics],
      ),
  };
}
