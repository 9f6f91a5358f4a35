import type { MigrationInterface, QueryRunner } from 'typeorm';

const presented = `key_hash = current_setting('app.idempotency', true)`;

/**
 * A stored answer is for whoever presents its key: a transaction names the key, and reaches that record and no other. The
 * job that deletes what is outdated does it by a function that can do nothing else.
 */
const idempotency = `
alter table idempotency enable row level security;
alter table idempotency force row level security;
create policy presented on idempotency to chancery_app, chancery_identity using (${presented}) with check (${presented});
revoke all on idempotency from chancery_worker;
revoke delete on idempotency from chancery_app, chancery_identity;
create policy gate on idempotency to chancery_gate using (true);
grant select, delete on idempotency to chancery_gate;

create function chancery_prune_idempotency(before timestamptz, most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with pruned as (
    delete from idempotency i where i.ctid = any (array(select o.ctid from idempotency o where o.expires_at <= before limit most))
    returning 1
  )
  select count(*)::integer from pruned
$$;
grant create on schema public to chancery_gate;
alter function chancery_prune_idempotency(timestamptz, integer) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_prune_idempotency(timestamptz, integer) from public;
grant execute on function chancery_prune_idempotency(timestamptz, integer) to chancery_worker;
`;

const ran = `job_id = nullif(current_setting('app.job', true), '')::uuid`;

/** Which job has run what is written and read by the transaction of that job alone. */
const inbox = `
alter table inbox enable row level security;
alter table inbox force row level security;
create policy presented on inbox to chancery_app, chancery_identity using (${ran}) with check (${ran});
create policy worker on inbox to chancery_worker using (true) with check (true);
revoke delete on inbox from chancery_app, chancery_identity;
`;

/**
 * Unless it is named, the schema of temporary objects is searched first, so that a temporary view of whoever calls a function
 * could stand in for a table and run with the rights of the function's owner.
 */
const searchPaths = `
do $$
declare known regprocedure;
begin
  for known in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.proconfig is not null
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', known);
  end loop;
  -- Triggers fire without this right; whoever has it could hang such a function on a table of their own.
  for known in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype = 'trigger'::regtype
  loop
    execute format('revoke execute on function %s from public', known);
  end loop;
end $$;
`;

export class RowSecurityGaps0029 implements MigrationInterface {
  readonly name = 'RowSecurityGaps1700000000029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(idempotency + inbox + searchPaths);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop policy presented on inbox;
      drop policy worker on inbox;
      alter table inbox no force row level security;
      alter table inbox disable row level security;
      grant delete on inbox to chancery_app, chancery_identity;
      drop function chancery_prune_idempotency(timestamptz, integer);
      revoke select, delete on idempotency from chancery_gate;
      drop policy gate on idempotency;
      drop policy presented on idempotency;
      alter table idempotency no force row level security;
      alter table idempotency disable row level security;
      grant select, insert, update, delete on idempotency to chancery_app, chancery_identity, chancery_worker;`);
  }
}
