import type { Seeder } from './seed.ts';

/** What a workspace of meetings is filled with. */
export interface MeetingAmounts {
  readonly meetings: number;
  readonly members: number;
  /** The members in each meeting, with the organizer among them; each also has the same number of guests. */
  readonly membersOfMeeting: number;
  /** Of ten meetings one is a weekly series of so many sessions, twelve of them past; with 91 there are ten sessions a meeting. */
  readonly sessionsOfSeries?: number;
  /** How many people came to each session that was held. */
  readonly visitors?: number;
}

/** The measured person is in this many of the first meetings, whatever the total: their own calendar does not grow. */
const meetingsOfMeasured = 200;

/**
 * Fills the workspace of a registered owner by plain SQL, after the shape of one meeting that was made through the API.
 * Indexes are made after the rows, and references are not checked one by one: that is all but the time it takes.
 */
export async function seedMeetings(
  seeder: Seeder,
  workspaceId: string,
  ownerId: string,
  { meetings, members, membersOfMeeting, sessionsOfSeries = 91, visitors = 2 }: MeetingAmounts,
): Promise<void> {
  await seeder.query('set session_replication_role = replica');
  const indexes = await withoutIndexes(seeder);
  const run = (text: string, ...values: unknown[]) => seeder.query(text, [workspaceId, ...values]);
  await run(accountsSql, members);
  await run(membershipsSql, members);
  await run(chainsSql, meetings);
  await run(meetingsSql, ownerId, meetings, members);
  // In batches: PGlite keeps a statement's rows in memory until it ends.
  const batch = 10_000;
  for (let first = 1; first <= meetings; first += batch) {
    const last = Math.min(first + batch - 1, meetings);
    await run(singlesSql, first, last);
    await run(seriesSql, first, last, sessionsOfSeries);
    await run(invitationsSql, ownerId, first, last, members, membersOfMeeting);
    await run(peopleSql, first, last);
    await run(admissionsSql, first, last, visitors);
  }
  await run(blocksSql, members);
  for (const definition of indexes) await seeder.query(definition);
  await seeder.query('set session_replication_role = origin');
  // These are the columns that triggers would have written.
  await run('select meetings_standing(array(select id from meetings where workspace_id = $1))');
  for (const table of seeded) await seeder.query(`vacuum analyze ${table}`);
}

const seeded = [
  'accounts',
  'memberships',
  'meeting_chains',
  'meetings',
  'meeting_occurrences',
  'meeting_invitations',
  'occurrence_people',
  'admissions',
  'availability_blocks',
];

/** Drops what is no constraint; the statements that make them again. */
async function withoutIndexes(seeder: Seeder): Promise<string[]> {
  const found = (await seeder.query(
    `select indexrelid::regclass::text name, pg_get_indexdef(indexrelid) definition from pg_index
     where indrelid = any ($1::text[]::regclass[]) and not exists (select from pg_constraint c where c.conindid = indexrelid)`,
    [seeded.slice(2)],
  )) as { readonly rows: readonly { readonly name: string; readonly definition: string }[] };
  for (const { name } of found.rows) await seeder.query(`drop index ${name}`);
  return found.rows.map(({ definition }) => definition);
}

const personId = (number: string) => `'usr_' || md5($1 || (${number})::text)`;
const displayName = "'Colleague ' || lpad((n * 7919 % 10007)::text, 5, '0')";
const address = "'colleague.' || n || '.' || right($1, 8) || '@example.com'";
/** Ids grow with their number, as those of the product do. */
const uuidOf = (number: string, within: string, kind: number) =>
  `(lpad(to_hex(${number}), 8, '0') || '-' || lpad(to_hex(${within}), 4, '0') || '-7000-8000-00000000000' || ${kind})::uuid`;
const meetingId = (number: string) => uuidOf(number, '0', 1);
const numberOf = (id: string) => `('x' || left(${id}::text, 8))::bit(32)::integer`;

const accountsSql = `
  insert into accounts (id, email, email_fold, email_verified_at, display_name, locale, time_zone, status, created_at, updated_at, version)
  select ${personId('n')}, ${address}, ${address}, now(), ${displayName}, 'en', 'Europe/Berlin', 'active', now(), now(), 1
  from generate_series(1, $2::integer) n`;

const membershipsSql = `
  insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, email, joined_at, updated_at, version)
  select gen_random_uuid(), $1, ${personId('n')}, 'member', 'active', ${displayName}, ${displayName}, ${address},
         now() - n * interval '1 hour', now(), 1
  from generate_series(1, $2::integer) n`;

/** Letters that a join code may have, five for the number and five as chance would have them. */
const letters = (hex: string) => `translate(${hex}, '0123456789abcdef', 'bcdfghjkmnpqrstv')`;
const joinCodeOf = (number: string) =>
  `${letters(`lpad(to_hex(${number}), 5, '0')`)} || '-' || ${letters(`left(md5((${number})::text), 5)`)}`;
const chainsSql = `
  insert into meeting_chains (id, workspace_id, join_code)
  select ${uuidOf('n', '0', 0)}, $1, ${joinCodeOf('n')} from generate_series(1, $2::integer) n`;

const isSeries = 'n % 10 = 0';
const isRoom = 'n % 100 = 3';
/** Of the single meetings three of five are past, over two years; series began twelve weeks ago. */
const localStart = `date_trunc('day', now() at time zone 'UTC') + case when ${isSeries}
  then interval '-12 weeks' + (n * 7919::bigint % 672) * interval '15 minutes'
  else ((n * 7919::bigint % 57600) - 34560) * interval '15 minutes' end`;

const meetingsSql = `
  insert into meetings (id, workspace_id, chain_id, meeting_type, status, title, description, scheduled_start_at, local_start,
    duration_minutes, time_zone, settings, organizer_user_id, visibility, source, conference_provider, ical_uid, ical_sequence,
    tzdata_version, recurrence, portability, written_until, cancelled_at, created_at, updated_at, version)
  select ${meetingId('n')}, $1, ${uuidOf('n', '0', 0)},
         case when ${isSeries} then 'recurring' when ${isRoom} then 'personal_room' else 'scheduled' end,
         case when ${isSeries} then 'scheduled' when ${isRoom} then 'idle' when n % 20 = 11 then 'cancelled'
              when starts + interval '1 hour' < now() then 'ended' else 'scheduled' end,
         'Signing of deed ' || n, 'Please bring a valid identity document.', case when ${isRoom} then null else starts end,
         to_char(local, 'YYYY-MM-DD"T"HH24:MI:SS'), 60, 'Europe/Berlin', model.settings,
         case when ${isRoom} then ${personId('n / 100 + 1')} when n <= ${meetingsOfMeasured} and n % 2 = 0 then $2 else ${personId('n * 7919::bigint % $4::integer + 1')} end,
         case when n % 40 in (7, 20) then 'workspace' else 'private' end, 'app', model.conference_provider,
         ${meetingId('n')} || '@bench.example', 0, model.tzdata_version,
         case when ${isSeries} then '{"rrule": "FREQ=WEEKLY", "exdates": [], "rdates": []}'::jsonb end,
         case when ${isSeries} then 'full' end, case when ${isSeries} then now() + interval '560 days' end,
         case when n % 20 = 11 and not (${isRoom}) then starts - interval '2 days' end,
         now() - n * interval '1 minute', now(), 1
  from (select n, ${localStart} local, (${localStart}) at time zone 'Europe/Berlin' starts
        from generate_series(1, $3::integer) n) numbered,
       (select settings, conference_provider, tzdata_version from meetings where workspace_id = $1 and title = 'Model' limit 1) model`;

const occurrenceColumns = `id, workspace_id, meeting_id, chain_id, recurrence_id, recurrence_id_at, starts_at, ends_at, duration_minutes,
  local_start, status, started_at, ended_at, cancelled_at, created_at, updated_at, version`;
const singlesSql = `
  insert into meeting_occurrences (${occurrenceColumns})
  select ${uuidOf(numberOf('m.id'), '0', 2)}, $1, m.id, m.chain_id, null, null, starts, starts + interval '1 hour', 60, m.local_start,
         case when m.status = 'idle' then 'scheduled' else m.status end, case when m.status = 'ended' then starts end,
         case when m.status = 'ended' then starts + interval '50 minutes' end, m.cancelled_at, now(), now(), 1
  from meetings m cross join lateral (select coalesce(m.scheduled_start_at, now()) starts) at
  where m.workspace_id = $1 and m.id between ${meetingId('$2::integer')} and ${meetingId('$3::integer')} and m.recurrence is null`;
const seriesSql = `
  insert into meeting_occurrences (${occurrenceColumns})
  select ${uuidOf(numberOf('m.id'), 'w', 2)}, $1, m.id, m.chain_id, to_char(local, 'YYYY-MM-DD"T"HH24:MI:SS'), starts, starts,
         starts + interval '1 hour', 60, to_char(local, 'YYYY-MM-DD"T"HH24:MI:SS'),
         case when starts + interval '1 hour' > now() then 'scheduled' when w % 3 = 0 then 'missed' else 'ended' end,
         case when starts + interval '1 hour' <= now() and w % 3 > 0 then starts end,
         case when starts + interval '1 hour' <= now() and w % 3 > 0 then starts + interval '50 minutes' end, null, now(), now(), 1
  from meetings m cross join generate_series(0, $4::integer - 1) w
  cross join lateral (select m.local_start::timestamp + w * interval '1 week' local) walls
  cross join lateral (select local at time zone 'Europe/Berlin' starts) at
  where m.workspace_id = $1 and m.id between ${meetingId('$2::integer')} and ${meetingId('$3::integer')} and m.recurrence is not null`;

/** The organizer as 0, then members, then guests. */
const invitationsSql = `
  insert into meeting_invitations (id, workspace_id, meeting_id, kind, user_id, email, email_fold, display_name, role, admission_policy,
    required, status, token_hash, token_key_number, token_generation, delivery_status, created_at, updated_at, version)
  select ${uuidOf(numberOf('m.id'), 'k', 3)}, $1, m.id, case when k < $6::integer then 'member' else 'guest' end,
         case when k = 0 then m.organizer_user_id
              when k = 1 and ${numberOf('m.id')} <= ${meetingsOfMeasured} and m.organizer_user_id <> $2 then $2
              when k < $6::integer then ${personId(`(${numberOf('m.id')} * 7919::bigint + k * 1237) % $5::integer + 1`)} end,
         case when k < $6::integer then null else 'guest.' || ${numberOf('m.id')} || '.' || k || '@example.org' end,
         case when k < $6::integer then null else 'guest.' || ${numberOf('m.id')} || '.' || k || '@example.org' end,
         case when k < $6::integer then 'Colleague' else 'Guest ' || k end, case when k = 0 then 'host' else 'attendee' end, 'inherit', true,
         case when k = 0 then 'accepted' when k % 3 = 0 then 'pending' when k = 8 then 'declined' else 'accepted' end,
         md5('link ' || m.id || k) || md5('of ' || k || m.id), 1, 1, 'sent', now(), now(), 1
  from meetings m cross join generate_series(0, $6::integer * 2 - 1) k
  where m.workspace_id = $1 and m.id between ${meetingId('$3::integer')} and ${meetingId('$4::integer')}
    and (m.meeting_type <> 'personal_room' or k = 0)`;

const peopleSql = `
  insert into occurrence_people (occurrence_id, workspace_id, meeting_id, user_id, starts_at, ends_at)
  select o.id, $1, o.meeting_id, i.user_id, o.starts_at, o.ends_at
  from meetings m
  join meeting_occurrences o on o.meeting_id = m.id
  join meeting_invitations i on i.meeting_id = m.id and i.user_id is not null and i.status <> 'declined'
  where m.workspace_id = $1 and m.id between ${meetingId('$2::integer')} and ${meetingId('$3::integer')} and o.status <> 'cancelled'`;

const admissionsSql = `
  insert into admissions (id, workspace_id, meeting_id, session_id, person_key, identity, display_name, role, status, requested_at,
    decided_at, last_seen_at, created_at, updated_at, version)
  select gen_random_uuid(), $1, o.meeting_id, o.id, 'anonymous:' || k || o.id, 'anonymous', 'Guest', 'attendee', 'left', o.started_at,
         o.started_at, o.ended_at, o.started_at, o.ended_at, 1
  from meeting_occurrences o cross join generate_series(1, $4::integer) k
  where o.workspace_id = $1 and o.meeting_id between ${meetingId('$2::integer')} and ${meetingId('$3::integer')} and o.status = 'ended'`;

/** Everybody has working hours, and nine times in which they are busy. */
const blocksSql = `
  insert into availability_blocks (id, workspace_id, user_id, kind, time_zone, starts_at, ends_at, local_start, weekly, created_at)
  select gen_random_uuid(), $1, ${personId('n')}, case when k = 0 then 'working_hours' else 'busy' end, 'Europe/Berlin',
         case when k > 0 then starts end, case when k > 0 then starts + interval '1 hour' end,
         case when k > 0 then to_char(starts, 'YYYY-MM-DD"T"HH24:MI:SS') end,
         case when k = 0 then '[{"day":"MO","start":"08:00","end":"18:00"},{"day":"TU","start":"08:00","end":"18:00"},
           {"day":"WE","start":"08:00","end":"18:00"},{"day":"TH","start":"08:00","end":"18:00"},{"day":"FR","start":"08:00","end":"18:00"}]'::jsonb end, now()
  from generate_series(1, $2::integer) n cross join generate_series(0, 9) k
  cross join lateral (select date_trunc('day', now()) + ((n * 31 + k * 2741) % 8760) * interval '1 hour' starts) at`;
