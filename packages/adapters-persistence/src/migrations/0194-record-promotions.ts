import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowAccess } from './row-access.ts';

/** What was made of meetings, documents, files of clients and projects in cases (records 4.11 and REC-55). */
export class RecordPromotions0194 implements MigrationInterface {
  readonly name = 'RecordPromotions1700000000194';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(['record_promotions'])]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table record_promotions');
  }
}

const tables = `
create table record_promotions (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  source_kind text not null check (source_kind in ('meeting', 'document', 'file_request_upload', 'project')),
  source_id uuid not null,
  source_version text not null,
  source_sha256 text,
  source_title text not null,
  target text not null check (target in ('entry', 'encounter', 'attachment', 'follow_up')),
  target_id uuid not null,
  repeated boolean not null,
  created_by_user_id text not null,
  created_at timestamptz not null,
  primary key (id, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade,
  check (source_sha256 is not null or source_kind = 'project')
);
create unique index record_promotions_once
  on record_promotions (case_id, source_kind, source_id, source_version, target, workspace_id) where not repeated;
create index record_promotions_of_source on record_promotions (workspace_id, source_kind, source_id);
`;
