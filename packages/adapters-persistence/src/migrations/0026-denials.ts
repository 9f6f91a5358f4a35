import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = `workspace_id = nullif(current_setting('app.workspace', true), '')`;

/** Limits the ledger to one denial per actor, target and minute. A row serves for that minute and is later deleted by age. */
const denials = `
create table denials (
  workspace_id text not null references workspaces (id),
  actor_kind text not null,
  actor_id text not null,
  target_kind text not null,
  target_id text not null,
  minute timestamptz not null,
  primary key (workspace_id, target_id, target_kind, actor_id, actor_kind, minute)
);
create index denials_by_age on denials (minute);
alter table denials enable row level security;
alter table denials force row level security;
create policy tenant on denials to chancery_app, chancery_identity using (${bound}) with check (${bound});
create policy gate on denials to chancery_gate using (true);
grant select, insert, delete on denials to chancery_app, chancery_identity;
grant select, delete on denials to chancery_gate;

create function chancery_prune_denials(before timestamptz, most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with pruned as (
    delete from denials d where d.ctid = any (array(select o.ctid from denials o where o.minute <= before order by o.minute limit most))
    returning 1
  )
  select count(*)::integer from pruned
$$;
grant create on schema public to chancery_gate;
alter function chancery_prune_denials(timestamptz, integer) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_prune_denials(timestamptz, integer) from public;
grant execute on function chancery_prune_denials(timestamptz, integer) to chancery_identity, chancery_worker;
`;

export class Denials0026 implements MigrationInterface {
  readonly name = 'Denials1700000000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(denials);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function chancery_prune_denials(timestamptz, integer); drop table denials');
  }
}
