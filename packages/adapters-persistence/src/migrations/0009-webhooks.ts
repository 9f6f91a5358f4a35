import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = "workspace_id = current_setting('app.workspace', true)";

/** Webhook endpoints, deliveries, and the numbers that order a thing's events (platform 2.9, 3.10). */
export class Webhooks0009 implements MigrationInterface {
  readonly name = 'Webhooks1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, privileges, functions]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_failing_webhooks(timestamptz), chancery_prune_webhooks(timestamptz, integer);
      drop index jobs_of_webhook_lane, jobs_in_webhook_lane;
      drop table webhook_sequences, webhook_deliveries, webhook_endpoints`);
  }
}

const tables = `
create table webhook_endpoints (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  context text not null check (context in ('records', 'lifecycle')),
  url text not null,
  description text,
  event_types text[] not null,
  allowed_labels text[] not null,
  status text not null check (status in ('active', 'disabled', 'auto_disabled')),
  secret_prefix text not null,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_expires_at timestamptz,
  failing_since timestamptz,
  told_of_failing_at timestamptz,
  consecutive_failures integer not null,
  last_success_at timestamptz,
  disabled_reason text,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);
create index webhook_endpoints_of_workspace on webhook_endpoints (workspace_id, context, status);
create index webhook_endpoints_by_age on webhook_endpoints (workspace_id, created_at desc, id desc);
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where status = 'active' and failing_since is not null;

-- No reference to the endpoint: a deleted one leaves its deliveries for 30 days.
create table webhook_deliveries (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  endpoint_id uuid not null,
  event_type text not null,
  status text not null check (status in ('pending', 'delivering', 'retrying', 'succeeded', 'failed', 'cancelled')),
  run integer not null,
  run_attempts integer not null,
  run_trigger text not null check (run_trigger in ('scheduled', 'manual', 'test', 'recover')),
  attempt_count integer not null,
  next_attempt_at timestamptz,
  is_test boolean not null,
  ordering_key text not null,
  sequence integer not null,
  occurred_at timestamptz not null,
  data json not null,
  event_seq bigint,
  attempts jsonb not null,
  created_at timestamptz not null
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_by_status on webhook_deliveries (workspace_id, status, id desc);
create index webhook_deliveries_by_age on webhook_deliveries (workspace_id, id desc);
create index webhook_deliveries_ageing on webhook_deliveries (created_at);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id) where status in ('pending', 'retrying');

create table webhook_sequences (
  workspace_id text not null references workspaces (id),
  ordering_key text not null,
  last_sequence integer not null,
  primary key (workspace_id, ordering_key)
);

-- One lane for each endpoint: what is due in it, and what is on its way.
create index jobs_of_webhook_lane on jobs (aggregate_id, available_at, id)
  where topic = 'webhook.deliver' and status in ('pending', 'retrying');
create index jobs_in_webhook_lane on jobs (aggregate_id) where topic = 'webhook.deliver' and status = 'running';
`;

const privileges = ['webhook_endpoints', 'webhook_deliveries', 'webhook_sequences']
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    create policy gate on ${table} to chancery_gate using (true);
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;
    grant select, delete on ${table} to chancery_gate;`,
  )
  .join('\n');

const functions = `
create function chancery_failing_webhooks(before timestamptz) returns table (workspace_id text, endpoint_id uuid)
language sql stable security definer set search_path = pg_catalog, public as $$
  select e.workspace_id, e.id from webhook_endpoints e
  where e.status = 'active' and e.failing_since <= before
  order by e.failing_since, e.id
$$;

-- Deliveries are kept for 30 days.
create function chancery_prune_webhooks(before timestamptz, most integer) returns integer
language sql security definer set search_path = pg_catalog, public as $$
  with pruned as (
    delete from webhook_deliveries where id in (select id from webhook_deliveries where created_at < before limit most)
    returning 1
  )
  select count(*)::integer from pruned
$$;
grant create on schema public to chancery_gate;
alter function chancery_failing_webhooks(timestamptz) owner to chancery_gate;
alter function chancery_prune_webhooks(timestamptz, integer) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_failing_webhooks(timestamptz), chancery_prune_webhooks(timestamptz, integer) from public;
grant execute on function chancery_failing_webhooks(timestamptz), chancery_prune_webhooks(timestamptz, integer) to chancery_identity;
`;
