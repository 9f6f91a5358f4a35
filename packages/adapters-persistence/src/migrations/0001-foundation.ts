import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Roles: what a transaction may touch at all. `chancery_gate` owns the definer functions, and nobody can log in as it. */
const rolesSql = `
do $$
declare role_name text;
begin
  foreach role_name in array array['chancery_app', 'chancery_identity', 'chancery_worker', 'chancery_gate'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin', role_name);
    end if;
    if not pg_has_role(current_user, role_name, 'member') then
      execute format('grant %I to current_user', role_name);
    end if;
    execute format('grant usage on schema public to %I', role_name);
  end loop;
exception when duplicate_object or unique_violation then null; -- another database of this server made them just now
end $$;
`;

/** Global tables have no tenant; only the identity role reaches them (PLT-11). */
const globalTables = `
create table accounts (
  id text primary key,
  email text,
  email_fold text,
  email_verified_at timestamptz,
  pending_email text,
  display_name text not null,
  avatar_url text,
  job_title text,
  locale text not null,
  time_zone text not null,
  status text not null check (status in ('active', 'suspended', 'deactivated')),
  device_epoch integer not null default 0,
  unverified_purge_at timestamptz,
  last_sign_in_at timestamptz,
  address_notice_at timestamptz,
  deactivated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create unique index accounts_owner_of_address on accounts (email_fold) where email_verified_at is not null and status <> 'deactivated';
create index accounts_claims_of_address on accounts (email_fold, created_at desc) where email_verified_at is null;

create table password_credentials (
  user_id text primary key references accounts (id),
  hash text not null,
  changed_at timestamptz not null,
  suspended_at timestamptz
);

create table sessions (
  id uuid primary key,
  user_id text not null references accounts (id),
  device_name text,
  user_agent text,
  ip_address text,
  auth_method text not null,
  authenticated_at timestamptz not null,
  second_factor_at timestamptz,
  second_factor_method text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The longest silence since the credential was last proven.
  longest_idle_seconds integer not null default 0,
  expires_at timestamptz not null,
  absolute_ends_at timestamptz not null,
  active_workspace_id text,
  generation integer not null,
  current_secret_hash text not null,
  previous_secret_hash text,
  rotated_at timestamptz,
  rotation_salt bytea,
  revoked_at timestamptz,
  revoke_reason text
);
create index sessions_live_of_user on sessions (user_id, last_seen_at desc) where revoked_at is null;

create table revoked_tokens (jti uuid primary key, expires_at timestamptz not null);

create table one_time_tokens (
  id uuid primary key,
  purpose text not null,
  user_id text not null references accounts (id),
  email text not null,
  token_hash text not null unique,
  sealed_token bytea,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz,
  created_at timestamptz not null
);
create index one_time_tokens_live on one_time_tokens (user_id, purpose) where used_at is null;

create table signing_keys (
  kid text primary key,
  alg text not null,
  status text not null check (status in ('next', 'active', 'retired')),
  private_sealed bytea not null,
  published_at timestamptz not null,
  activated_at timestamptz,
  retired_at timestamptz
);
create unique index signing_keys_one_active on signing_keys (status) where status = 'active';

create table password_attempts (
  bucket text not null,
  account_key text not null,
  failures integer not null,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  noticed_at timestamptz,
  primary key (bucket, account_key)
);

create table throttles (key varchar(255) primary key, points integer not null default 0, expire bigint);
`;

const tenantTables = `
create table workspaces (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo_url text,
  status text not null check (status in ('active', 'suspended', 'closing', 'closed')),
  plan_code text not null,
  plan_terms jsonb not null default '{}',
  closes_at timestamptz,
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);

create table memberships (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  user_id text not null references accounts (id),
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  status text not null check (status in ('active', 'suspended', 'removed')),
  display_name text not null,
  sort_name text not null,
  email text,
  -- Compared for equality alone: lower() would keep row-level security from using the index.
  email_fold text generated always as (lower(email)) stored,
  avatar_url text,
  joined_at timestamptz not null,
  updated_at timestamptz not null,
  invited_by_user_id text,
  suspended_at timestamptz,
  last_active_at timestamptz,
  has_second_factor boolean not null default false,
  -- Since when the workspace demands a second factor of this member (MFA-12); kept by triggers.
  second_factor_since timestamptz,
  second_factor_notice_at timestamptz,
  version integer not null
);
create unique index memberships_one_live on memberships (user_id, workspace_id) where status <> 'removed';
create index memberships_by_name on memberships (workspace_id, status, sort_name collate "und-x-icu", user_id);
create index memberships_by_address on memberships (workspace_id, email_fold) where status <> 'removed';
create index memberships_owners on memberships (workspace_id) where role = 'owner' and status = 'active';

create table projects (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  key text not null,
  name text not null,
  description text not null,
  priority text not null,
  status text not null,
  status_before_archive text,
  visibility text not null check (visibility in ('workspace', 'private')),
  color text not null,
  start_date date,
  target_date date,
  lead_user_id text,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  unique (workspace_id, key)
);
create index projects_visible on projects (workspace_id, visibility, updated_at desc, id desc) where archived_at is null;
create index projects_recent on projects (workspace_id, updated_at desc, id desc);

create table project_members (
  workspace_id text not null references workspaces (id),
  project_id uuid not null references projects (id),
  user_id text not null,
  role text not null check (role in ('lead', 'contributor', 'viewer')),
  added_at timestamptz not null,
  primary key (project_id, user_id)
);
create index project_members_of_user on project_members (workspace_id, user_id);

create table api_keys (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  key_prefix text not null,
  scopes text[] not null,
  acts_as_user_id text not null,
  rate_limit_per_minute integer not null,
  allowed_ip_ranges text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  created_by_user_id text not null,
  revoked_by_user_id text,
  revoked_at timestamptz,
  revoke_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create index api_keys_recent on api_keys (workspace_id, created_at desc, id desc);

create table api_key_secrets (
  key_prefix text primary key,
  workspace_id text not null references workspaces (id),
  api_key_id uuid not null references api_keys (id),
  secret_hash text not null,
  status text not null check (status in ('current', 'retiring')),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_key_secrets_of_key on api_key_secrets (api_key_id);

create table usage_counters (
  workspace_id text not null references workspaces (id),
  code text not null,
  period_start date not null,
  used bigint not null check (used >= 0),
  reserved bigint not null default 0 check (reserved >= 0),
  primary key (workspace_id, code, period_start)
);

create table meeting_chains (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  join_code text not null unique
);

create table meetings (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  chain_id uuid not null references meeting_chains (id),
  meeting_type text not null,
  status text not null,
  title text not null,
  description text not null,
  scheduled_start_at timestamptz,
  local_start text,
  duration_minutes integer not null,
  time_zone text not null,
  settings jsonb not null,
  organizer_user_id text not null,
  visibility text not null,
  source text not null,
  external_reference text,
  conference_provider text not null,
  ical_uid text not null,
  ical_sequence integer not null,
  tzdata_version text not null,
  cancelled_at timestamptz,
  cancel_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create index meetings_newest on meetings (workspace_id, created_at desc, id desc);
create index meetings_of_chain on meetings (chain_id);

create table meeting_occurrences (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  meeting_id uuid not null references meetings (id),
  chain_id uuid not null references meeting_chains (id),
  recurrence_id text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  local_start text not null,
  adjustment text,
  status text not null,
  version integer not null
);
create unique index meeting_occurrences_once on meeting_occurrences (meeting_id, (coalesce(recurrence_id, '')));
create index meeting_occurrences_ahead on meeting_occurrences (workspace_id, ends_at) where status in ('scheduled', 'live');

create table occurrence_people (
  occurrence_id uuid not null references meeting_occurrences (id),
  workspace_id text not null references workspaces (id),
  user_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (occurrence_id, user_id)
);
create index occurrence_people_agenda on occurrence_people (workspace_id, user_id, ends_at, occurrence_id);

create table meeting_invitations (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  meeting_id uuid not null references meetings (id),
  kind text not null check (kind in ('member', 'guest')),
  user_id text,
  email text,
  email_fold text,
  display_name text not null,
  role text not null,
  admission_policy text not null,
  required boolean not null,
  status text not null,
  token_hash text not null unique,
  token_key_number integer not null,
  token_generation integer not null,
  delivery_status text not null,
  last_sent_at timestamptz,
  last_sequence integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create unique index meeting_invitations_one_per_address on meeting_invitations (meeting_id, email_fold) where status <> 'revoked' and email_fold is not null;
create unique index meeting_invitations_one_per_member on meeting_invitations (meeting_id, user_id) where status <> 'revoked' and user_id is not null;
create index meeting_invitations_of_user on meeting_invitations (workspace_id, user_id, meeting_id);
`;

/** Jobs and stored outcomes, which are written in the transaction of the change. */
const outboxTables = `
create table jobs (
  id uuid primary key,
  workspace_id text,
  queue text not null,
  topic text not null,
  payload jsonb not null,
  status text not null check (status in ('pending', 'running', 'retrying', 'succeeded', 'dead', 'acknowledged', 'cancelled')),
  attempts integer not null,
  max_attempts integer not null,
  available_at timestamptz not null,
  lease_expires_at timestamptz,
  ordering_key text,
  last_error_code text,
  last_error_message text,
  started_at timestamptz,
  finished_at timestamptz,
  dead_at timestamptz,
  replay_count integer not null default 0,
  acknowledged_by_user_id text,
  acknowledged_at timestamptz,
  acknowledgement_reason text,
  correlation_id uuid not null,
  created_at timestamptz not null
);
create index jobs_due on jobs (queue, available_at, id) where status in ('pending', 'retrying');
create index jobs_leased on jobs (lease_expires_at) where status = 'running';
create index jobs_of_workspace on jobs (workspace_id, status, created_at desc);
create index jobs_ordered on jobs (ordering_key, id) where ordering_key is not null and status in ('pending', 'running', 'retrying');

create table schedule_ticks (topic text primary key, last_tick timestamptz not null);

create table inbox (handler text not null, job_id uuid not null, ran_at timestamptz not null default now(), primary key (handler, job_id));

create table idempotency (
  key_hash text primary key,
  fingerprint text not null,
  failed boolean not null,
  body text not null,
  sealed boolean not null,
  expires_at timestamptz not null
);
create index idempotency_expiry on idempotency (expires_at);
`;

const tenantOnly = [
  'memberships',
  'projects',
  'project_members',
  'api_keys',
  'api_key_secrets',
  'usage_counters',
  'meeting_chains',
  'meetings',
  'meeting_occurrences',
  'occurrence_people',
  'meeting_invitations',
];

const bound = "workspace_id = current_setting('app.workspace', true)";
const policies = [
  ...tenantOnly.map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;`,
  ),
  `alter table workspaces enable row level security;
   alter table workspaces force row level security;
   create policy tenant on workspaces to chancery_app, chancery_identity using (id = current_setting('app.workspace', true)) with check (id = current_setting('app.workspace', true));
   grant select, insert, update on workspaces to chancery_app, chancery_identity;`,
  `alter table jobs enable row level security;
   alter table jobs force row level security;
   create policy tenant on jobs to chancery_app, chancery_identity using (${bound}) with check (workspace_id is null or ${bound});
   create policy worker on jobs to chancery_worker using (true) with check (true);
   grant select, insert, update on jobs to chancery_app, chancery_identity;
   grant select, insert, update, delete on jobs to chancery_worker;`,
  'grant select, insert, update on schedule_ticks to chancery_worker;',
  'grant select, insert, delete on inbox to chancery_app, chancery_identity, chancery_worker;',
  'grant select, insert, update, delete on idempotency to chancery_app, chancery_identity, chancery_worker;',
  'grant select, insert, update, delete on accounts, password_credentials, sessions, revoked_tokens, one_time_tokens, password_attempts, signing_keys, throttles to chancery_identity;',
].join('\n');

/** Look-ups that run before the workspace is known. Each returns a single row, found by its key alone. */
const gateFunctions = `
grant select on accounts, sessions, revoked_tokens, workspaces, memberships, api_keys, api_key_secrets, meeting_chains to chancery_gate;
grant update on memberships to chancery_gate;
grant update (last_used_at, last_used_ip) on api_keys to chancery_gate;
grant update (last_used_at) on api_key_secrets to chancery_gate;
${['workspaces', 'memberships', 'api_keys', 'api_key_secrets', 'meeting_chains'].map((table) => `create policy gate on ${table} to chancery_gate using (true) with check (true);`).join('\n')}

-- In plpgsql, because a plan is then kept for the connection: as plain SQL each of these was planned anew at every request,
-- which cost more than all else of a read.
create function chancery_session(session uuid, token uuid, workspace text) returns table (
  user_id text, display_name text, locale text, time_zone text, account_status text, email_verified boolean, auth_method text,
  authenticated_at timestamptz, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, revoked_at timestamptz,
  token_revoked boolean, workspace_id text, workspace_status text, plan_code text, plan_terms jsonb, settings jsonb, role text, member_status text,
  second_factor_at timestamptz, has_second_factor boolean, second_factor_since timestamptz, longest_idle_seconds integer
) language plpgsql stable security definer set search_path = pg_catalog, public rows 1 as $$
#variable_conflict use_column
begin
  return query
  select s.user_id, a.display_name, a.locale, a.time_zone, a.status, a.email_verified_at is not null, s.auth_method,
         s.authenticated_at, s.created_at, s.last_seen_at, s.expires_at, s.revoked_at,
         exists (select from revoked_tokens r where r.jti = token), w.id, w.status, w.plan_code, w.plan_terms, w.settings, m.role, m.status,
         s.second_factor_at, m.has_second_factor, m.second_factor_since, s.longest_idle_seconds
  from sessions s
  join accounts a on a.id = s.user_id
  left join memberships m on m.user_id = s.user_id and m.workspace_id = workspace and m.status <> 'removed'
  left join workspaces w on w.id = m.workspace_id and w.status <> 'closed'
  where s.id = session;
end $$;

create function chancery_api_key(prefix text) returns table (
  api_key_id uuid, name text, scopes text[], rate_limit_per_minute integer, allowed_ip_ranges text[], acts_as_user_id text,
  acts_as_email_verified boolean, expires_at timestamptz, revoked_at timestamptz, secret_hash text, secret_expires_at timestamptz,
  workspace_id text, workspace_status text, plan_code text, plan_terms jsonb, settings jsonb
) language plpgsql stable security definer set search_path = pg_catalog, public rows 1 as $$
#variable_conflict use_column
begin
  return query
  select k.id, k.name, k.scopes, k.rate_limit_per_minute, k.allowed_ip_ranges, k.acts_as_user_id,
         a.email_verified_at is not null, k.expires_at, k.revoked_at, s.secret_hash, s.expires_at,
         w.id, w.status, w.plan_code, w.plan_terms, w.settings
  from api_key_secrets s
  join api_keys k on k.id = s.api_key_id
  join workspaces w on w.id = k.workspace_id
  join accounts a on a.id = k.acts_as_user_id
  where s.key_prefix = prefix;
end $$;

create function chancery_workspaces_of(person text) returns table (
  id text, name text, slug text, logo_url text, status text, role text, member_status text, joined_at timestamptz
) language plpgsql stable security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  return query
  select w.id, w.name, w.slug, w.logo_url, w.status, m.role, m.status, m.joined_at
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.user_id = person and m.status <> 'removed' and w.status <> 'closed'
  order by m.last_active_at desc nulls last, m.joined_at desc, w.id;
end $$;

-- The longest-standing owner but this person who can act: membership and account are active. In the unit's workspace.
create function chancery_owner_besides(person text) returns text
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.user_id
  from memberships m join accounts a on a.id = m.user_id
  where m.workspace_id = current_setting('app.workspace', true) and m.role = 'owner' and m.status = 'active'
    and a.status = 'active' and m.user_id <> person
  order by m.joined_at, m.user_id
  limit 1
$$;

create function chancery_join_code(code text) returns table (workspace_id text)
language plpgsql stable security definer set search_path = pg_catalog, public rows 1 as $$
#variable_conflict use_column
begin
  return query
  select c.workspace_id from meeting_chains c join workspaces w on w.id = c.workspace_id where c.join_code = code and w.status <> 'closed';
end $$;

create function chancery_slug_taken(candidate text) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from workspaces where slug = candidate)
$$;

-- Keys are locked in one order, and before their secrets, as a change of a key does: nobody's request meets a deadlock.
create function chancery_note_api_key_uses(uses jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from api_keys where id in (select (u->>'apiKeyId')::uuid from jsonb_array_elements(uses) u) order by id for no key update;
  update api_keys k set last_used_at = u.at, last_used_ip = u.address
  from (select distinct on ("apiKeyId") "apiKeyId", at, address
        from jsonb_to_recordset(uses) as r("apiKeyId" uuid, at timestamptz, address text) order by "apiKeyId", at desc) u
  where k.id = u."apiKeyId" and (k.last_used_at is null or k.last_used_at < u.at);
  update api_key_secrets s set last_used_at = u.at
  from (select "keyPrefix", max(at) at from jsonb_to_recordset(uses) as r("keyPrefix" text, at timestamptz) group by "keyPrefix") u
  where s.key_prefix = u."keyPrefix" and (s.last_used_at is null or s.last_used_at < u.at);
end $$;

create function chancery_copy_profile() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update memberships set display_name = new.display_name, sort_name = normalize(new.display_name, nfc), avatar_url = new.avatar_url,
         email = case when new.email_verified_at is null then null else new.email end, updated_at = new.updated_at
  where user_id = new.id and status <> 'removed';
  return null;
end $$;
create trigger accounts_copy_profile after update of display_name, avatar_url, email, email_verified_at on accounts
  for each row execute function chancery_copy_profile();

grant create on schema public to chancery_gate;
alter function chancery_session(uuid, uuid, text) owner to chancery_gate;
alter function chancery_api_key(text) owner to chancery_gate;
alter function chancery_workspaces_of(text) owner to chancery_gate;
alter function chancery_slug_taken(text) owner to chancery_gate;
alter function chancery_join_code(text) owner to chancery_gate;
alter function chancery_owner_besides(text) owner to chancery_gate;
revoke execute on function chancery_owner_besides(text) from public;
grant execute on function chancery_owner_besides(text) to chancery_app, chancery_identity;
alter function chancery_copy_profile() owner to chancery_gate;
alter function chancery_note_api_key_uses(jsonb) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_session(uuid, uuid, text), chancery_api_key(text), chancery_workspaces_of(text), chancery_slug_taken(text), chancery_join_code(text) from public;
grant execute on function chancery_join_code(text) to chancery_app;
revoke execute on function chancery_note_api_key_uses(jsonb) from public;
grant execute on function chancery_note_api_key_uses(jsonb) to chancery_worker;
grant execute on function chancery_session(uuid, uuid, text), chancery_api_key(text) to chancery_app, chancery_identity, chancery_worker;
grant execute on function chancery_workspaces_of(text), chancery_slug_taken(text) to chancery_identity;
`;

export class Foundation0001 implements MigrationInterface {
  readonly name = 'Foundation1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [rolesSql, globalTables, tenantTables, outboxTables, policies, gateFunctions])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_owner_besides(text), chancery_session(uuid, uuid, text), chancery_api_key(text), chancery_workspaces_of(text), chancery_slug_taken(text), chancery_join_code(text);
      drop table idempotency, inbox, jobs, ${[...tenantOnly].reverse().join(', ')}, workspaces, throttles, password_attempts, signing_keys, one_time_tokens,
        revoked_tokens, sessions, password_credentials, accounts cascade;
      drop function chancery_copy_profile(), chancery_note_api_key_uses(jsonb);`);
  }
}
