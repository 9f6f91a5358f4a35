import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** What the worker does for documents, and the mails that notices become (lifecycle 2.11). */
export class LifecycleActions0086 implements MigrationInterface {
  readonly name = 'LifecycleActions1700000000086';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [
      plan,
      tables,
      rowAccess(['lifecycle_actions', 'lifecycle_notice_mails']),
      pruning,
      sweeps,
    ])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_documents_to_plan(timestamptz, timestamptz, uuid, integer),
        chancery_due_lifecycle_actions(boolean, timestamptz, text, uuid, integer),
        chancery_prune_lifecycle_actions(timestamptz, integer), chancery_last_lifecycle_plan();
      drop table lifecycle_notice_mails;
      drop table lifecycle_actions;
      drop index jobs_of_lifecycle_actions, jobs_of_lifecycle_plan;
      alter table document_lifecycles drop column plan_at;`);
  }
}

const plan = `
-- When the worker has to look at a document next; long ago if something about it has changed since it last did.
alter table document_lifecycles add column plan_at timestamptz;
update document_lifecycles set plan_at = '1900-01-01T00:00:00Z' where expires_on is not null;
create index document_lifecycles_to_plan on document_lifecycles (plan_at, document_id) where plan_at is not null;
create index document_lifecycles_to_plan_here on document_lifecycles (workspace_id, plan_at, document_id)
  where plan_at is not null;
`;

const tables = `
create table lifecycle_actions (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  kind text not null
    check (kind in ('send_notice', 'open_renewal', 'expire', 'create_candidate', 'run_extraction', 'recalculate')),
  status text not null check (status in ('planned', 'started', 'succeeded', 'cancelled', 'skipped')),
  due_at timestamptz not null,
  params jsonb not null,
  dedupe_key text not null,
  requested_by_user_id text,
  reason text,
  mail_ids uuid[] not null,
  resolution text check (resolution in ('resolved', 'wont_fix', 'duplicate')),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade,
  check ((requested_by_user_id is null) = (reason is null)),
  check ((finished_at is null) = (status in ('planned', 'started')))
);
create unique index lifecycle_actions_once on lifecycle_actions (dedupe_key, workspace_id) where status <> 'cancelled';
create index lifecycle_actions_of_document on lifecycle_actions (workspace_id, document_id, due_at, id);
create index lifecycle_actions_due on lifecycle_actions (workspace_id, id, due_at) where status = 'planned';
create index lifecycle_actions_open on lifecycle_actions (workspace_id, status, due_at)
  where status in ('planned', 'started');
create index lifecycle_actions_done on lifecycle_actions (workspace_id, finished_at) where status = 'succeeded';
create index lifecycle_actions_ended on lifecycle_actions (finished_at) where finished_at is not null;
create index jobs_of_lifecycle_actions on jobs (aggregate_id) where aggregate_type = 'lifecycle_action';
create index jobs_of_lifecycle_plan on jobs (finished_at)
  where topic in ('lifecycle.plan', 'lifecycle.plan_all') and status = 'succeeded';

-- A mail to one person about all documents that are due at about the same time; it is sent once.
create table lifecycle_notice_mails (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  user_id text not null,
  action_ids uuid[] not null,
  created_at timestamptz not null,
  claimed_by uuid,
  claimed_until timestamptz,
  sent_at timestamptz,
  primary key (id, workspace_id),
  check ((claimed_by is null) = (claimed_until is null))
);
create index lifecycle_notice_mails_made on lifecycle_notice_mails (created_at);
`;

const pruning = `
grant delete on lifecycle_actions, lifecycle_notice_mails to chancery_gate;
`;

const sweeps = `
create function chancery_documents_to_plan(until timestamptz, after_at timestamptz, after_id uuid, most integer)
returns table (workspace_id text, document_id uuid, plan_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.workspace_id, l.document_id, l.plan_at from document_lifecycles l
  where l.plan_at <= until and (after_at is null or (l.plan_at, l.document_id) > (after_at, after_id))
  order by l.plan_at, l.document_id limit most
$$;
create function chancery_due_lifecycle_actions(
  notices boolean, at timestamptz, after_workspace text, after_id uuid, most integer)
returns table (workspace_id text, action_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.workspace_id, a.id from lifecycle_actions a
  where a.status = 'planned' and a.due_at <= at and (a.kind = 'send_notice') = notices
    and (after_id is null or (a.workspace_id, a.id) > (after_workspace, after_id))
  order by a.workspace_id, a.id limit most
$$;
create function chancery_prune_lifecycle_actions(before timestamptz, most integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with actions as (
    delete from lifecycle_actions where (id, workspace_id) in
      (select a.id, a.workspace_id from lifecycle_actions a where a.finished_at < before limit most)
    returning 1
  ), mails as (
    delete from lifecycle_notice_mails where (id, workspace_id) in
      (select m.id, m.workspace_id from lifecycle_notice_mails m where m.created_at < before limit most)
    returning 1
  )
  select greatest((select count(*) from actions), (select count(*) from mails))::integer
$$;
create function chancery_last_lifecycle_plan() returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select max(finished_at) from jobs where topic in ('lifecycle.plan', 'lifecycle.plan_all') and status = 'succeeded'
$$;
${ownedByGate(
  {
    functions: [
      'chancery_documents_to_plan(timestamptz, timestamptz, uuid, integer)',
      'chancery_due_lifecycle_actions(boolean, timestamptz, text, uuid, integer)',
      'chancery_prune_lifecycle_actions(timestamptz, integer)',
    ],
    to: 'chancery_identity',
  },
  { functions: ['chancery_last_lifecycle_plan()'], to: 'chancery_app, chancery_identity' },
)}`;
