import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

const tenantTables = [
  'retention_policies',
  'retention_assignments',
  'retention_clocks',
  'record_holds',
  'record_hold_subjects',
  'record_hold_cases',
  'record_hold_custodians',
];
const dueFunction = 'chancery_record_retention_due(date, text, integer)';

/** How long cases are kept, and what suspends their end (governance 4.7, 4.8). */
export class RecordRetention0180 implements MigrationInterface {
  readonly name = 'RecordRetention1700000000180';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [retention, holds, rowAccess(tenantTables), due]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop function ${dueFunction}; drop table ${tenantTables.toReversed().join(', ')}, retention_days`,
    );
  }
}

const retention = `
create table retention_policies (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  code text not null,
  name text not null,
  jurisdiction text,
  legal_basis text not null,
  trigger text not null check (trigger in ('case_closed', 'last_encounter', 'last_entry', 'subject_birth', 'fixed_date')),
  fixed_date date,
  period text,
  majority_age integer,
  until_age integer,
  action text not null check (action in ('destroy', 'review', 'retain_permanently')),
  include_subject boolean not null,
  status text not null check (status in ('draft', 'active', 'superseded', 'retired')),
  effective_from date,
  supersedes_policy_id uuid,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_by_user_id text not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (code, workspace_id),
  foreign key (supersedes_policy_id, workspace_id) references retention_policies (id, workspace_id),
  check ((trigger = 'fixed_date') = (fixed_date is not null)),
  check (period is not null or action = 'retain_permanently'),
  check ((majority_age is null) = (until_age is null))
);

create table retention_assignments (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  policy_id uuid not null,
  target_kind text not null check (target_kind in ('case', 'case_type', 'workspace')),
  target_case_id uuid,
  target_code text,
  reason text not null,
  status text not null check (status in ('active', 'superseded')),
  assigned_by_user_id text not null,
  assigned_at timestamptz not null,
  primary key (id, workspace_id),
  foreign key (policy_id, workspace_id) references retention_policies (id, workspace_id),
  foreign key (target_case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade,
  check ((target_kind = 'case') = (target_case_id is not null) and (target_kind = 'case_type') = (target_code is not null))
);
create unique index retention_assignments_of_case on retention_assignments (workspace_id, target_case_id)
  where status = 'active' and target_kind = 'case';
create unique index retention_assignments_of_type on retention_assignments (workspace_id, target_code)
  where status = 'active' and target_kind = 'case_type';
create unique index retention_assignments_of_workspace on retention_assignments (workspace_id)
  where status = 'active' and target_kind = 'workspace';
create index retention_assignments_of_policy on retention_assignments (workspace_id, policy_id) where status = 'active';
create index retention_assignments_by_time on retention_assignments (workspace_id, assigned_at desc, id desc);

create table retention_clocks (
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  policy_id uuid not null,
  assignment_id uuid not null,
  state text not null check (state in ('not_started', 'running', 'due', 'permanent', 'disposed')),
  trigger_date date,
  due_on date,
  -- What a disposition review decided in place of the policy, and under which policy and trigger that counts.
  extended_until date,
  extended_policy_id uuid,
  extended_trigger_date date,
  kept_assignment_id uuid,
  computed_at timestamptz not null,
  primary key (workspace_id, case_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade,
  foreign key (policy_id, workspace_id) references retention_policies (id, workspace_id),
  foreign key (assignment_id, workspace_id) references retention_assignments (id, workspace_id)
);
create index retention_clocks_by_due on retention_clocks (workspace_id, due_on, case_id);
create index retention_clocks_of_policy on retention_clocks (workspace_id, policy_id, case_id);
create index retention_clocks_by_state on retention_clocks (workspace_id, state, due_on);

-- Until which day what became due was marked and told in a workspace.
create table retention_days (
  workspace_id text not null references workspaces (id),
  marked_on date not null,
  told_on date,
  primary key (workspace_id)
);
`;

const holds = `
create table record_holds (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  hold_number text not null,
  name text not null,
  matter_reference text,
  reason text not null,
  entire_workspace boolean not null,
  status text not null check (status in ('active', 'released')),
  placed_at timestamptz not null,
  placed_by_user_id text not null,
  released_at timestamptz,
  released_by_user_id text,
  release_reason text,
  version integer not null,
  primary key (id, workspace_id),
  unique (hold_number, workspace_id),
  check ((status = 'released') = (released_at is not null) and (status = 'released') = (release_reason is not null))
);
create index record_holds_by_time on record_holds (workspace_id, placed_at desc, id desc);
create index record_holds_active on record_holds (workspace_id, placed_at) where status = 'active';

create table record_hold_subjects (
  workspace_id text not null references workspaces (id),
  hold_id uuid not null,
  subject_id uuid not null,
  primary key (workspace_id, subject_id, hold_id),
  foreign key (hold_id, workspace_id) references record_holds (id, workspace_id) on delete cascade,
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade
);
create index record_hold_subjects_of_hold on record_hold_subjects (workspace_id, hold_id);

create table record_hold_cases (
  workspace_id text not null references workspaces (id),
  hold_id uuid not null,
  case_id uuid not null,
  primary key (workspace_id, case_id, hold_id),
  foreign key (hold_id, workspace_id) references record_holds (id, workspace_id) on delete cascade,
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade
);
create index record_hold_cases_of_hold on record_hold_cases (workspace_id, hold_id);

create table record_hold_custodians (
  workspace_id text not null references workspaces (id),
  hold_id uuid not null,
  user_id text not null,
  primary key (workspace_id, hold_id, user_id),
  foreign key (hold_id, workspace_id) references record_holds (id, workspace_id) on delete cascade
);
create index record_hold_custodians_of_user on record_hold_custodians (workspace_id, user_id);

alter table retention_days enable row level security;
alter table retention_days force row level security;
create policy tenant on retention_days to chancery_app, chancery_identity
  using (workspace_id = current_setting('app.workspace', true)) with check (workspace_id = current_setting('app.workspace', true));
create policy gate on retention_days to chancery_gate using (true);
grant select, insert, update, delete on retention_days to chancery_app, chancery_identity;
grant select on retention_days to chancery_gate;
`;

/** The workspaces in which something may have become due by a day, and that were not looked through for it. */
const due = `
create function chancery_record_retention_due(day date, after text, most integer) returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.workspace_id from (select distinct p.workspace_id from retention_policies p) w
  left join retention_days d on d.workspace_id = w.workspace_id
  where (after is null or w.workspace_id > after) and (d.marked_on is null or d.marked_on < day)
    and exists (select from retention_clocks c
      where c.workspace_id = w.workspace_id and c.state in ('running', 'due') and c.due_on <= day)
  order by w.workspace_id limit most
$$;
${ownedByGate({ functions: [dueFunction], to: 'chancery_identity' })}`;
