import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = "workspace_id = current_setting('app.workspace', true)";

/** How dates of documents came about when somebody asked (lifecycle 2.5). */
export class Calculations0083 implements MigrationInterface {
  readonly name = 'Calculations1700000000083';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [table, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table lifecycle_calculations');
  }
}

const table = `
create table lifecycle_calculations (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  policy_id uuid,
  policy_revision integer,
  basis text,
  inputs jsonb not null,
  expires_on date,
  grace_ends_on date,
  outcome text not null,
  notices jsonb not null,
  trace text[] not null,
  as_of timestamptz not null,
  primary key (id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade
);
create index lifecycle_calculations_newest on lifecycle_calculations (workspace_id, document_id, id desc);
`;

const privileges = `
alter table lifecycle_calculations enable row level security;
alter table lifecycle_calculations force row level security;
create policy tenant on lifecycle_calculations to chancery_app, chancery_identity using (${bound}) with check (${bound});
grant select, insert, update, delete on lifecycle_calculations to chancery_app, chancery_identity;
`;
