import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

const tenantTables = ['record_templates', 'record_template_versions'];

/** How entries are laid out, and each layout that there was (records 4.10). */
export class RecordTemplates0131 implements MigrationInterface {
  readonly name = 'RecordTemplates1700000000131';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table record_template_versions, record_templates');
  }
}

const tables = `
create table record_templates (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  code text not null,
  name text not null,
  name_fold text not null,
  entry_type text not null,
  description text,
  case_types text[] not null,
  status text not null check (status in ('active', 'archived')),
  review_policy text not null check (review_policy in ('author', 'peer', 'lead')),
  co_sign_policy text not null check (co_sign_policy in ('none', 'optional', 'required')),
  co_signer_case_role text not null check (co_signer_case_role in ('reviewer', 'lead')),
  default_mask integer not null check (default_mask between 0 and 255),
  retention_policy_code text,
  current_version integer not null,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_by_user_id text not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (code, workspace_id)
);
create index record_templates_by_name on record_templates (workspace_id, name_fold collate "und-x-icu", id);

create table record_template_versions (
  workspace_id text not null references workspaces (id),
  template_id uuid not null,
  number integer not null,
  sections jsonb not null,
  change_note text,
  sha256 text not null,
  created_by_user_id text not null,
  created_at timestamptz not null,
  primary key (template_id, number, workspace_id),
  foreign key (template_id, workspace_id) references record_templates (id, workspace_id) on delete cascade
);
create index record_template_versions_of on record_template_versions (workspace_id, template_id, number);
`;

const privileges = tenantTables
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${boundToWorkspace}) with check (${boundToWorkspace});
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;`,
  )
  .join('\n');
