import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = "workspace_id = current_setting('app.workspace', true)";

/** Checks of identity documents (lifecycle 2.10). What a zone says is sealed, and its number is kept by a keyed hash alone. */
export class IdentityVerifications0096 implements MigrationInterface {
  readonly name = 'IdentityVerifications1700000000096';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [table, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table identity_verifications');
  }
}

const table = `
create table identity_verifications (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  outcome text not null,
  format text not null,
  fields_sealed bytea not null,
  number_hash text not null,
  surname_hash text not null,
  checks jsonb not null,
  comparisons jsonb not null,
  findings text[] not null,
  source text not null,
  as_of date not null,
  verified_by_user_id text not null,
  created_at timestamptz not null,
  primary key (id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade
);
create index identity_verifications_newest on identity_verifications (workspace_id, document_id, id desc);
create index identity_verifications_of_number on identity_verifications (workspace_id, number_hash);
`;

const privileges = `
alter table identity_verifications enable row level security;
alter table identity_verifications force row level security;
create policy tenant on identity_verifications to chancery_app, chancery_identity using (${bound}) with check (${bound});
grant select, insert, update, delete on identity_verifications to chancery_app, chancery_identity;
`;
