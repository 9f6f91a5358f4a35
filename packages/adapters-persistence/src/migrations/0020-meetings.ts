import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a meeting needs beyond a single scheduled session. */
const grown = `
alter table meetings
  -- {rrule, exdates, rdates}; null for a meeting without a rule
  add column recurrence jsonb,
  -- A start set by instant in the second reading of a repeated hour is 'second'.
  add column start_reading text not null default 'first' check (start_reading in ('first', 'second')),
  -- Of a finite series, with what a cancellation took out; null while it has no end.
  add column occurrence_count integer,
  add column series_ends_at timestamptz,
  add column portability text check (portability in ('full', 'partial')),
  -- Occurrences that start by then are rows; null where all are.
  add column written_until timestamptz,
  add column webinar jsonb,
  add column passcode_hash text,
  add column template_id uuid,
  add column split_from_meeting_id uuid,
  -- SEQUENCE of the last change of time: replies to an older one are stale.
  add column time_sequence integer not null default 0,
  -- When the first answer came that the organizer was not yet told of.
  add column responses_since timestamptz;
create unique index meetings_by_uid on meetings (ical_uid);
create index meetings_live on meetings (workspace_id, status) where status = 'live';
create unique index meetings_one_personal_room on meetings (workspace_id, organizer_user_id) where meeting_type = 'personal_room';
create index meetings_for_everybody on meetings (workspace_id, status, id) where visibility = 'workspace';
create index meetings_by_status on meetings (workspace_id, status, id);
create index meetings_of_organizer on meetings (workspace_id, organizer_user_id, id);
create index meetings_cancelled on meetings (workspace_id, cancelled_at desc, id desc) where status = 'cancelled';
create index meetings_to_write on meetings (written_until) where written_until is not null and status in ('scheduled', 'live', 'ended');
create index meetings_of_release on meetings (tzdata_version) where status in ('scheduled', 'live');

alter table meeting_occurrences
  add column recurrence_id_at timestamptz,
  add column duration_minutes integer not null default 60,
  add column start_reading text not null default 'first' check (start_reading in ('first', 'second')),
  -- Its own text; null where the meeting's holds.
  add column title text,
  add column description text,
  add column own_start boolean not null default false,
  add column own_duration boolean not null default false,
  add column started_at timestamptz,
  add column ended_at timestamptz,
  add column started_by_user_id text,
  add column ended_by_user_id text,
  add column end_reason text check (end_reason in ('host_ended', 'empty', 'max_duration', 'cancelled', 'provider')),
  add column cancelled_at timestamptz,
  add column cancel_reason text,
  -- People admitted and present now, and the most at once.
  add column participant_count integer not null default 0,
  add column peak_participants integer not null default 0,
  -- Since when a live session has nobody in it; null while somebody is.
  add column empty_since timestamptz,
  -- What the plan allowed when it started.
  add column plan_participants integer,
  add column plan_minutes integer,
  -- What the media server calls it, once it has started.
  add column room_name text,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
alter table meeting_occurrences alter column duration_minutes drop default, alter column created_at drop default, alter column updated_at drop default;
-- A personal room's sessions have no recurrence id, and are many.
drop index meeting_occurrences_once;
create unique index meeting_occurrences_once on meeting_occurrences (meeting_id, recurrence_id) where recurrence_id is not null;
create index meeting_occurrences_of_meeting on meeting_occurrences (meeting_id, starts_at, id);
create index meeting_occurrences_to_close on meeting_occurrences (ends_at) where status = 'scheduled';
create index meeting_occurrences_running on meeting_occurrences (started_at) where status = 'live';
create unique index meeting_occurrences_of_room on meeting_occurrences (room_name) where room_name is not null;
create unique index meeting_occurrences_one_live on meeting_occurrences (chain_id) where status = 'live';

alter table occurrence_people
  add column meeting_id uuid not null references meetings (id),
  drop constraint occurrence_people_occurrence_id_fkey,
  add foreign key (occurrence_id) references meeting_occurrences (id) on delete cascade;
create index occurrence_people_of_meeting on occurrence_people (meeting_id, user_id);

alter table meeting_invitations
  add column responded_at timestamptz,
  add column response_comment text,
  add column response_via text check (response_via in ('link', 'app', 'itip', 'host')),
  add column proposed_start_at timestamptz,
  -- DTSTAMP of the last calendar reply that was taken.
  add column last_reply_at timestamptz,
  -- Digests of links that a resending replaced: they are told from links that never were.
  add column replaced_token_hashes text[] not null default '{}',
  add column first_message_id text,
  add column resent_at timestamptz;
create index meeting_invitations_by_status on meeting_invitations (meeting_id, status);
create index meeting_invitations_replaced on meeting_invitations using gin (replaced_token_hashes);
`;

const people = `
create table occurrence_responses (
  invitation_id uuid not null references meeting_invitations (id),
  occurrence_id uuid not null references meeting_occurrences (id) on delete cascade,
  workspace_id text not null references workspaces (id),
  meeting_id uuid not null references meetings (id),
  status text not null check (status in ('pending', 'accepted', 'tentative', 'declined')),
  responded_at timestamptz not null,
  comment text,
  primary key (invitation_id, occurrence_id)
);
create index occurrence_responses_of_meeting on occurrence_responses (meeting_id, occurrence_id);

create table admissions (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  meeting_id uuid not null references meetings (id),
  session_id uuid not null references meeting_occurrences (id) on delete cascade,
  -- user:…, invitation:…, registration:… or anonymous:<own id>
  person_key text not null,
  identity text not null check (identity in ('member', 'invitation', 'registration', 'anonymous')),
  user_id text,
  invitation_id uuid references meeting_invitations (id),
  registration_id uuid,
  display_name text not null,
  role text not null check (role in ('host', 'co_host', 'presenter', 'attendee')),
  status text not null check (status in ('waiting_for_host', 'waiting', 'admitted', 'denied', 'removed', 'left', 'expired')),
  wait_reason text check (wait_reason in ('not_started', 'policy', 'invitation_policy', 'removed_before', 'full')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by_user_id text,
  last_seen_at timestamptz not null,
  denial_count integer not null default 0,
  -- Removed or denied, and not let in again by a host since.
  barred boolean not null default false,
  first_token_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create unique index admissions_one_per_person on admissions (session_id, person_key);
create index admissions_line on admissions (session_id, status, requested_at, id);
create index admissions_silent on admissions (last_seen_at) where status in ('waiting', 'waiting_for_host', 'admitted');
create index admissions_of_invitation on admissions (invitation_id) where invitation_id is not null;

-- Each device of a person holds a token of its own; with the embedded provider its signs of life are the presence.
create table admission_devices (
  token_hash text primary key,
  id uuid not null unique,
  workspace_id text not null references workspaces (id),
  session_id uuid not null references meeting_occurrences (id) on delete cascade,
  admission_id uuid not null references admissions (id) on delete cascade,
  -- Raised when the device comes back after it was given up.
  connection integer not null default 1,
  joined_at timestamptz,
  left_at timestamptz,
  last_seen_at timestamptz not null
);
create index admission_devices_of_admission on admission_devices (admission_id);
create index admission_devices_present on admission_devices (session_id) where joined_at is not null and left_at is null;
create index admission_devices_silent on admission_devices (last_seen_at) where joined_at is not null and left_at is null;

-- A try stands before the passcode is examined; a right one is struck out.
create table passcode_tries (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  chain_id uuid not null references meeting_chains (id),
  network text not null,
  outcome text not null check (outcome in ('open', 'wrong')),
  tried_at timestamptz not null
);
create index passcode_tries_of_network on passcode_tries (chain_id, network, tried_at);
create index passcode_tries_of_code on passcode_tries (chain_id, tried_at) where outcome = 'wrong';
create index passcode_tries_age on passcode_tries (tried_at);

create table attendance_facts (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  session_id uuid not null references meeting_occurrences (id),
  admission_id uuid not null,
  connection text not null,
  source text not null check (source in ('embedded', 'livekit', 'jitsi')),
  event_key text not null,
  joined_at timestamptz,
  left_at timestamptz,
  left_reason text check (left_reason in ('left', 'lost', 'removed', 'ended')),
  -- The people of a snapshot, by which a missing leave is noticed; null for a fact of one person.
  snapshot jsonb,
  received_at timestamptz not null
);
create unique index attendance_facts_once on attendance_facts (source, event_key);
create index attendance_facts_of_admission on attendance_facts (session_id, admission_id);
create index attendance_facts_age on attendance_facts (received_at);

create table attendance (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  meeting_id uuid not null references meetings (id),
  session_id uuid not null references meeting_occurrences (id),
  person_key text not null,
  user_id text,
  invitation_id uuid,
  registration_id uuid,
  display_name text not null,
  email text,
  role text not null,
  first_joined_at timestamptz not null,
  last_left_at timestamptz,
  duration_seconds integer not null,
  intervals jsonb not null,
  present boolean not null,
  unique (session_id, person_key)
);
create index attendance_of_session on attendance (session_id, first_joined_at, id);

create table webinar_registrations (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  -- The chain: registrations hold for both halves of a split.
  chain_id uuid not null references meeting_chains (id),
  meeting_id uuid not null references meetings (id),
  email text,
  email_fold text,
  display_name text not null,
  answers jsonb not null,
  status text not null check (status in ('pending', 'approved', 'waitlisted', 'declined', 'cancelled')),
  was_approved boolean not null default false,
  time_zone text,
  token_hash text not null unique,
  token_key_number integer not null,
  token_generation integer not null,
  waitlisted_at timestamptz,
  mailed_at timestamptz,
  decided_at timestamptz,
  decided_by_user_id text,
  decision_reason text,
  delivery_status text not null,
  last_sent_at timestamptz,
  last_sequence integer,
  first_message_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create unique index webinar_registrations_one_per_address on webinar_registrations (chain_id, email_fold)
  where status in ('pending', 'approved', 'waitlisted') and email_fold is not null;
create index webinar_registrations_of_chain on webinar_registrations (chain_id, status, created_at, id);
create index webinar_registrations_line on webinar_registrations (chain_id, waitlisted_at, id) where status = 'waitlisted';

-- Places taken: raised by compare-and-set against the capacity, so that parallel registrations never pass it.
create table webinar_counters (
  chain_id uuid primary key references meeting_chains (id),
  workspace_id text not null references workspaces (id),
  approved integer not null default 0 check (approved >= 0)
);
`;

const plans = `
create table meeting_reminders (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  meeting_id uuid not null references meetings (id),
  occurrence_id uuid not null references meeting_occurrences (id) on delete cascade,
  kind text not null check (kind in ('automatic', 'manual')),
  audience text not null check (audience in ('all', 'not_responded', 'accepted')),
  offset_minutes integer,
  message text,
  due_at timestamptz not null,
  status text not null check (status in ('queued', 'sent', 'expired', 'cancelled')),
  recipient_count integer not null default 0,
  created_by_user_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index meeting_reminders_due on meeting_reminders (due_at) where status = 'queued';
create unique index meeting_reminders_once on meeting_reminders (occurrence_id, kind, offset_minutes) where kind = 'automatic' and status in ('queued', 'sent');
create index meeting_reminders_of_meeting on meeting_reminders (meeting_id, occurrence_id);

create table availability_blocks (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  user_id text not null,
  kind text not null check (kind in ('time_off', 'busy', 'working_hours')),
  title text,
  time_zone text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  local_start text,
  all_day boolean not null default false,
  rrule text,
  -- Of a repeated block: the end of its last time; null without end.
  repeats_until timestamptz,
  weekly jsonb,
  effective_from date,
  effective_until date,
  created_at timestamptz not null
);
create index availability_blocks_of_person on availability_blocks (workspace_id, user_id, starts_at);
create index availability_blocks_hours on availability_blocks (workspace_id, user_id) where kind = 'working_hours';

create table meeting_templates (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  owner_user_id text not null,
  scope text not null check (scope in ('personal', 'workspace')),
  name text not null,
  name_fold text not null,
  title text not null,
  description text not null,
  duration_minutes integer not null,
  recurrence_rule text,
  settings jsonb not null,
  webinar jsonb,
  invitees jsonb not null,
  status text not null check (status in ('active', 'archived')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create unique index meeting_templates_own_names on meeting_templates (workspace_id, owner_user_id, name_fold) where status = 'active' and scope = 'personal';
create unique index meeting_templates_shared_names on meeting_templates (workspace_id, name_fold) where status = 'active' and scope = 'workspace';
create index meeting_templates_of_owner on meeting_templates (workspace_id, owner_user_id, status);

create table calendar_feeds (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  owner_user_id text not null,
  name text not null,
  scope text not null check (scope in ('mine', 'workspace')),
  token_hash text not null unique,
  status text not null check (status in ('active', 'revoked')),
  last_read_at timestamptz,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index calendar_feeds_of_owner on calendar_feeds (workspace_id, owner_user_id, status);
`;

const added = [
  'occurrence_responses',
  'admissions',
  'admission_devices',
  'passcode_tries',
  'attendance_facts',
  'attendance',
  'webinar_registrations',
  'webinar_counters',
  'meeting_reminders',
  'availability_blocks',
  'meeting_templates',
  'calendar_feeds',
];
const bound = "workspace_id = current_setting('app.workspace', true)";
const policies = added
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    create policy gate on ${table} to chancery_gate using (true) with check (true);
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;`,
  )
  .join('\n');

/** Links are looked up before a workspace is known: each function returns where the thing is, and nothing of its content. */
const links: readonly (readonly [name: string, table: string, condition: string])[] = [
  [
    'chancery_meeting_invitation_of_token',
    'meeting_invitations',
    't.token_hash = hash or t.replaced_token_hashes @> array[hash]',
  ],
  ['chancery_admission_of_token', 'admission_devices', 't.token_hash = hash'],
  ['chancery_session_of_room', 'meeting_occurrences', 't.room_name = hash'],
  ['chancery_registration_of_token', 'webinar_registrations', 't.token_hash = hash'],
  ['chancery_meeting_of_uid', 'meetings', 't.ical_uid = hash'],
  ['chancery_calendar_feed_of_token', 'calendar_feeds', 't.token_hash = hash'],
];
const linkFunctions = links
  .map(
    ([name, table, condition]) => `
create function ${name}(hash text) returns table (id uuid, workspace_id text)
language plpgsql stable security definer set search_path = pg_catalog, public rows 1 as $$
#variable_conflict use_column
begin
  return query select t.id, t.workspace_id from ${table} t join workspaces w on w.id = t.workspace_id and w.status <> 'closed' where ${condition} limit 1;
end $$;
alter function ${name}(text) owner to chancery_gate;
revoke execute on function ${name}(text) from public;
grant execute on function ${name}(text) to chancery_app, chancery_identity;`,
  )
  .join('\n');

/** In which workspaces which background work is due; the work then enters each of them. */
const sweeps: readonly (readonly [name: string, parameters: string, query: string])[] = [
  [
    'chancery_meetings_to_write',
    'moment timestamptz',
    "select distinct m.workspace_id from meetings m where m.written_until < moment and m.status in ('scheduled', 'live', 'ended')",
  ],
  [
    'chancery_meetings_of_other_release',
    'release text',
    "select distinct m.workspace_id from meetings m where m.tzdata_version <> release and m.status in ('scheduled', 'live')",
  ],
  [
    'chancery_occurrences_to_close',
    'moment timestamptz',
    `select distinct o.workspace_id from meeting_occurrences o
     where o.status = 'live' or (o.status = 'scheduled' and o.ends_at < moment - interval '60 minutes')`,
  ],
  [
    'chancery_admissions_silent',
    'moment timestamptz',
    `select distinct a.workspace_id from admissions a where a.last_seen_at < moment and a.status in ('waiting', 'waiting_for_host', 'admitted')
     union select distinct d.workspace_id from admission_devices d where d.last_seen_at < moment and d.joined_at is not null and d.left_at is null`,
  ],
  [
    'chancery_reminders_due',
    'moment timestamptz',
    "select distinct r.workspace_id from meeting_reminders r where r.status = 'queued' and r.due_at <= moment",
  ],
  [
    'chancery_waitlists',
    'moment timestamptz',
    "select distinct r.workspace_id from webinar_registrations r where r.status = 'waitlisted' and r.waitlisted_at <= moment",
  ],
  [
    'chancery_meeting_workspaces',
    'moment timestamptz',
    'select distinct m.workspace_id from meetings m where m.created_at <= moment',
  ],
];
const sweepFunctions = sweeps
  .map(
    ([name, parameters, query]) => `
create function ${name}(${parameters}) returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select due.workspace_id from (${query}) due join workspaces w on w.id = due.workspace_id and w.status <> 'closed' order by 1
$$;
alter function ${name} owner to chancery_gate;
revoke execute on function ${name} from public;
grant execute on function ${name} to chancery_identity;`,
  )
  .join('\n');

const gate = `
grant select on meetings, meeting_occurrences, meeting_invitations, admissions, admission_devices, webinar_registrations, meeting_reminders, calendar_feeds to chancery_gate;
create policy gate on meetings to chancery_gate using (true) with check (true);
create policy gate on meeting_occurrences to chancery_gate using (true) with check (true);
create policy gate on meeting_invitations to chancery_gate using (true) with check (true);
grant create on schema public to chancery_gate;
${linkFunctions}
${sweepFunctions}
revoke create on schema public from chancery_gate;
`;

/** The activity of a meeting is read from the ledger, whose events carry the meeting among their facts. */
const activity = `
create function meeting_of_event(payload bytea) returns text language sql immutable parallel safe as $$
  select convert_from(payload, 'UTF8')::jsonb #>> '{facts,meetingId}'
$$;
create index audit_event_meeting on audit_event (ledger_id, meeting_of_event(payload), occurred_at desc, seq desc)
  where target_kind in ('meeting', 'occurrence', 'meeting_invitation', 'admission', 'registration', 'reminder');
`;

/** Series, answers, the room and its waiting room, webinars, availability, templates, reminders and feeds. */
export class Meetings0020 implements MigrationInterface {
  readonly name = 'Meetings1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [grown, people, plans, policies, gate, activity]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const functions = [...links.map(([name]) => `${name}(text)`), ...sweeps.map(([name]) => name)];
    await runner.query(`
      drop index audit_event_meeting;
      drop function meeting_of_event(bytea);
      drop function ${functions.join(', ')};
      drop policy gate on meetings;
      drop policy gate on meeting_occurrences;
      drop policy gate on meeting_invitations;
      drop table ${[...added].reverse().join(', ')};
      drop index meetings_live, meetings_one_personal_room, meetings_for_everybody, meetings_by_status, meetings_of_organizer, meetings_cancelled,
        meetings_to_write, meetings_of_release, meeting_occurrences_once, meeting_occurrences_of_meeting,
        meeting_occurrences_to_close, meeting_occurrences_running, meeting_occurrences_one_live, occurrence_people_of_meeting,
        meeting_invitations_by_status, meeting_invitations_replaced;
      create unique index meeting_occurrences_once on meeting_occurrences (meeting_id, (coalesce(recurrence_id, '')));
      alter table occurrence_people drop column meeting_id;
      alter table meeting_invitations drop column responded_at, drop column response_comment, drop column response_via,
        drop column proposed_start_at, drop column last_reply_at, drop column replaced_token_hashes, drop column first_message_id,
        drop column resent_at;
      alter table meeting_occurrences drop column recurrence_id_at, drop column duration_minutes, drop column start_reading,
        drop column title, drop column description, drop column own_start, drop column own_duration, drop column started_at,
        drop column ended_at, drop column started_by_user_id, drop column ended_by_user_id, drop column end_reason,
        drop column cancelled_at, drop column cancel_reason, drop column participant_count, drop column peak_participants,
        drop column empty_since, drop column plan_participants, drop column plan_minutes, drop column room_name, drop column created_at, drop column updated_at;
      alter table meetings drop column recurrence, drop column start_reading, drop column occurrence_count, drop column series_ends_at, drop column portability,
        drop column written_until, drop column webinar, drop column passcode_hash, drop column template_id,
        drop column split_from_meeting_id, drop column time_sequence, drop column responses_since;`);
  }
}
