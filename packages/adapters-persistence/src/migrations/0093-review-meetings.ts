import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rowAccess } from './row-access.ts';

/** Meetings in which people look at a document (lifecycle 2.13). */
export class ReviewMeetings0093 implements MigrationInterface {
  readonly name = 'ReviewMeetings1700000000093';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(['review_meetings'])]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_meetings');
  }
}

const tables = `
create table review_meetings (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  renewal_case_id uuid,
  -- No reference: the key of meetings is one that an earlier migration makes anew when it is undone.
  meeting_id uuid not null,
  created_by_user_id text not null,
  created_at timestamptz not null,
  primary key (id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade,
  foreign key (renewal_case_id, workspace_id) references renewal_cases (id, workspace_id) on delete cascade
);
create unique index review_meetings_of_meeting on review_meetings (meeting_id, workspace_id);
create index review_meetings_of_document on review_meetings (document_id, workspace_id);
create index review_meetings_of_renewal on review_meetings (workspace_id, renewal_case_id, id)
  where renewal_case_id is not null;
`;
