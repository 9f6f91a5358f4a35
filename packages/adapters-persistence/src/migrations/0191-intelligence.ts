import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** What was looked for in the entries of cases, and what was decided about what was found (governance 4.11). */
export class Intelligence0191 implements MigrationInterface {
  readonly name = 'Intelligence1700000000191';

  async up(runner: QueryRunner): Promise<void> {
    const names = ['intelligence_runs', 'intelligence_inputs', 'intelligence_findings'];
    for (const statements of [tables, rowAccess(names), lookUps]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_intelligence_to_expire(timestamptz, integer);
      drop table intelligence_findings, intelligence_inputs, intelligence_runs;`);
  }
}

const tables = `
create table intelligence_runs (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  kinds text[] not null,
  provider text not null check (provider in ('local', 'external')),
  model text not null,
  language text not null,
  excluded_by_label integer not null,
  status text not null
    check (status in ('queued', 'running', 'needs_review', 'reviewed', 'rejected', 'failed', 'expired')),
  dropped_findings integer not null,
  error_code text,
  created_by_user_id text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  reviewed_by_user_id text,
  reviewed_at timestamptz,
  -- Under the key of the case.
  review_comment_sealed bytea,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade
);
create index intelligence_runs_of_case on intelligence_runs (workspace_id, case_id, created_at desc, id desc);
create unique index intelligence_runs_active on intelligence_runs (case_id, workspace_id)
  where status in ('queued', 'running');
create index intelligence_runs_to_expire on intelligence_runs (expires_at) where status = 'needs_review';

create table intelligence_inputs (
  workspace_id text not null references workspaces (id),
  run_id uuid not null,
  position integer not null,
  artifact_id uuid not null,
  version_number integer not null,
  content_hash text not null,
  primary key (run_id, position, workspace_id),
  foreign key (run_id, workspace_id) references intelligence_runs (id, workspace_id) on delete cascade,
  foreign key (artifact_id, workspace_id) references record_entries (id, workspace_id) on delete cascade
);
create index intelligence_inputs_of_entry on intelligence_inputs (artifact_id, workspace_id);

create table intelligence_findings (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  run_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('summary', 'timeline', 'follow_up_candidates', 'inconsistencies')),
  -- Findings quote entries: under the key of the case.
  proposed_sealed bytea not null,
  decision text not null check (decision in ('proposed', 'accepted', 'edited', 'rejected')),
  edited_sealed bytea,
  decided_by_user_id text,
  decided_at timestamptz,
  result_kind text check (result_kind in ('follow_up', 'entry_draft')),
  result_id uuid,
  primary key (id, workspace_id),
  foreign key (run_id, workspace_id) references intelligence_runs (id, workspace_id) on delete cascade,
  check ((result_kind is null) = (result_id is null))
);
create index intelligence_findings_of_run on intelligence_findings (run_id, workspace_id, position);
`;

/** Asked across all workspaces: it returns ids only. */
const lookUps = `
create function chancery_intelligence_to_expire(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.workspace_id, r.id from intelligence_runs r
  where r.status = 'needs_review' and r.expires_at <= at order by r.expires_at limit most
$$;
${ownedByGate({ functions: ['chancery_intelligence_to_expire(timestamptz, integer)'], to: 'chancery_identity' })}`;
