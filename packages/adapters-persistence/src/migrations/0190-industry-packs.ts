import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowAccess } from './row-access.ts';

/** The words, types and starting values of a trade, and which of them a workspace uses (governance 4.13). */
export class IndustryPacks0190 implements MigrationInterface {
  readonly name = 'IndustryPacks1700000000190';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(['industry_packs', 'adopted_packs'])])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table adopted_packs, industry_packs;
      alter table record_templates drop column pack_code;`);
  }
}

const tables = `
create table industry_packs (
  workspace_id text not null references workspaces (id),
  code text not null,
  content jsonb not null,
  created_by_user_id text not null,
  created_at timestamptz not null,
  primary key (workspace_id, code)
);
create table adopted_packs (
  workspace_id text not null references workspaces (id),
  -- One of the workspace, or of those that Chancery brings along.
  code text not null,
  adopted_by_user_id text not null,
  adopted_at timestamptz not null,
  primary key (workspace_id)
);
alter table record_templates add column pack_code text;
`;
