import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

/** Filters of the dashboard that people keep under a name (lifecycle 2.13). */
export class SavedViews0085 implements MigrationInterface {
  readonly name = 'SavedViews1700000000085';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [table, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table saved_views');
  }
}

const table = `
create table saved_views (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  owner_user_id text not null,
  name text not null,
  name_fold text not null,
  filters jsonb not null,
  columns text[] not null,
  sort text not null,
  visibility text not null check (visibility in ('private', 'workspace')),
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id)
);
-- Not unique: an heir may have a view of the same name already.
create index saved_views_of_owner on saved_views (workspace_id, owner_user_id, name_fold);
create index saved_views_shared on saved_views (workspace_id) where visibility = 'workspace';
`;

const privileges = `
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy tenant on saved_views to chancery_app, chancery_identity using (${boundToWorkspace}) with check (${boundToWorkspace});
grant select, insert, update, delete on saved_views to chancery_app, chancery_identity;
`;
