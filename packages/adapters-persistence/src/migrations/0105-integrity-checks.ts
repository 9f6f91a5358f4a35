import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

/** Checks of the integrity of a workspace that somebody asked for (governance 4.14). */
export class IntegrityChecks0105 implements MigrationInterface {
  readonly name = 'IntegrityChecks1700000000105';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table integrity_checks');
  }
}

const table = `
create table integrity_checks (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  scope text[] not null,
  from_seq bigint,
  to_seq bigint,
  status text not null check (status in ('queued', 'running', 'passed', 'failed', 'error')),
  events_checked bigint not null,
  faults jsonb not null,
  verification jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (id, workspace_id)
);
create index integrity_checks_newest on integrity_checks (workspace_id, id desc);
create unique index integrity_checks_one_running on integrity_checks (workspace_id) where status in ('queued', 'running');
alter table integrity_checks enable row level security;
alter table integrity_checks force row level security;
create policy tenant on integrity_checks to chancery_app, chancery_identity using (${boundToWorkspace}) with check (${boundToWorkspace});
grant select, insert, update, delete on integrity_checks to chancery_app, chancery_identity;
`;
