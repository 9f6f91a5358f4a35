import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** Hand-overs of cases from one lead to another (governance 4.10). */
export class CaseTransfers0169 implements MigrationInterface {
  readonly name = 'CaseTransfers1700000000169';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(['case_transfers']), sweep]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function chancery_case_transfers_to_expire(timestamptz, integer); drop table case_transfers',
    );
  }
}

const tables = `
create table case_transfers (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  from_user_id text not null,
  to_user_id text not null,
  outgoing_role text not null check (outgoing_role in ('contributor', 'viewer', 'removed')),
  move_follow_ups boolean not null,
  reason text not null,
  status text not null check (status in ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by_user_id text,
  decision_reason text,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade
);
create unique index case_transfers_one_pending on case_transfers (workspace_id, case_id) where status = 'pending';
create index case_transfers_to_expire on case_transfers (expires_at) where status = 'pending';
`;

const sweep = `
create function chancery_case_transfers_to_expire(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.workspace_id, t.id from case_transfers t
  where t.status = 'pending' and t.expires_at <= at order by t.expires_at limit most
$$;
${ownedByGate({ functions: ['chancery_case_transfers_to_expire(timestamptz, integer)'], to: 'chancery_identity' })}`;
