import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowAccess } from './row-access.ts';

/** What workspaces decided about their records (governance 4.19). */
export class RecordSettings0150 implements MigrationInterface {
  readonly name = 'RecordSettings1700000000150';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(['record_settings'])]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table record_settings');
  }
}

const tables = `
create table record_settings (
  workspace_id text not null references workspaces (id),
  subject_directory text not null check (subject_directory in ('workspace', 'case_team')),
  audit_reads text not null check (audit_reads in ('restricted', 'all')),
  external_intelligence boolean not null,
  restricted_to_provider boolean not null,
  backup_retention_days integer not null check (backup_retention_days between 1 and 3650),
  -- Null follows the language of the workspace.
  search_language text,
  break_glass_notify text[] not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (workspace_id)
);
`;
