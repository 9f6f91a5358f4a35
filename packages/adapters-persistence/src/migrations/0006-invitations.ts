import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = `
create table workspace_invitations (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  email text not null,
  email_fold text not null,
  display_name text,
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  message text,
  status text not null check (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  invited_by_user_id text not null,
  project_ids uuid[] not null,
  expires_in_days integer not null,
  token_hash text not null unique,
  -- Links that a later sending replaced: they are told from links that never were.
  replaced_token_hashes text[] not null default '{}',
  sealed_token bytea,
  expires_at timestamptz not null,
  sent_at timestamptz not null,
  send_count integer not null check (send_count between 1 and 10),
  accepted_by_user_id text,
  responded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create unique index workspace_invitations_one_pending on workspace_invitations (workspace_id, email_fold) where status = 'pending';
create index workspace_invitations_due on workspace_invitations (expires_at) where status = 'pending';
create index workspace_invitations_newest on workspace_invitations (workspace_id, created_at desc, id desc);
create index workspace_invitations_replaced on workspace_invitations using gin (replaced_token_hashes);

-- Every slug that a workspace has, and those given up, until nobody is owed them any more (WSP-9).
create table workspace_slugs (
  slug text primary key,
  -- A slug is taken before its workspace is written.
  workspace_id text not null references workspaces (id) deferrable initially deferred,
  reserved_until timestamptz
);
create index workspace_slugs_of_workspace on workspace_slugs (workspace_id);
insert into workspace_slugs (slug, workspace_id) select slug, id from workspaces;

-- For which end of the key owners were told ahead of it, how many days ahead; and for which end it is on record.
alter table api_keys
  add column expiry_noticed_for timestamptz,
  add column expiry_noticed_days integer,
  add column expiry_recorded_for timestamptz;
create index api_keys_ending on api_keys (expires_at) where revoked_at is null and expires_at is not null;
`;

const bound = "workspace_id = current_setting('app.workspace', true)";
const policies = ['workspace_invitations', 'workspace_slugs']
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    create policy gate on ${table} to chancery_gate using (true) with check (true);
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;`,
  )
  .join('\n');

/** A later migration replaces this function, and takes it back with itself. */
export const claimSlug = `
-- The first of base, base-2, base-3, … that nobody has or is owed, taken for the workspace; null where it must be the base
-- and is not free. One conditional write, so that of two who want the same slug one gets it.
create function chancery_claim_slug(base text, exact boolean, workspace text, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  candidate text := base;
  number integer := 1;
begin
  loop
    if not exists (select from workspace_slugs s where s.slug = candidate and s.workspace_id <> workspace
                   and (s.reserved_until is null or s.reserved_until > moment)) then
      insert into workspace_slugs as s (slug, workspace_id, reserved_until) values (candidate, workspace, null)
      on conflict (slug) do update set workspace_id = excluded.workspace_id, reserved_until = null
        where s.workspace_id = excluded.workspace_id or s.reserved_until <= moment;
      if found then return candidate; end if;
    end if;
    if exact then return null; end if;
    number := number + 1;
    candidate := rtrim(left(base, 47 - length(number::text)), '-') || '-' || number;
  end loop;
end $$;
`;

/** Questions across workspaces: to whom a link belongs, what is due, whether a slug is free. */
const gateFunctions = `
grant select, update, delete on workspace_invitations to chancery_gate;
grant select, update on usage_counters to chancery_gate;
create policy gate_seats on usage_counters to chancery_gate using (true) with check (true);
grant select, insert, update on workspace_slugs to chancery_gate;

create function chancery_invitation_of_token(hash text) returns table (
  workspace_id text, invitation_id uuid, email text, role text, status text, expires_at timestamptz, replaced boolean
) language sql stable security definer set search_path = pg_catalog, public rows 1 as $$
  select i.workspace_id, i.id, i.email, i.role, i.status, i.expires_at, i.token_hash <> hash
  from workspace_invitations i join workspaces w on w.id = i.workspace_id and w.status <> 'closed'
  where i.token_hash = hash or i.replaced_token_hashes @> array[hash]
$$;

create function chancery_invitations_due(moment timestamptz) returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct i.workspace_id from workspace_invitations i where i.status = 'pending' and i.expires_at <= moment order by 1
$$;

create function chancery_api_keys_ending(before timestamptz) returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct k.workspace_id from api_keys k
  where k.revoked_at is null and k.expires_at <= before and k.expiry_recorded_for is distinct from k.expires_at
  order by 1
$$;

${claimSlug}
-- An address that nobody has any more: what is pending for it is gone with its seat, what has ended no longer names it.
create function chancery_forget_invitations_to(address_fold text) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare forgotten integer;
begin
  with gone as (
    delete from workspace_invitations i where i.email_fold = address_fold and i.status = 'pending' returning i.workspace_id, i.role
  ), seats as (
    update usage_counters u set reserved = greatest(0, u.reserved - g.seats)
    from (select workspace_id, case when role = 'guest' then 'guests' else 'members' end code, count(*) seats from gone group by 1, 2) g
    where u.workspace_id = g.workspace_id and u.code = g.code and u.period_start = 'epoch'
  )
  select count(*)::integer into forgotten from gone;
  update workspace_invitations i
  set email = 'former-member@invalid', email_fold = 'former-member@invalid', display_name = null, message = null
  where i.email_fold = address_fold and i.status <> 'pending';
  return forgotten;
end $$;

create function chancery_standing(person text, workspace text) returns table (
  workspace_status text, plan_code text, plan_terms jsonb, settings jsonb, role text, member_status text, has_second_factor boolean,
  second_factor_since timestamptz
) language sql stable security definer set search_path = pg_catalog, public rows 1 as $$
  select w.status, w.plan_code, w.plan_terms, w.settings, m.role, m.status, m.has_second_factor, m.second_factor_since
  from memberships m join workspaces w on w.id = m.workspace_id and w.status <> 'closed'
  where m.user_id = person and m.workspace_id = workspace and m.status <> 'removed'
$$;

-- How many workspaces that still live the person owns.
create function chancery_owned_workspaces(person text) returns integer
language sql stable security definer set search_path = pg_catalog, public as $$
  select count(*)::integer from memberships m join workspaces w on w.id = m.workspace_id
  where m.user_id = person and m.role = 'owner' and m.status = 'active' and w.status <> 'closed'
$$;

-- A workspace may ask that sessions were never idle for long (SES-7): being used again must not hide that one was.
create function chancery_note_idleness() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  if new.authenticated_at > old.authenticated_at then
    new.longest_idle_seconds := 0;
  elsif new.last_seen_at > old.last_seen_at then
    new.longest_idle_seconds := greatest(old.longest_idle_seconds, extract(epoch from new.last_seen_at - old.last_seen_at)::integer);
  end if;
  return new;
end $$;
create trigger sessions_note_idleness before update of last_seen_at, authenticated_at on sessions
  for each row execute function chancery_note_idleness();

grant create on schema public to chancery_gate;
alter function chancery_invitation_of_token(text) owner to chancery_gate;
alter function chancery_invitations_due(timestamptz) owner to chancery_gate;
alter function chancery_api_keys_ending(timestamptz) owner to chancery_gate;
alter function chancery_claim_slug(text, boolean, text, timestamptz) owner to chancery_gate;
alter function chancery_owned_workspaces(text) owner to chancery_gate;
alter function chancery_standing(text, text) owner to chancery_gate;
alter function chancery_forget_invitations_to(text) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_invitation_of_token(text), chancery_invitations_due(timestamptz), chancery_api_keys_ending(timestamptz),
  chancery_claim_slug(text, boolean, text, timestamptz), chancery_owned_workspaces(text), chancery_standing(text, text), chancery_forget_invitations_to(text) from public;
grant execute on function chancery_invitation_of_token(text) to chancery_app, chancery_identity;
grant execute on function chancery_claim_slug(text, boolean, text, timestamptz) to chancery_app, chancery_identity;
grant execute on function chancery_invitations_due(timestamptz), chancery_api_keys_ending(timestamptz), chancery_owned_workspaces(text), chancery_standing(text, text),
  chancery_forget_invitations_to(text) to chancery_identity;

drop function chancery_slug_taken(text);
`;

/** Invitations to workspaces, slugs that stay reserved, and notices about keys that end. */
export class Invitations0006 implements MigrationInterface {
  readonly name = 'Invitations1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [tables, policies, gateFunctions]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger sessions_note_idleness on sessions;
      drop function chancery_note_idleness();
      drop function chancery_invitation_of_token(text), chancery_invitations_due(timestamptz), chancery_api_keys_ending(timestamptz),
        chancery_claim_slug(text, boolean, text, timestamptz), chancery_owned_workspaces(text), chancery_standing(text, text), chancery_forget_invitations_to(text);
      drop policy gate_seats on usage_counters;
      alter table api_keys drop column expiry_noticed_for, drop column expiry_noticed_days, drop column expiry_recorded_for;
      drop table workspace_slugs, workspace_invitations;`);
  }
}
