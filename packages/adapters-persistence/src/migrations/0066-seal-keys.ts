import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

/** Keys of seals that Chancery has made: a root for the installation, and a key for each workspace (documents 6, SEA-10). */
export class SealKeys0066 implements MigrationInterface {
  readonly name = 'SealKeys1700000000066';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [roots, leaves]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table seal_leaves; drop table seal_roots;');
  }
}

/** No transaction of a request reaches the keys: they belong to the host, which signs in none. */
const roots = `
create table seal_roots (
  id uuid primary key,
  algorithm text not null check (algorithm in ('rsa', 'ec')),
  certificate bytea not null,
  private_sealed bytea not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until > valid_from),
  created_at timestamptz not null
);
alter table seal_roots enable row level security;
alter table seal_roots force row level security;
create policy installation on seal_roots to chancery_identity using (true) with check (true);
grant select, insert, update on seal_roots to chancery_identity;
`;

const leaves = `
create table seal_leaves (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  root_id uuid not null references seal_roots (id),
  owner_name text not null,
  algorithm text not null check (algorithm in ('rsa', 'ec')),
  certificate bytea not null,
  private_sealed bytea not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until > valid_from),
  created_at timestamptz not null,
  primary key (id, workspace_id)
);
-- A key that was replaced is destroyed, and its certificate is in the files that it has sealed.
create unique index seal_leaf_of_workspace on seal_leaves (workspace_id);
alter table seal_leaves enable row level security;
alter table seal_leaves force row level security;
create policy tenant on seal_leaves to chancery_identity using (${boundToWorkspace}) with check (${boundToWorkspace});
grant select, insert, update, delete on seal_leaves to chancery_identity;
`;
