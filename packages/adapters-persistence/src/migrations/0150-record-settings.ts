import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowAccess } from './row-access.ts';

/** What else workspaces decide about their records, and what is known of a change of clearances (governance 4.19). */
export class RecordSettings0150 implements MigrationInterface {
  readonly name = 'RecordSettings1700000000150';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [settings, rowAccess(['record_settings']), clearances, founders])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table member_clearances drop column changed_by_user_id, drop column changed_at, drop column single_person,
        drop column single_person_reason, drop column pending_change;
      drop table record_settings;`);
  }
}

const settings = `
create table record_settings (
  workspace_id text not null references workspaces (id),
  subject_directory text not null default 'workspace' check (subject_directory in ('workspace', 'case_team')),
  audit_reads text not null default 'restricted' check (audit_reads in ('restricted', 'all')),
  external_intelligence boolean not null default false,
  restricted_to_provider boolean not null default false,
  backup_retention_days integer not null default 35 check (backup_retention_days between 1 and 3650),
  -- Null follows the language of the workspace.
  search_language text,
  break_glass_notify text[] not null default '{}',
  updated_at timestamptz,
  version integer not null default 1,
  primary key (workspace_id)
);
`;

const clearances = `
alter table member_clearances
  add column changed_by_user_id text,
  add column changed_at timestamptz,
  add column single_person boolean not null default false,
  add column single_person_reason text,
  -- What somebody who is alone has asked for themselves, and from when on it may be applied.
  add column pending_change jsonb,
  add check (single_person = (single_person_reason is not null));
`;

/** Whoever creates a workspace has all duties; of the workspaces of before that is the owner who has been there longest. */
const founders = `
insert into member_clearances (workspace_id, user_id, duties)
select distinct on (m.workspace_id) m.workspace_id, m.user_id, array['privacy_officer', 'records_manager', 'auditor']
from memberships m where m.role = 'owner' and m.status = 'active'
order by m.workspace_id, m.joined_at, m.user_id
on conflict (workspace_id, user_id) do nothing;
`;
