import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

/** Which subjects somebody has said to be different, although they look the same (records REC-10). */
export class SubjectDuplicates0101 implements MigrationInterface {
  readonly name = 'SubjectDuplicates1700000000101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table subject_dismissals');
  }
}

const table = `
create table subject_dismissals (
  workspace_id text not null references workspaces (id),
  candidate_id uuid not null,
  subject_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, candidate_id, subject_id),
  foreign key (candidate_id, workspace_id) references subjects (id, workspace_id) on delete cascade,
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade
);
create index subject_dismissals_of_subject on subject_dismissals (workspace_id, subject_id);
alter table subject_dismissals enable row level security;
alter table subject_dismissals force row level security;
create policy tenant on subject_dismissals to chancery_app, chancery_identity using (${boundToWorkspace}) with check (${boundToWorkspace});
grant select, insert, update, delete on subject_dismissals to chancery_app, chancery_identity;
`;
