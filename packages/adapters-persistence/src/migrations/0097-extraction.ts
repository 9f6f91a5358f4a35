import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

/** Runs over the text of documents, and what they found (lifecycle 2.9). */
export class Extraction0097 implements MigrationInterface {
  readonly name = 'Extraction1700000000097';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [runs, evidence, ...['extraction_runs', 'evidence'].map(privileges)])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table evidence; drop table extraction_runs');
  }
}

const runs = `
create table extraction_runs (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  version_id uuid not null,
  kinds text[] not null,
  languages text[] not null,
  ocr text not null,
  date_order text not null,
  pages jsonb not null,
  request_hash text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  pages_processed integer not null,
  pages_ocr integer not null,
  pages_failed integer not null,
  findings text[] not null,
  engine jsonb,
  evidence_count integer not null,
  failure_code text,
  requested_by_user_id text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade
);
create index extraction_runs_newest on extraction_runs (workspace_id, document_id, id desc);
create index extraction_runs_of_request on extraction_runs (workspace_id, document_id, request_hash) where status = 'completed';
`;

const evidence = `
create table evidence (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  run_id uuid not null,
  document_id uuid not null,
  kind text not null,
  value text not null,
  precision text,
  page integer,
  line integer not null,
  bounding_box jsonb,
  quote text not null,
  method text not null,
  label text,
  ambiguous boolean not null,
  alternatives text[] not null,
  confidence numeric(3, 2) not null,
  status text not null check (status in ('proposed', 'accepted', 'rejected', 'corrected')),
  is_superseded boolean not null,
  corrected_value text,
  reviewed_by_user_id text,
  reviewed_at timestamptz,
  review_note text,
  applied_to text,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (run_id, workspace_id) references extraction_runs (id, workspace_id) on delete cascade,
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade
);
create index evidence_of_document on evidence
  (workspace_id, document_id, (coalesce(page, 0)), line, kind collate "C", value collate "C", id);
create index evidence_of_run on evidence (workspace_id, run_id);
`;

const privileges = (table: string) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} to chancery_app, chancery_identity using (${boundToWorkspace}) with check (${boundToWorkspace});
grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;
`;
