import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** Documents whose retention period is over, and what was decided about them (lifecycle 2.8). */
export class Retention0091 implements MigrationInterface {
  readonly name = 'Retention1700000000091';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(['retention_candidates']), sweeps])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_retention_due(timestamptz, uuid, integer), chancery_retention_waiting(date, uuid, integer);
      drop table retention_candidates;
      alter table document_lifecycles drop column retention_due_at, drop column retention;`);
  }
}

const tables = `
alter table document_lifecycles
  -- How long it has to be kept by the policy that applies, and from when on its destruction may be proposed.
  add column retention jsonb,
  add column retention_due_at timestamptz;
create index document_lifecycles_to_dispose on document_lifecycles (document_id, retention_due_at)
  where retention_due_at is not null;

create table retention_candidates (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  policy_id uuid not null,
  policy_revision integer not null,
  trigger text not null check (trigger in ('created', 'sealed', 'expired', 'superseded')),
  trigger_date date not null,
  eligible_on date not null,
  approvals_needed integer not null check (approvals_needed between 1 and 2),
  cool_off_days integer not null check (cool_off_days between 0 and 30),
  status text not null check (status in
    ('pending', 'deferred', 'scheduled', 'blocked', 'retained', 'failed', 'executed', 'withdrawn')),
  deferred_until date,
  retain_until date,
  execute_after timestamptz,
  reviews jsonb not null,
  round integer not null,
  executed_at timestamptz,
  tombstone jsonb,
  failure_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade,
  foreign key (policy_id, workspace_id) references expiration_policies (id, workspace_id),
  check ((status = 'deferred') = (deferred_until is not null)),
  check (retain_until is null or status = 'retained'),
  check (status <> 'scheduled' or execute_after is not null),
  check ((status = 'failed') = (failure_code is not null)),
  check ((status = 'executed') = (tombstone is not null) and (status = 'executed') = (executed_at is not null))
);
create unique index retention_candidates_live on retention_candidates (document_id, workspace_id)
  where status not in ('executed', 'withdrawn');
create index retention_candidates_eligible on retention_candidates (workspace_id, eligible_on, id);
create index retention_candidates_in_status on retention_candidates (workspace_id, status, eligible_on, id);
create index retention_candidates_of_document on retention_candidates (workspace_id, document_id, eligible_on, id);
create index retention_candidates_waiting on retention_candidates (document_id)
  where status in ('deferred', 'retained', 'blocked');
`;

const sweeps = `
create function chancery_retention_due(at timestamptz, after uuid, most integer)
returns table (document_id uuid, workspace_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.document_id, l.workspace_id from document_lifecycles l
  where l.retention_due_at <= at and (after is null or l.document_id > after)
    and not exists (select from retention_candidates c where c.document_id = l.document_id
      and c.workspace_id = l.workspace_id and c.status not in ('executed', 'withdrawn'))
  order by l.document_id limit most
$$;
create function chancery_retention_waiting(today date, after uuid, most integer)
returns table (document_id uuid, workspace_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.document_id, c.workspace_id from retention_candidates c
  where c.status in ('deferred', 'retained', 'blocked') and (after is null or c.document_id > after)
    and (c.status = 'blocked' or c.deferred_until <= today or c.retain_until <= today)
  order by c.document_id limit most
$$;
${ownedByGate({
  functions: [
    'chancery_retention_due(timestamptz, uuid, integer)',
    'chancery_retention_waiting(date, uuid, integer)',
  ],
  to: 'chancery_identity',
})}`;
