import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors belong to accounts, so their tables are global and only the identity role reaches them (PLT-11). */
const tables = `
create table factors (
  id uuid primary key,
  user_id text not null references accounts (id),
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  status text not null check (status in ('pending', 'active')),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Of a pending one.
  expires_at timestamptz,
  secret_sealed bytea,
  last_step integer,
  credential_id text unique,
  public_key bytea,
  -- An unsigned 32-bit counter, in a type that the driver reads as a number.
  sign_count double precision,
  transports text[],
  aaguid text,
  backed_up boolean
);
create index factors_of_user on factors (user_id, status);
create index factors_pending on factors (expires_at) where status = 'pending';

create table recovery_codes (
  user_id text not null references accounts (id),
  code_hash text not null,
  generated_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table auth_challenges (
  id uuid primary key,
  token_hash text not null unique,
  user_id text not null references accounts (id),
  method text not null,
  device bytea,
  device_epoch integer not null,
  device_name text,
  -- Where the person wishes to be active; no tenant of this row.
  wished_workspace text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index auth_challenges_expiry on auth_challenges (expires_at);
create index auth_challenges_of_user on auth_challenges (user_id);

create table webauthn_ceremonies (
  id uuid primary key,
  user_id text references accounts (id),
  purpose text not null check (purpose in ('register', 'assert')),
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index webauthn_ceremonies_expiry on webauthn_ceremonies (expires_at);
create index webauthn_ceremonies_of_user on webauthn_ceremonies (user_id);

create table factor_attempts (
  user_id text primary key references accounts (id),
  failures integer not null,
  window_started_at timestamptz not null,
  wrong_codes_in_row integer not null,
  last_failed_at timestamptz not null,
  noticed_at timestamptz
);

create table factor_resets (
  id uuid primary key,
  user_id text not null references accounts (id),
  requested_by_user_id text not null references accounts (id),
  reason text not null,
  status text not null check (status in ('pending', 'done', 'cancelled')),
  requested_at timestamptz not null,
  effective_at timestamptz not null,
  cancelled_at timestamptz,
  cancelled_by_user_id text
);
create unique index factor_resets_one_pending on factor_resets (user_id) where status = 'pending';
create index factor_resets_of_user on factor_resets (user_id, requested_at desc);

grant select, insert, update, delete on factors, recovery_codes, auth_challenges, webauthn_ceremonies, factor_attempts, factor_resets to chancery_identity;
grant select on factors to chancery_gate;
`;

/** The membership holds what a request must know about second factors, so that the session look-up needs no further table. */
const standing = `
create function chancery_demand_second_factor() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from workspaces where id = new.workspace_id and settings->'secondFactorRoles' ? new.role) then
    new.second_factor_since := coalesce(new.second_factor_since, new.updated_at);
  else
    new.second_factor_since := null;
    new.second_factor_notice_at := null;
  end if;
  if tg_op = 'INSERT' then
    new.has_second_factor := exists (select from factors where user_id = new.user_id and status = 'active');
  end if;
  return new;
end $$;
create trigger memberships_demand_second_factor before insert or update of role on memberships
  for each row execute function chancery_demand_second_factor();

create function chancery_demand_second_factors() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update memberships
  set second_factor_since = case when new.settings->'secondFactorRoles' ? role then new.updated_at end, second_factor_notice_at = null
  where workspace_id = new.id and status <> 'removed'
    and (second_factor_since is not null) <> coalesce(new.settings->'secondFactorRoles' ? role, false);
  return null;
end $$;
create trigger workspaces_demand_second_factors after update of settings on workspaces for each row
  when (old.settings->'secondFactorRoles' is distinct from new.settings->'secondFactorRoles')
  execute function chancery_demand_second_factors();

create function chancery_copy_second_factor() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  person text := coalesce(new.user_id, old.user_id);
  has boolean := exists (select from factors where user_id = person and status = 'active');
begin
  update memberships set has_second_factor = has where user_id = person and status <> 'removed' and has_second_factor <> has;
  return null;
end $$;
create trigger factors_copy_second_factor after insert or delete or update of status on factors
  for each row execute function chancery_copy_second_factor();

-- The workspaces that demand a second factor of a person, and by when.
create function chancery_second_factor_demands(person text) returns table (workspace_id text, name text, due_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select w.id, w.name, m.second_factor_since + make_interval(hours => 24 * (w.settings->>'secondFactorGraceDays')::integer)
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.user_id = person and m.status = 'active' and w.status <> 'closed' and m.second_factor_since is not null
  order by 3, w.id
$$;

-- Members to be told that a second factor is due: once at the start, and in the last three days once in each (MFA-12).
create function chancery_take_second_factor_notices(at timestamptz, most integer) returns table (workspace_id text, name text, user_id text, due_at timestamptz)
language sql volatile security definer set search_path = pg_catalog, public as $$
  with due as (
    select m.id, w.id workspace, w.name workspace_name, m.second_factor_since + make_interval(hours => 24 * (w.settings->>'secondFactorGraceDays')::integer) due_at
    from memberships m join workspaces w on w.id = m.workspace_id join accounts a on a.id = m.user_id
    where m.second_factor_since is not null and not m.has_second_factor and m.status = 'active' and w.status = 'active' and a.status = 'active'
      and (m.second_factor_notice_at is null
        or (at <= m.second_factor_since + make_interval(hours => 24 * (w.settings->>'secondFactorGraceDays')::integer)
            and at > m.second_factor_since + make_interval(hours => 24 * ((w.settings->>'secondFactorGraceDays')::integer - 3))
            and m.second_factor_notice_at <= at - interval '20 hours'))
    order by m.id limit most for update of m skip locked
  )
  update memberships m set second_factor_notice_at = at from due where m.id = due.id
  returning due.workspace, due.workspace_name, m.user_id, due.due_at
$$;

-- Active owners of the workspaces in which a person is active, the person left out.
create function chancery_owners_around(person text) returns setof text
language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct o.user_id
  from memberships m
  join workspaces w on w.id = m.workspace_id and w.status <> 'closed'
  join memberships o on o.workspace_id = m.workspace_id and o.role = 'owner' and o.status = 'active'
  join accounts a on a.id = o.user_id and a.status = 'active'
  where m.user_id = person and m.status = 'active' and o.user_id <> person
$$;

grant create on schema public to chancery_gate;
alter function chancery_owners_around(text) owner to chancery_gate;
alter function chancery_demand_second_factor() owner to chancery_gate;
alter function chancery_demand_second_factors() owner to chancery_gate;
alter function chancery_copy_second_factor() owner to chancery_gate;
alter function chancery_second_factor_demands(text) owner to chancery_gate;
alter function chancery_take_second_factor_notices(timestamptz, integer) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_owners_around(text), chancery_second_factor_demands(text), chancery_take_second_factor_notices(timestamptz, integer) from public;
grant execute on function chancery_owners_around(text), chancery_second_factor_demands(text), chancery_take_second_factor_notices(timestamptz, integer) to chancery_identity;
create index memberships_lacking_second_factor on memberships (id) where second_factor_since is not null and not has_second_factor and status = 'active';
`;

export class Factors0005 implements MigrationInterface {
  readonly name = 'Factors1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tables);
    await runner.query(standing);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger memberships_demand_second_factor on memberships;
      drop trigger workspaces_demand_second_factors on workspaces;
      drop table factor_resets, factor_attempts, webauthn_ceremonies, auth_challenges, recovery_codes, factors;
      drop index memberships_lacking_second_factor;
      drop function chancery_demand_second_factor(), chancery_demand_second_factors(), chancery_copy_second_factor(), chancery_owners_around(text), chancery_second_factor_demands(text),
        chancery_take_second_factor_notices(timestamptz, integer);`);
  }
}
