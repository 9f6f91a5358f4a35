import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

/** In the order in which they are dropped. */
const tenantTables = ['record_grants', 'member_clearances', 'case_subjects', 'case_members', 'record_cases'];

/** Cases, who works on them, whom they are about, and what decides who passes (records 3, 4.3 and 12). */
export class Cases0110 implements MigrationInterface {
  readonly name = 'Cases1700000000110';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, access, functions, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function record_case_opens; drop table ${tenantTables.join(', ')}`);
  }
}

const tables = `
create table record_cases (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  case_number text not null,
  title text not null,
  case_type text not null,
  description text,
  status text not null check (status in ('intake', 'active', 'on_hold', 'closed', 'archived', 'cancelled')),
  status_changed_at timestamptz not null,
  priority text not null check (priority in ('low', 'medium', 'high', 'critical')),
  visibility text not null check (visibility in ('team', 'workspace')),
  own_mask integer not null check (own_mask between 0 and 255),
  effective_mask integer not null check (effective_mask between 0 and 255),
  primary_subject_id uuid not null,
  blocked_user_ids text[] not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closure_outcome text,
  referral_source text,
  jurisdiction text,
  external_reference text,
  tags text[] not null,
  custom_fields jsonb not null,
  searchable text not null,
  search_text text generated always as (' ' || chancery_search_text(searchable)) stored,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_by_user_id text not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (case_number, workspace_id),
  foreign key (primary_subject_id, workspace_id) references subjects (id, workspace_id)
);
create unique index record_cases_by_reference on record_cases (workspace_id, external_reference) where external_reference is not null;
create index record_cases_by_opening on record_cases (workspace_id, opened_at desc, id desc);
create index record_cases_by_status on record_cases (workspace_id, status, opened_at desc, id desc);
create index record_cases_of_subject on record_cases (workspace_id, primary_subject_id);
create index record_cases_labelled on record_cases (workspace_id, effective_mask) where effective_mask > 1;
create index record_cases_open_to_members on record_cases (workspace_id, opened_at desc, id desc)
  where visibility = 'workspace' and effective_mask = 0;

create table case_members (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  user_id text not null,
  role text not null check (role in ('viewer', 'reviewer', 'contributor', 'lead')),
  added_at timestamptz not null,
  added_by_user_id text not null,
  ends_at timestamptz,
  ended_at timestamptz,
  primary key (id, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade
);
create unique index case_members_once on case_members (workspace_id, case_id, user_id) where ended_at is null;
create index case_members_of_user on case_members (workspace_id, user_id) include (case_id, role, ends_at) where ended_at is null;
create index case_members_of_case on case_members (workspace_id, case_id, added_at desc);
create index case_members_that_end on case_members (ends_at) where ended_at is null and ends_at is not null;

create table case_subjects (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  subject_id uuid not null,
  role text not null check (role in ('primary', 'client', 'family', 'guardian', 'opposing_party', 'witness', 'complainant', 'respondent', 'professional', 'other')),
  relationship text,
  starts_on date,
  ends_on date,
  linked_at timestamptz not null,
  ended_at timestamptz,
  primary key (id, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade,
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id)
);
create unique index case_subjects_once on case_subjects (workspace_id, case_id, subject_id) where ended_at is null;
create unique index case_subjects_one_primary on case_subjects (workspace_id, case_id) where role = 'primary' and ended_at is null;
create index case_subjects_of_subject on case_subjects (workspace_id, subject_id) where ended_at is null;
`;

/** What members are cleared for, and access for a time. Governance writes these rows; a member without one is cleared for nothing. */
const access = `
create table member_clearances (
  workspace_id text not null references workspaces (id),
  user_id text not null,
  clearance_mask integer not null default 0 check (clearance_mask between 0 and 255),
  duties text[] not null default '{}' check (duties <@ array['privacy_officer', 'records_manager', 'auditor']),
  version integer not null default 1,
  primary key (workspace_id, user_id)
);

create table record_grants (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  user_id text not null,
  basis text not null check (basis in ('temporary_access', 'break_glass')),
  scope_kind text not null check (scope_kind in ('case', 'subject', 'entry')),
  scope_id uuid not null,
  label_mask integer not null check (label_mask between 0 and 255),
  may_contribute boolean not null default false,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (id, workspace_id)
);
create index record_grants_of_user on record_grants (workspace_id, user_id) where ended_at is null;
create index record_grants_in_scope on record_grants (workspace_id, scope_id) where ended_at is null;
`;

/**
 * Which labels a case opens to one caller; null if there is no way to it (records 3.2 and 3.3). \`accessToCase\` of the core
 * says the same of one case, and a test compares the two. It is one expression, so that it becomes part of each statement.
 */
const functions = `
create function record_case_opens(
  caller_role text, clearance integer, caller_id text,
  visibility text, blocked_user_ids text[], case_role text, granted_mask integer, is_author boolean
) returns integer language sql immutable parallel safe as $$
  select case
    when caller_id = any(blocked_user_ids) then null
    when caller_role in ('owner', 'admin')
      or (caller_role = 'member' and visibility = 'workspace')
      or (case_role is not null and (caller_role <> 'guest' or case_role in ('viewer', 'reviewer')))
      or granted_mask is not null
    then
      case when caller_role in ('owner', 'admin') then 1 else 0 end
      | case when case_role is not null and (caller_role <> 'guest' or case_role in ('viewer', 'reviewer'))
          then 1 | (clearance & case when case_role = 'lead' then 255 else 251 end) | case when is_author then 251 else 0 end
          else 0 end
      | coalesce(1 | granted_mask, 0)
  end
$$;
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
