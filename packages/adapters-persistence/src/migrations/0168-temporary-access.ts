import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** Access that is given to somebody for a time, or taken in an emergency (governance 4.5 and 4.6). */
export class TemporaryAccess0168 implements MigrationInterface {
  readonly name = 'TemporaryAccess1700000000168';

  async up(runner: QueryRunner): Promise<void> {
    const tables = ['temporary_grants', 'break_glass_sessions', 'break_glass_lookups'];
    for (const statements of [purposes, grants, sessions, rowAccess(tables), sweeps])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_access_to_expire(timestamptz, integer), chancery_reviews_overdue(timestamptz, timestamptz, integer);
      drop table temporary_grants, break_glass_sessions, break_glass_lookups;
      drop index record_grants_by_start;
      revoke select on record_grants from chancery_gate;
      drop policy gate on record_grants;
      alter table record_grants drop column purpose_of_use;`);
  }
}

/** Access for a time opens for one purpose; what the predicate of the lists counts stands in `record_grants`. */
const purposes = `
alter table record_grants add column purpose_of_use text
  check (purpose_of_use in ('professional_operations', 'treatment', 'legal_proceedings', 'emergency'));
update record_grants set purpose_of_use = case basis when 'break_glass' then 'emergency' else 'professional_operations' end;
alter table record_grants alter column purpose_of_use set not null;
`;

const grants = `
create table temporary_grants (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  -- Of the scope: the case that it is, or is in; null for a subject.
  case_id uuid,
  subject_id uuid not null,
  permission text not null check (permission in ('read', 'contribute')),
  reason text not null,
  revoked_at timestamptz,
  revoked_by_user_id text,
  revoke_reason text,
  -- Whether its end stands in the ledger.
  end_written boolean not null,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (id, workspace_id) references record_grants (id, workspace_id) on delete cascade
);
create index temporary_grants_of_case on temporary_grants (workspace_id, case_id) where case_id is not null;
create index temporary_grants_open on temporary_grants (workspace_id, id) where not end_written;
create index record_grants_by_start on record_grants (workspace_id, basis, starts_at desc, id desc);
`;

const sessions = `
create table break_glass_sessions (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  user_id text not null,
  scope_kind text not null check (scope_kind in ('case', 'subject')),
  scope_id uuid not null,
  case_id uuid,
  subject_id uuid not null,
  reason_code text not null check (reason_code in
    ('emergency_treatment', 'risk_to_life', 'safeguarding_concern', 'court_deadline', 'absence_of_responsible', 'other')),
  reason text not null,
  opened_mask integer not null check (opened_mask between 0 and 255),
  status text not null check (status in ('active', 'ended', 'expired', 'needs_follow_up', 'justified', 'unjustified')),
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  reauth_method text not null,
  notified jsonb not null,
  review_due_at timestamptz not null,
  review jsonb,
  -- When its privacy officers were last reminded of a review that is overdue.
  reminded_at timestamptz,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (id, workspace_id) references record_grants (id, workspace_id) on delete cascade
);
create index break_glass_sessions_of_user on break_glass_sessions (workspace_id, user_id, expires_at);
create index break_glass_sessions_in_scope on break_glass_sessions (workspace_id, scope_kind, scope_id);
create index break_glass_sessions_by_start on break_glass_sessions (workspace_id, started_at desc, id desc);
create index break_glass_sessions_active on break_glass_sessions (expires_at) where status = 'active';
create index break_glass_sessions_to_review on break_glass_sessions (review_due_at)
  where status in ('active', 'ended', 'expired', 'needs_follow_up');

create table break_glass_lookups (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  user_id text not null,
  failed_at timestamptz not null,
  primary key (id, workspace_id)
);
create index break_glass_lookups_of_user on break_glass_lookups (workspace_id, user_id, failed_at);
`;

/** Questions across all workspaces; they return ids only. */
const sweeps = `
create function chancery_access_to_expire(at timestamptz, most integer) returns table (workspace_id text, id uuid, basis text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select g.workspace_id, g.id, g.basis from temporary_grants t
   join record_grants g on g.workspace_id = t.workspace_id and g.id = t.id
   where not t.end_written and (g.ended_at is not null or g.expires_at <= at) order by g.expires_at limit most)
  union all
  (select s.workspace_id, s.id, 'break_glass' from break_glass_sessions s
   where s.status = 'active' and s.expires_at <= at order by s.expires_at limit most)
$$;
create function chancery_reviews_overdue(at timestamptz, reminded_before timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.workspace_id, s.id from break_glass_sessions s
  where s.status in ('active', 'ended', 'expired', 'needs_follow_up') and s.review_due_at <= at
    and (s.reminded_at is null or s.reminded_at <= reminded_before) order by s.review_due_at limit most
$$;
create policy gate on record_grants to chancery_gate using (true);
grant select on record_grants to chancery_gate;
${ownedByGate({
  functions: [
    'chancery_access_to_expire(timestamptz, integer)',
    'chancery_reviews_overdue(timestamptz, timestamptz, integer)',
  ],
  to: 'chancery_identity',
})}`;
