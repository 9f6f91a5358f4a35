import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

/** Subjects that turn out to be one are linked, and what that changed is kept so that it can be taken back (records 4.2). */
export class SubjectMerges0120 implements MigrationInterface {
  readonly name = 'SubjectMerges1700000000120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(lines);
    await runner.query(merges);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table subject_merges;
      alter table subjects drop column merged_mask, drop column merged_into_subject_id,
        drop column canonical_subject_id, drop column disposed_at, drop column merged_search_text;
      alter table subjects drop constraint subjects_status_check;
      alter table subjects no force row level security;
      update subjects set status = 'inactive' where status = 'merged';
      alter table subjects force row level security;
      alter table subjects add constraint subjects_status_check check (status in ('active', 'inactive', 'archived'));`);
  }
}

const lines = `
alter table subjects drop constraint subjects_status_check;
alter table subjects add constraint subjects_status_check check (status in ('active', 'inactive', 'archived', 'merged'));
alter table subjects
  add column merged_mask integer not null default 0 check (merged_mask between 0 and 255),
  add column merged_into_subject_id uuid,
  add column canonical_subject_id uuid,
  add column disposed_at timestamptz,
  add column merged_search_text text not null default '';
-- The owner of the tables is bound by their policies too, which are for other roles.
alter table subjects no force row level security;
update subjects set canonical_subject_id = id;
alter table subjects force row level security;
alter table subjects alter column canonical_subject_id set not null;
alter table subjects
  add foreign key (merged_into_subject_id, workspace_id) references subjects (id, workspace_id),
  add foreign key (canonical_subject_id, workspace_id) references subjects (id, workspace_id),
  add check ((status = 'merged') = (merged_into_subject_id is not null)),
  add check ((status = 'merged') = (canonical_subject_id <> id));
create index subjects_by_line on subjects (workspace_id, canonical_subject_id, id);
`;

const merges = `
create table subject_merges (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  surviving_subject_id uuid not null,
  merged_subject_id uuid not null,
  status text not null check (status in ('applied', 'reversed')),
  reason text not null,
  merged_by_user_id text not null,
  merged_at timestamptz not null,
  reversed_by_user_id text,
  reversed_at timestamptz,
  reversal_reason text,
  log jsonb not null,
  summary jsonb not null,
  place integer not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (surviving_subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade,
  foreign key (merged_subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade
);
create index subject_merges_by_survivor on subject_merges (workspace_id, surviving_subject_id, place desc);
create index subject_merges_by_merged on subject_merges (workspace_id, merged_subject_id, place desc);
create unique index subject_merges_once on subject_merges (workspace_id, merged_subject_id) where status = 'applied';
alter table subject_merges enable row level security;
alter table subject_merges force row level security;
create policy tenant on subject_merges to chancery_app, chancery_identity using (${boundToWorkspace}) with check (${boundToWorkspace});
grant select, insert, update, delete on subject_merges to chancery_app, chancery_identity;
`;
