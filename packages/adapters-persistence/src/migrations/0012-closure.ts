import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = `
-- Every change of the two settings (SPR-4): what waited under one of them is not let through earlier by a later one.
create table second_person_changes (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  mode text not null check (mode in ('required', 'cooling_off')),
  cooling_off_hours integer not null check (cooling_off_hours between 1 and 720),
  changed_at timestamptz not null,
  -- Null: it ended by itself (SPR-9).
  changed_by_user_id text
);
create index second_person_changes_of_workspace on second_person_changes (workspace_id, changed_at desc, id desc);

create table second_person_uses (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  user_id text not null,
  step text not null,
  target_kind text not null,
  target_id text not null,
  reason text not null,
  used_at timestamptz not null
);
create index second_person_uses_newest on second_person_uses (workspace_id, used_at desc, id desc);

alter table workspaces
  add column closure_noticed_at timestamptz,
  add column custody_taken_at timestamptz,
  add column closed_at timestamptz,
  add column purged_at timestamptz,
  -- Founded by somebody who never verified their address: nothing stays of it.
  add column abandoned boolean not null default false,
  add column name_hash text,
  add column last_ledger_hash text;
create index workspaces_closing on workspaces (closes_at) where status = 'closing';
create index workspaces_unpurged on workspaces (closed_at) where status = 'closed' and purged_at is null;

-- The tz data that all processes use: which release, and its text where it was loaded and did not come with the product.
create table tz_state (
  only_row boolean primary key default true check (only_row),
  version text not null,
  data text,
  changed_at timestamptz not null
);
grant select, insert, update on tz_state to chancery_identity;
`;

const bound = "workspace_id = current_setting('app.workspace', true)";
const policies = ['second_person_changes', 'second_person_uses']
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;`,
  )
  .join('\n');

/** Questions across workspaces, and questions about accounts that the role of the application may ask. */
const gateFunctions = `
-- Active members of the unit's workspace whose accounts are active: the named ones, or owners and admins where none are named.
create function chancery_able_members(people text[]) returns table (user_id text, display_name text, role text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.user_id, m.display_name, m.role
  from memberships m join accounts a on a.id = m.user_id
  where m.workspace_id = current_setting('app.workspace', true) and m.status = 'active' and a.status = 'active'
    and case when people is null then m.role in ('owner', 'admin') else m.user_id = any(people) end
  order by m.joined_at, m.user_id
$$;

create function chancery_workspaces_cooling_off() returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select w.id from workspaces w where w.status <> 'closed' and w.settings ->> 'secondPerson' = 'cooling_off' order by 1
$$;

create function chancery_closures(moment timestamptz) returns table (workspace_id text, status text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select w.id, w.status from workspaces w
  where (w.status = 'closing' and w.closes_at <= moment) or (w.status = 'closed' and w.purged_at is null)
  order by 1
$$;

grant create on schema public to chancery_gate;
alter function chancery_able_members(text[]) owner to chancery_gate;
alter function chancery_workspaces_cooling_off() owner to chancery_gate;
alter function chancery_closures(timestamptz) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_able_members(text[]), chancery_workspaces_cooling_off(), chancery_closures(timestamptz) from public;
grant execute on function chancery_able_members(text[]) to chancery_app, chancery_identity;
grant execute on function chancery_workspaces_cooling_off(), chancery_closures(timestamptz) to chancery_identity;
`;

/**
 * Deletes for good what every context has purged, with every row that still names the workspace. A tombstone keeps its id,
 * a digest of its name, the dates and the end of its ledger, whose personal values are erased too; the slug stays reserved.
 */
const burial = `
create function chancery_erase_ledger_details(ledger text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform audit_ledger_require(ledger);
  delete from audit_detail d where d.ledger_id = ledger;
end $$;
revoke execute on function chancery_erase_ledger_details(text) from public;
grant execute on function chancery_erase_ledger_details(text) to chancery_identity;

drop function chancery_purge_workspace(text);
create function chancery_bury_workspace(workspace text, moment timestamptz) returns void
language plpgsql set search_path = pg_catalog, public as $$
declare
  name text;
  blocked boolean := true;
  rounds integer := 0;
  nothing_stays boolean;
begin
  perform set_config('app.workspace', workspace, true);
  select w.abandoned into nothing_stays from workspaces w where w.id = workspace and w.status = 'closed' for update;
  if not found then return; end if;
  while blocked loop
    blocked := false;
    rounds := rounds + 1;
    for name in
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'workspace_id' and not a.attisdropped and c.relname <> 'jobs'
        and (nothing_stays or c.relname <> 'workspace_slugs')
        and has_table_privilege(c.oid, 'delete') and has_table_privilege(c.oid, 'select')
      order by c.oid desc
    loop
      begin
        execute format('delete from %I where workspace_id = $1', name) using workspace;
      exception when foreign_key_violation then
        if rounds > 20 then raise; end if;
        blocked := true;
      end;
    end loop;
  end loop;
  update jobs set status = 'cancelled', payload = '{}', finished_at = moment
  where workspace_id = workspace and status in ('pending', 'retrying', 'dead', 'acknowledged');
  perform chancery_erase_ledger_details(workspace);
  if nothing_stays then
    delete from workspaces where id = workspace;
  else
    update workspaces set name = '', slug = id, logo_url = null, settings = '{}', plan_terms = '{}', purged_at = moment,
           last_ledger_hash = (select encode(h.last_hash, 'hex') from audit_head h where h.ledger_id = workspace)
    where id = workspace;
  end if;
end $$;
revoke execute on function chancery_bury_workspace(text, timestamptz) from public;
grant execute on function chancery_bury_workspace(text, timestamptz) to chancery_identity;
`;

/** The end of workspaces, decisions without a second person, and the tz data in use. */
export class Closure0012 implements MigrationInterface {
  readonly name = 'Closure1700000000012';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [tables, policies, gateFunctions, burial]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_bury_workspace(text, timestamptz), chancery_erase_ledger_details(text), chancery_able_members(text[]),
        chancery_workspaces_cooling_off(), chancery_closures(timestamptz);
      alter table workspaces drop column closure_noticed_at, drop column custody_taken_at, drop column closed_at, drop column purged_at,
        drop column abandoned, drop column name_hash, drop column last_ledger_hash;
      drop table second_person_uses, second_person_changes, tz_state;`);
  }
}
