import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = `
-- Address and name of a person who left, sealed: for the one mail that tells of it, and erased once that has left.
alter table accounts add column farewell_sealed bytea;
create index accounts_unverified on accounts (unverified_purge_at) where unverified_purge_at is not null and email_verified_at is null;
create index sessions_ended on sessions (revoked_at) where revoked_at is not null;
create index sessions_past on sessions (expires_at) where revoked_at is null;
alter table signing_keys add column remove_after timestamptz;
`;

/**
 * Takes a workspace out of the database, with every row that names it, and the erasable part of its ledger. It runs with
 * the caller's rights and inside the workspace, so that row-level security holds here as anywhere. Tables that refer to
 * each other empty in as many rounds as it takes.
 */
const purge = `
grant delete on workspaces to chancery_identity;

create function chancery_purge_workspace(workspace text) returns void
language plpgsql set search_path = pg_catalog, public as $$
declare
  name text;
  blocked boolean := true;
  rounds integer := 0;
begin
  perform set_config('app.workspace', workspace, true);
  while blocked loop
    blocked := false;
    rounds := rounds + 1;
    for name in
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'workspace_id' and not a.attisdropped
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
  delete from workspaces where id = workspace;
end $$;
revoke execute on function chancery_purge_workspace(text) from public;
grant execute on function chancery_purge_workspace(text) to chancery_identity;
`;

export class Sessions0004 implements MigrationInterface {
  readonly name = 'Sessions1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [tables, purge]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_purge_workspace(text);
      revoke delete on workspaces from chancery_identity;
      drop index accounts_unverified, sessions_ended, sessions_past;
      alter table signing_keys drop column remove_after;
      alter table accounts drop column farewell_sealed;`);
  }
}
