import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = "workspace_id = current_setting('app.workspace', true)";
const tenantTables = ['policy_assignments', 'document_lifecycles'];

/** Where policies were put, and until when each document is valid (lifecycle 2.3 and 2.4). */
export class Lifecycles0081 implements MigrationInterface {
  readonly name = 'Lifecycles1700000000081';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, upkeep, backfill, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger lifecycle_of_added on documents;
      drop function document_lifecycles_of_added();
      drop table document_lifecycles, policy_assignments;
      drop index documents_of_workspace;
      update documents set expires_on = null where expires_on is not null;`);
  }
}

const tables = `
create table policy_assignments (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  policy_id uuid not null,
  scope text not null check (scope in ('workspace', 'type', 'folder', 'document')),
  target_id uuid,
  note text,
  created_by_user_id text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by_user_id text,
  primary key (id, workspace_id),
  foreign key (policy_id, workspace_id) references expiration_policies (id, workspace_id),
  check ((scope = 'workspace') = (target_id is null))
);
create unique index policy_assignments_standing on policy_assignments
  (workspace_id, scope, coalesce(target_id, '00000000-0000-0000-0000-000000000000')) where ended_at is null;
create index policy_assignments_of_policy on policy_assignments (workspace_id, policy_id, id desc) where ended_at is null;

create table document_lifecycles (
  document_id uuid not null,
  workspace_id text not null references workspaces (id),
  owner_user_id text,
  issued_on date,
  effective_on date,
  stated_expires_on date,
  stated_source text not null check (stated_source in ('stated', 'identity')),
  no_expiration boolean not null,
  confirmed_expires_on date,
  confirmed_source text check (confirmed_source in ('stated', 'calculated', 'extracted', 'identity')),
  confirmed_by_user_id text,
  confirmed_at timestamptz,
  confirmation_note text,
  identifiers jsonb not null,
  superseded_by_document_id uuid,
  supersedes_document_id uuid,
  updated_at timestamptz not null,
  version integer not null,
  -- From here on what follows from the columns above, from the document and from the policy that applies.
  policy_id uuid,
  policy_revision integer,
  policy_scope text check (policy_scope in ('workspace', 'type', 'folder', 'document')),
  policy_target_id uuid,
  is_tracked boolean not null,
  never_expires boolean not null,
  require_confirmation boolean not null,
  expires_on date,
  expires_on_source text not null
    check (expires_on_source in ('none', 'stated', 'calculated', 'extracted', 'identity', 'fixed')),
  grace_ends_on date,
  window_days integer not null,
  time_zone text not null,
  soon_at timestamptz,
  ends_at timestamptz,
  grace_ends_at timestamptz,
  primary key (document_id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade,
  foreign key (policy_id, workspace_id) references expiration_policies (id, workspace_id),
  check ((confirmed_at is null) = (confirmed_by_user_id is null)),
  check (confirmed_expires_on is null or confirmed_at is not null),
  check ((expires_on is null) = (ends_at is null) and (expires_on is null) = (soon_at is null)
    and (expires_on is null) = (grace_ends_at is null))
);
create index document_lifecycles_by_date on document_lifecycles (workspace_id, expires_on, document_id);
create index document_lifecycles_ending on document_lifecycles (workspace_id, ends_at) where ends_at is not null;
create index document_lifecycles_soon on document_lifecycles (workspace_id, soon_at) where soon_at is not null;
create index document_lifecycles_in_grace on document_lifecycles (workspace_id, grace_ends_at) where grace_ends_at is not null;
create index document_lifecycles_of_owner on document_lifecycles (workspace_id, owner_user_id, expires_on) where owner_user_id is not null;
create index document_lifecycles_of_policy on document_lifecycles (workspace_id, policy_id, document_id) where policy_id is not null;
create index documents_of_workspace on documents (workspace_id, id) where status <> 'disposed';
`;

/** The lifecycles of new documents about which nobody has said anything. */
const added = (documents: string) => `
insert into document_lifecycles
  (document_id, workspace_id, stated_source, no_expiration, identifiers, updated_at, version, is_tracked, never_expires,
   require_confirmation, expires_on_source, window_days, time_zone)
select d.id, d.workspace_id, 'stated', false, '[]', d.created_at, 1, d.document_type_id is not null, false, false, 'none', 30,
  coalesce(w.settings ->> 'defaultTimeZone', 'UTC')
from ${documents} d join workspaces w on w.id = d.workspace_id;`;

/** Whoever makes a document, it has a lifecycle from its first moment on. */
const upkeep = `
create function document_lifecycles_of_added() returns trigger language plpgsql as $$
begin ${added('added')}
  return null;
end $$;
create trigger lifecycle_of_added after insert on documents
  referencing new table as added for each statement execute function document_lifecycles_of_added();
`;

/** Documents of before have one too. */
const backfill = `
alter table documents no force row level security;
${added('documents')}
alter table documents force row level security;
`;

const privileges = tenantTables
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;`,
  )
  .join('\n');
