import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = `workspace_id = nullif(current_setting('app.workspace', true), '')`;

/** What an invitee answered for one session and all later ones, for those that are not written yet. */
const laterAnswers = `
create table later_answers (
  invitation_id uuid primary key references meeting_invitations (id),
  workspace_id text not null references workspaces (id),
  meeting_id uuid not null references meetings (id),
  -- The first of the sessions that it is for.
  from_recurrence_id text not null,
  status text not null check (status in ('accepted', 'tentative', 'declined')),
  -- When the answer counts as written, and the stamp that it bore; an older one does not replace it.
  counted_at timestamptz not null,
  written_at timestamptz not null,
  responded_at timestamptz not null
);
create index later_answers_of_meeting on later_answers (meeting_id);
create index later_answers_of_workspace on later_answers (workspace_id);
alter table later_answers enable row level security;
alter table later_answers force row level security;
create policy tenant on later_answers to chancery_app, chancery_identity using (${bound}) with check (${bound});
grant select, insert, update, delete on later_answers to chancery_app, chancery_identity;
`;

export class LaterAnswers0033 implements MigrationInterface {
  readonly name = 'LaterAnswers1700000000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(laterAnswers);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table later_answers');
  }
}
