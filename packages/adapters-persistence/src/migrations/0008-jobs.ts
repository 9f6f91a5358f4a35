import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a job is about, so that it can be found again and cancelled; and when owners were last notified of dead letters. */
const columns = `
alter table jobs
  add column context text not null default 'kernel',
  add column aggregate_type text,
  add column aggregate_id text,
  add constraint jobs_payload_size check (octet_length(payload::text) <= 65536);
create index jobs_of_aggregate on jobs (aggregate_id, topic) where aggregate_id is not null and status in ('pending', 'retrying');
create index jobs_oldest_due on jobs (available_at) where status in ('pending', 'retrying');
create index jobs_dead on jobs (workspace_id, dead_at) where status = 'dead';
create index jobs_ended on jobs (finished_at) where status in ('succeeded', 'cancelled');
create index jobs_acknowledged on jobs (acknowledged_at) where status = 'acknowledged';
drop index jobs_of_workspace;
create index jobs_of_workspace on jobs (workspace_id, status, created_at desc, id desc);
`;

const digests = `
create table dead_letter_digests (
  workspace_id text primary key,
  told_at timestamptz not null
);
alter table dead_letter_digests enable row level security;
alter table dead_letter_digests force row level security;
create policy tenant on dead_letter_digests to chancery_app, chancery_identity
  using (workspace_id = current_setting('app.workspace', true)) with check (workspace_id = current_setting('app.workspace', true));
create policy gate on dead_letter_digests to chancery_gate using (true);
create policy gate on jobs to chancery_gate using (true) with check (true);
grant select, insert, update, delete on dead_letter_digests to chancery_app, chancery_identity;
grant select on dead_letter_digests to chancery_gate;
grant select, update, delete on jobs to chancery_gate;

create function chancery_reap_jobs(at timestamptz, most integer) returns integer
language sql security definer set search_path = pg_catalog, public as $$
  with lost as (
    select id, attempts >= max_attempts spent from jobs where status = 'running' and lease_expires_at <= at
    order by lease_expires_at limit most for update skip locked
  ), reaped as (
    update jobs j set status = case when spent then 'dead' else 'retrying' end, lease_expires_at = null, available_at = at,
      dead_at = case when spent then at end, last_error_code = 'lease_lost',
      last_error_message = 'The worker that held it ended, or took too long'
    from lost where j.id = lost.id
    returning 1
  )
  select count(*)::integer from reaped
$$;

create function chancery_prune_jobs(at timestamptz, most integer) returns integer
language sql security definer set search_path = pg_catalog, public as $$
  with pruned as (
    delete from jobs where id in (
      (select id from jobs where status in ('succeeded', 'cancelled') and finished_at <= at - interval '7 days' limit most)
      union all
      (select id from jobs where status = 'acknowledged' and acknowledged_at <= at - interval '90 days' limit most)
      limit most)
    returning 1
  )
  select count(*)::integer from pruned
$$;

-- Workspaces with a dead letter that their owners have not been told of, and that were not told of any within the hour.
create function chancery_workspaces_to_tell(at timestamptz) returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select j.workspace_id
  from jobs j left join dead_letter_digests d on d.workspace_id = j.workspace_id
  where j.status = 'dead' and j.workspace_id is not null and j.topic <> 'jobs.mail_dead_letters'
    and (d.told_at is null or (d.told_at <= at - interval '1 hour' and j.dead_at > d.told_at))
  group by j.workspace_id
  order by j.workspace_id
$$;
grant create on schema public to chancery_gate;
alter function chancery_workspaces_to_tell(timestamptz) owner to chancery_gate;
alter function chancery_reap_jobs(timestamptz, integer) owner to chancery_gate;
alter function chancery_prune_jobs(timestamptz, integer) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_workspaces_to_tell(timestamptz), chancery_reap_jobs(timestamptz, integer),
  chancery_prune_jobs(timestamptz, integer) from public;
grant execute on function chancery_workspaces_to_tell(timestamptz), chancery_reap_jobs(timestamptz, integer),
  chancery_prune_jobs(timestamptz, integer) to chancery_identity, chancery_worker;
`;

/** Host commands run under the worker's role, which sees the jobs of every workspace, and write their lines into the ledgers. */
const operators = `
grant execute on function audit_open(text), audit_append(text, bytea[]),
  audit_detail_put(text, bigint[], bytea[], bytea[], text[]), audit_append_with_details(text, bytea[], bytea[], bytea[], text[])
  to chancery_worker;
`;

export class Jobs0008 implements MigrationInterface {
  readonly name = 'Jobs1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [columns, digests, operators]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_workspaces_to_tell(timestamptz), chancery_reap_jobs(timestamptz, integer), chancery_prune_jobs(timestamptz, integer);
      revoke execute on function audit_open(text), audit_append(text, bytea[]),
        audit_detail_put(text, bigint[], bytea[], bytea[], text[]), audit_append_with_details(text, bytea[], bytea[], bytea[], text[])
        from chancery_worker;
      drop policy gate on jobs;
      drop table dead_letter_digests;
      revoke select, update, delete on jobs from chancery_gate;
      drop index jobs_of_aggregate, jobs_oldest_due, jobs_dead, jobs_ended, jobs_acknowledged, jobs_of_workspace;
      create index jobs_of_workspace on jobs (workspace_id, status, created_at desc);
      alter table jobs drop constraint jobs_payload_size, drop column context, drop column aggregate_type, drop column aggregate_id;`);
  }
}
