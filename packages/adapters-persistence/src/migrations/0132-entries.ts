import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

const tenantTables = [
  'record_entries',
  'record_entry_versions',
  'record_entry_submissions',
  'attestation_sessions',
  'record_signatures',
];

/** What is written in cases: versions, what was submitted of them, and who signed it (records 4.5, 4.6 and 12). */
export class Entries0132 implements MigrationInterface {
  readonly name = 'Entries1700000000132';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [entries, signatures, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table record_signatures, attestation_sessions, record_entry_submissions, record_entry_versions, record_entries',
    );
  }
}

const entries = `
create table record_entries (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  subject_id uuid not null,
  entry_type text not null,
  title text not null,
  template_id uuid,
  template_version integer,
  status text not null check (status in ('draft', 'in_review', 'changes_requested', 'approved', 'finalized', 'amended', 'entered_in_error')),
  working_number integer,
  current_version integer,
  occurred_at timestamptz not null,
  late_entry boolean not null,
  signature_due_at timestamptz,
  own_mask integer not null check (own_mask between 0 and 255),
  effective_mask integer not null check (effective_mask between 0 and 255),
  author_user_id text not null,
  review_policy text not null check (review_policy in ('author', 'peer', 'lead')),
  co_sign_policy text not null check (co_sign_policy in ('none', 'optional', 'required')),
  co_sign_status text not null check (co_sign_status in ('not_requested', 'pending', 'completed', 'declined')),
  co_signer_user_id text,
  co_sign_decided_at timestamptz,
  replaces_artifact_id uuid,
  error_at timestamptz,
  error_by_user_id text,
  error_reason_sealed bytea,
  error_prior_status text,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_by_user_id text not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade,
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id),
  foreign key (template_id, workspace_id) references record_templates (id, workspace_id)
);
create index record_entries_of_case on record_entries (workspace_id, case_id, occurred_at desc, id desc);
create index record_entries_of_subject on record_entries (workspace_id, subject_id);
create index record_entries_of_template on record_entries (workspace_id, template_id) where template_id is not null;
create index record_entries_of_author on record_entries (workspace_id, author_user_id, status)
  where status in ('draft', 'in_review', 'changes_requested', 'approved');
create index record_entries_to_sign on record_entries (workspace_id, signature_due_at) where signature_due_at is not null;
create index record_entries_replacing on record_entries (workspace_id, replaces_artifact_id) where replaces_artifact_id is not null;

create table record_entry_versions (
  workspace_id text not null references workspaces (id),
  entry_id uuid not null,
  number integer not null,
  state text not null check (state in ('draft', 'in_review', 'changes_requested', 'approved', 'finalized', 'abandoned')),
  submission integer not null,
  content_sealed bytea,
  content_hash text,
  change_summary_sealed bytea,
  amendment_id uuid,
  author_user_id text not null,
  created_at timestamptz not null,
  submitted_at timestamptz,
  approved_by_user_id text,
  approved_at timestamptz,
  single_person boolean not null,
  finalized_at timestamptz,
  superseded_at timestamptz,
  primary key (entry_id, number, workspace_id),
  foreign key (entry_id, workspace_id) references record_entries (id, workspace_id) on delete cascade
);
create index record_entry_versions_of on record_entry_versions (workspace_id, entry_id, number);

create table record_entry_submissions (
  workspace_id text not null references workspaces (id),
  entry_id uuid not null,
  number integer not null,
  submission integer not null,
  document_sealed bytea,
  content_hash text not null,
  submitted_at timestamptz not null,
  submitted_by_user_id text not null,
  outcome text not null check (outcome in ('pending', 'returned', 'withdrawn', 'approved')),
  reason_sealed bytea,
  primary key (entry_id, number, submission, workspace_id),
  foreign key (entry_id, number, workspace_id) references record_entry_versions (entry_id, number, workspace_id) on delete cascade
);
create index record_entry_submissions_of on record_entry_submissions (workspace_id, entry_id, number, submission);
`;

const signatures = `
create table attestation_sessions (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  signer_user_id text not null,
  statement_id text not null,
  reauth_method text not null check (reauth_method in ('password', 'totp', 'passkey', 'recent_session')),
  opened_at timestamptz not null,
  closed_at timestamptz not null,
  entry_count integer not null,
  manifest_sha256 text not null,
  primary key (id, workspace_id)
);
create index attestation_sessions_of_workspace on attestation_sessions (workspace_id, id);

create table record_signatures (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  entry_id uuid not null,
  version_number integer,
  addendum_id uuid,
  role text not null check (role in ('author', 'co_signer', 'supervisor', 'witness')),
  meaning text not null check (meaning in ('authorship', 'review', 'supervision', 'addendum', 'error')),
  signer_user_id text not null,
  content_hash text not null,
  statement_id text not null,
  reauth_method text not null check (reauth_method in ('password', 'totp', 'passkey', 'recent_session')),
  attestation_session_id uuid not null,
  signed_at timestamptz not null,
  key_id text not null,
  signature bytea not null,
  signed_statement text not null,
  primary key (id, workspace_id),
  foreign key (entry_id, workspace_id) references record_entries (id, workspace_id) on delete cascade,
  foreign key (attestation_session_id, workspace_id) references attestation_sessions (id, workspace_id)
);
create index record_signatures_of_entry on record_signatures (workspace_id, entry_id, id);
create index record_signatures_of_session on record_signatures (workspace_id, attestation_session_id);
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
