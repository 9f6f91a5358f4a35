import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

const tenantTables = ['record_keys', 'record_signing_keys'];

/** Which key of the vault seals which subject or case, and the keys with which entries are signed (governance 7). */
export class RecordKeys0130 implements MigrationInterface {
  readonly name = 'RecordKeys1700000000130';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table record_signing_keys, record_keys');
  }
}

const tables = `
create table record_keys (
  workspace_id text not null references workspaces (id),
  key_id uuid not null,
  scope_kind text check (scope_kind in ('subject', 'case')),
  scope_id uuid,
  made_at timestamptz not null,
  taken_at timestamptz,
  primary key (workspace_id, key_id),
  check ((scope_kind is null) = (scope_id is null) and (scope_kind is null) = (taken_at is null))
);
create unique index record_keys_of_scope on record_keys (workspace_id, scope_kind, scope_id) where scope_id is not null;
create index record_keys_in_stock on record_keys (workspace_id, key_id) where scope_id is null;

create table record_signing_keys (
  workspace_id text not null references workspaces (id),
  key_id text not null,
  public_key bytea not null,
  private_sealed bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (workspace_id, key_id)
);
create unique index record_signing_keys_active on record_signing_keys (workspace_id) where retired_at is null;
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
