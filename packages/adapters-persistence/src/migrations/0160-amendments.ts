import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowAccess } from './row-access.ts';

const tenantTables = ['record_addenda', 'amendments'];

/** What is added to signed entries, and what people ask to change in them (records 4.5, 4.8 and 12). */
export class Amendments0160 implements MigrationInterface {
  readonly name = 'Amendments1700000000160';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(tenantTables)]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table amendments, record_addenda');
  }
}

const tables = `
create table record_addenda (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  entry_id uuid not null,
  version_number integer not null,
  kind text not null check (kind in
    ('addendum', 'late_entry', 'clarification', 'statement_of_disagreement', 'rebuttal', 'amendment_denial')),
  -- The document as it was hashed, with its salt; null once it was destroyed.
  document_sealed bytea,
  content_hash text not null,
  amendment_id uuid,
  author_user_id text not null,
  created_at timestamptz not null,
  primary key (id, workspace_id),
  foreign key (entry_id, version_number, workspace_id) references record_entry_versions (entry_id, number, workspace_id) on delete cascade
);
create index record_addenda_of_entry on record_addenda (workspace_id, entry_id, created_at, id);

create table amendments (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  entry_id uuid not null,
  version_number integer not null,
  requested_by_kind text not null check (requested_by_kind in ('user', 'subject', 'portal_recipient')),
  requested_by_user_id text,
  -- Who asks by name, why, and for what.
  request_sealed bytea,
  status text not null check (status in ('requested', 'accepted', 'partially_accepted', 'denied', 'withdrawn', 'fulfilled')),
  due_on date not null,
  extended_once boolean not null,
  decided_by_user_id text,
  decided_at timestamptz,
  -- The reason of the decision, and why one person decided alone.
  decision_sealed bytea,
  single_person boolean not null,
  denial_basis text check (denial_basis in
    ('accurate_and_complete', 'not_created_here', 'not_part_of_record', 'not_available_for_inspection', 'other')),
  opened_version integer,
  denial_addendum_id uuid,
  disagreement_addendum_id uuid,
  rebuttal_addendum_id uuid,
  notify_prior_recipients boolean not null,
  -- The last day on which somebody was told that it is late.
  reminded_on date,
  created_at timestamptz not null,
  updated_by_user_id text,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (entry_id, version_number, workspace_id) references record_entry_versions (entry_id, number, workspace_id) on delete cascade,
  foreign key (denial_addendum_id, workspace_id) references record_addenda (id, workspace_id),
  foreign key (disagreement_addendum_id, workspace_id) references record_addenda (id, workspace_id),
  foreign key (rebuttal_addendum_id, workspace_id) references record_addenda (id, workspace_id),
  check ((requested_by_kind = 'portal_recipient') = (requested_by_user_id is null)),
  check (status not in ('accepted', 'partially_accepted', 'fulfilled') or opened_version is not null),
  check ((status = 'denied') = (denial_basis is not null and denial_addendum_id is not null))
);
create index amendments_by_due on amendments (workspace_id, due_on, id);
create index amendments_by_status on amendments (workspace_id, status, due_on, id);
create index amendments_of_entry on amendments (workspace_id, entry_id, created_at, id);
create index amendments_undecided on amendments (due_on) where status = 'requested';
`;
