import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = "workspace_id = current_setting('app.workspace', true)";

/** Holds on documents (lifecycle 2.7). */
export class LegalHolds0082 implements MigrationInterface {
  readonly name = 'LegalHolds1700000000082';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [table, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table document_holds');
  }
}

const table = `
create table document_holds (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  kind text not null check (kind in ('case', 'direct')),
  matter text not null,
  matter_reference text,
  reason text not null,
  custodian_user_id text,
  review_on date,
  status text not null check (status in ('active', 'released')),
  placed_by_user_id text not null,
  placed_at timestamptz not null,
  released_by_user_id text,
  released_at timestamptz,
  release_reason text,
  primary key (id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade,
  check ((status = 'released') = (released_at is not null) and (status = 'released') = (release_reason is not null))
);
create unique index document_holds_direct on document_holds (document_id, workspace_id) where status = 'active' and kind = 'direct';
create unique index document_holds_of_reference on document_holds (document_id, matter_reference, workspace_id)
  where status = 'active' and kind = 'case' and matter_reference is not null;
create index document_holds_active on document_holds (workspace_id, document_id) where status = 'active';
create index document_holds_of_document on document_holds (workspace_id, document_id, id desc);
create index document_holds_of_matter on document_holds (workspace_id, matter_reference) where matter_reference is not null;
create index document_holds_to_review on document_holds (review_on) where status = 'active' and review_on is not null;
create index document_holds_of_custodian on document_holds (workspace_id, custodian_user_id) where status = 'active';
`;

const privileges = `
alter table document_holds enable row level security;
alter table document_holds force row level security;
create policy tenant on document_holds to chancery_app, chancery_identity using (${bound}) with check (${bound});
grant select, insert, update, delete on document_holds to chancery_app, chancery_identity;
`;
