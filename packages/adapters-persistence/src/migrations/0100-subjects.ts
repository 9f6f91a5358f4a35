import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

const tenantTables = ['subjects', 'subject_identifiers', 'subject_match_keys', 'record_counters'];

/** Whom records are about, by what they are known, and by what they are found again (records 4.1 and 12). */
export class Subjects0100 implements MigrationInterface {
  readonly name = 'Subjects1700000000100';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table record_counters, subject_match_keys, subject_identifiers, subjects');
  }
}

const tables = `
create table subjects (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  subject_number text not null,
  kind text not null check (kind in ('person', 'organization', 'group', 'other')),
  name jsonb,
  display_name text not null,
  aliases jsonb not null,
  birth_date text,
  birth_date_estimated boolean not null,
  deceased_on text,
  gender text,
  pronouns text,
  language text,
  interpreter_needed boolean not null,
  contacts jsonb not null,
  addresses jsonb not null,
  external_reference text,
  tags text[] not null,
  custom_fields jsonb not null,
  status text not null check (status in ('active', 'inactive', 'archived')),
  own_mask integer not null check (own_mask between 0 and 255),
  effective_mask integer not null check (effective_mask between 0 and 255),
  searchable text not null,
  search_text text generated always as (' ' || chancery_search_text(searchable)) stored,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_by_user_id text not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (subject_number, workspace_id)
);
create unique index subjects_by_reference on subjects (workspace_id, external_reference) where external_reference is not null;
create index subjects_by_change on subjects (workspace_id, updated_at desc, id desc);
create index subjects_by_status on subjects (workspace_id, status, updated_at desc, id desc);

create table subject_identifiers (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  subject_id uuid not null,
  type text not null,
  system text not null,
  value_sealed bytea not null,
  value_mac text not null,
  issuer text,
  starts_on date,
  ends_on date,
  is_primary boolean not null,
  status text not null check (status in ('active', 'entered_in_error')),
  conflict_group uuid,
  created_at timestamptz not null,
  primary key (id, workspace_id),
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade
);
create unique index subject_identifiers_once on subject_identifiers (workspace_id, value_mac)
  where status = 'active' and conflict_group is null;
create index subject_identifiers_of_subject on subject_identifiers (workspace_id, subject_id, id);

create table subject_match_keys (
  workspace_id text not null references workspaces (id),
  key text not null,
  subject_id uuid not null,
  primary key (workspace_id, key, subject_id),
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade
);
create index subject_match_keys_of_subject on subject_match_keys (workspace_id, subject_id);

create table record_counters (
  workspace_id text not null references workspaces (id),
  name text not null,
  last integer not null,
  primary key (workspace_id, name)
);
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
