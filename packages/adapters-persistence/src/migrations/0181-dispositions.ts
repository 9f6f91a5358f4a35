import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

const tenantTables = ['disposition_reviews', 'disposition_items', 'disposition_certificates'];
const dueFunction = 'chancery_dispositions_due(timestamptz, date, integer)';

/** The reviewed end of records, and the evidence that it leaves (governance 4.9, 7 and 14). */
export class Dispositions0181 implements MigrationInterface {
  readonly name = 'Dispositions1700000000181';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, records, rowAccess(tenantTables), due]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${dueFunction};
      drop table ${tenantTables.toReversed().join(', ')};
      alter table record_keys drop column retired_at;
      alter table record_cases drop constraint record_cases_status_check;
      alter table record_cases add constraint record_cases_status_check
        check (status in ('intake', 'active', 'on_hold', 'closed', 'archived', 'cancelled'));`);
  }
}

const tables = `
create table disposition_reviews (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  review_number text not null,
  action text not null check (action in ('destroy', 'extend', 'retain_permanently')),
  justification text not null,
  extend_until date,
  status text not null check (status in
    ('pending', 'approved', 'rejected', 'deferred', 'executing', 'executed', 'failed', 'cancelled', 'expired')),
  manifest_sha256 text not null,
  requested_by_user_id text not null,
  requested_at timestamptz not null,
  decided_by_user_id text,
  decided_at timestamptz,
  decision_reason text,
  single_person boolean not null,
  single_person_reason text,
  defer_until date,
  approval_expires_at timestamptz,
  executed_by_user_id text,
  executed_at timestamptz,
  failed_case_id uuid,
  failure_code text,
  version integer not null,
  primary key (id, workspace_id),
  unique (review_number, workspace_id),
  check ((action = 'extend') = (extend_until is not null)),
  check (status <> 'deferred' or defer_until is not null),
  check (status <> 'approved' or approval_expires_at is not null)
);
create index disposition_reviews_by_time on disposition_reviews (workspace_id, requested_at desc, id desc);
create index disposition_reviews_open on disposition_reviews (workspace_id, status)
  where status in ('pending', 'deferred', 'approved', 'executing', 'failed');
create index disposition_reviews_to_expire on disposition_reviews (approval_expires_at) where status = 'approved';
create index disposition_reviews_deferred on disposition_reviews (defer_until) where status = 'deferred';

create table disposition_items (
  workspace_id text not null references workspaces (id),
  review_id uuid not null,
  position integer not null,
  case_id uuid not null,
  case_number text not null,
  policy_id uuid not null,
  policy_code text not null,
  due_on date,
  subject_id uuid not null,
  subject_number text not null,
  entries integer not null,
  attachments integer not null,
  state text not null check (state in ('pending', 'erasing', 'destroyed', 'skipped', 'settled')),
  key_id uuid,
  key_destroyed_at timestamptz,
  subject_state text not null check (subject_state in ('kept', 'erasing', 'erased')),
  subject_key_id uuid,
  subject_key_destroyed_at timestamptz,
  primary key (review_id, position, workspace_id),
  foreign key (review_id, workspace_id) references disposition_reviews (id, workspace_id) on delete cascade
);
create unique index disposition_items_once on disposition_items (workspace_id, case_id) where state in ('pending', 'erasing');

create table disposition_certificates (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  review_id uuid not null,
  certificate_number text not null,
  issued_at timestamptz not null,
  covered jsonb not null,
  sha256 text not null,
  signature bytea not null,
  key_id text not null,
  primary key (id, workspace_id),
  unique (review_id, workspace_id),
  unique (certificate_number, workspace_id),
  foreign key (review_id, workspace_id) references disposition_reviews (id, workspace_id) on delete cascade
);
`;

const records = `
-- From then on nothing is opened or sealed with the key, also by a process that remembers it.
alter table record_keys add column retired_at timestamptz;
alter table record_cases drop constraint record_cases_status_check;
alter table record_cases add constraint record_cases_status_check
  check (status in ('intake', 'active', 'on_hold', 'closed', 'archived', 'cancelled', 'disposed'));
`;

const due = `
create function chancery_dispositions_due(at timestamptz, day date, most integer)
returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select r.workspace_id, r.id from disposition_reviews r
   where r.status = 'approved' and r.approval_expires_at <= at order by r.approval_expires_at limit most)
  union all
  (select r.workspace_id, r.id from disposition_reviews r
   where r.status = 'deferred' and r.defer_until <= day order by r.defer_until limit most)
$$;
${ownedByGate({ functions: [dueFunction], to: 'chancery_identity' })}`;
