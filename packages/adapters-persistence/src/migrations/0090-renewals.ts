import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** Renewals of documents (lifecycle 2.6), and what took the place of what (lifecycle 3.3). */
export class Renewals0090 implements MigrationInterface {
  readonly name = 'Renewals1700000000090';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(['renewal_cases']), gate, sweep])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_renewals_overdue(date, uuid, integer);
      drop table renewal_cases;
      drop policy gate on document_lifecycles;
      revoke select on document_lifecycles from chancery_gate;
      alter table document_lifecycles drop column renewal_opened_for, drop column renewal_at, drop column superseded_at;`);
  }
}

const tables = `
alter table document_lifecycles
  add column superseded_at timestamptz,
  -- When the policy wants a renewal opened, and the date of the document for which one was.
  add column renewal_at timestamptz,
  add column renewal_opened_for date,
  add check ((superseded_at is null) = (superseded_by_document_id is null));
create index document_lifecycles_superseded_by on document_lifecycles (workspace_id, superseded_by_document_id)
  where superseded_by_document_id is not null;

create table renewal_cases (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  status text not null
    check (status in ('open', 'in_progress', 'awaiting_approval', 'completed', 'not_renewed', 'cancelled')),
  owner_user_id text not null,
  due_on date not null,
  priority text not null check (priority in ('low', 'medium', 'high', 'critical')),
  opened_by text not null check (opened_by in ('user', 'policy')),
  for_expires_on date,
  note text,
  replacement_document_id uuid,
  submitted_by_user_id text,
  submitted_at timestamptz,
  decided_by_user_id text,
  decided_at timestamptz,
  decision text check (decision in ('approve', 'reject')),
  decision_note text,
  single_person boolean not null,
  single_person_reason text,
  overdue_told_for date,
  history jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade,
  foreign key (replacement_document_id, workspace_id) references documents (id, workspace_id),
  check ((replacement_document_id is null) = (submitted_at is null)),
  check (status <> 'awaiting_approval' or replacement_document_id is not null),
  check ((decision is null) = (decided_at is null)),
  check (single_person = (single_person_reason is not null))
);
create unique index renewal_cases_open on renewal_cases (document_id, workspace_id)
  where status in ('open', 'in_progress', 'awaiting_approval');
create index renewal_cases_due on renewal_cases (workspace_id, due_on, id);
create index renewal_cases_in_status on renewal_cases (workspace_id, status, due_on, id);
create index renewal_cases_of_owner on renewal_cases (workspace_id, owner_user_id, due_on, id);
create index renewal_cases_of_document on renewal_cases (workspace_id, document_id, due_on, id);
create index renewal_cases_of_replacement on renewal_cases (workspace_id, replacement_document_id)
  where status = 'awaiting_approval';
create index renewal_cases_overdue on renewal_cases (due_on, document_id)
  where status in ('open', 'in_progress', 'awaiting_approval') and overdue_told_for is distinct from due_on;
`;

const gate = `
create policy gate on document_lifecycles to chancery_gate using (true);
grant select on document_lifecycles to chancery_gate;
`;

const sweep = `
create function chancery_renewals_overdue(before date, after uuid, most integer)
returns table (document_id uuid, workspace_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.document_id, r.workspace_id from renewal_cases r
  where r.status in ('open', 'in_progress', 'awaiting_approval') and r.overdue_told_for is distinct from r.due_on
    and r.due_on < before and (after is null or r.document_id > after)
  order by r.document_id limit most
$$;
${ownedByGate({ functions: ['chancery_renewals_overdue(date, uuid, integer)'], to: 'chancery_identity' })}`;
