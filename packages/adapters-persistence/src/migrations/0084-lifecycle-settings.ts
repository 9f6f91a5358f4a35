import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

const tenantTables = ['lifecycle_settings', 'risk_acknowledgements'];

/** What workspaces decided about dates, which risks people have accepted, and indexes of the dashboard (lifecycle 2.12, 2.13). */
export class LifecycleSettings0084 implements MigrationInterface {
  readonly name = 'LifecycleSettings1700000000084';

  async up(runner: QueryRunner): Promise<void> {
    // Indexes of a million lifecycles take longer than a statement may elsewhere.
    await runner.query('set local statement_timeout = 0');
    for (const statements of [settings, risks, indexes, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index document_lifecycles_by_change, document_holds_to_review_here, documents_unscanned_here;
      drop table risk_acknowledgements, lifecycle_settings;
      alter table document_lifecycles drop column owner_left_at;`);
  }
}

const settings = `
create table lifecycle_settings (
  workspace_id text not null references workspaces (id),
  date_order text check (date_order in ('dmy', 'mdy')),
  extraction_languages text[],
  ocr text not null check (ocr in ('auto', 'never')),
  specimen_allowed boolean not null,
  trash_days integer not null check (trash_days between 1 and 365),
  updated_at timestamptz not null,
  version integer not null,
  primary key (workspace_id)
);
`;

const risks = `
-- The newest acknowledgement of each risk of a document; one of an expiry counts for the date that it was made for alone.
create table risk_acknowledgements (
  document_id uuid not null,
  workspace_id text not null references workspaces (id),
  risk text not null,
  until date not null,
  for_expires_on date,
  reason text not null,
  by_user_id text not null,
  at timestamptz not null,
  primary key (document_id, risk, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade
);
create index risk_acknowledgements_here on risk_acknowledgements (workspace_id, document_id);
-- When whoever kept the document in force left without an heir; null once somebody else was named (LIF-25).
alter table document_lifecycles add column owner_left_at timestamptz;
`;

const indexes = `
create index document_lifecycles_by_change on document_lifecycles (workspace_id, updated_at, document_id);
create index document_holds_to_review_here on document_holds (workspace_id, review_on, document_id)
  where status = 'active' and review_on is not null;
create index documents_unscanned_here on documents (workspace_id, id) where scan = 'skipped' and status = 'active';
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
