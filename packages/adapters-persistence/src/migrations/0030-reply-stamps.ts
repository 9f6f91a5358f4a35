import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = `workspace_id = nullif(current_setting('app.workspace', true), '')`;

/**
 * Answers by mail arrive in any order, so the newest of each person is remembered, for the meeting ('') and for each
 * session. \`person\` is a digest: who it is can be found by nobody who does not know the address.
 */
const stamps = `
create table meeting_reply_stamps (
  workspace_id text not null references workspaces (id),
  meeting_id uuid not null references meetings (id) on delete cascade,
  person text not null,
  recurrence_id text not null,
  -- When the answer counts as written: a stamp in the future counts as the moment at which it came.
  counted_at timestamptz not null,
  -- The stamp that it bore.
  written_at timestamptz not null,
  -- The last stamps that were in the future when they came.
  ahead timestamptz[] not null,
  primary key (meeting_id, person, recurrence_id)
);
create index meeting_reply_stamps_of_workspace on meeting_reply_stamps (workspace_id);
alter table meeting_reply_stamps enable row level security;
alter table meeting_reply_stamps force row level security;
create policy tenant on meeting_reply_stamps to chancery_app, chancery_identity using (${bound}) with check (${bound});
create policy gate on meeting_reply_stamps to chancery_gate using (true) with check (true);
grant select, insert, update, delete on meeting_reply_stamps to chancery_app, chancery_identity;

insert into meeting_reply_stamps (workspace_id, meeting_id, person, recurrence_id, counted_at, written_at, ahead)
select workspace_id, meeting_id,
       encode(sha256(convert_to(meeting_id::text || ':' || coalesce(user_id, email_fold), 'UTF8')), 'hex'), '',
       max(last_reply_at), max(last_reply_at), '{}'
from meeting_invitations
where last_reply_at is not null and coalesce(user_id, email_fold) is not null
group by 1, 2, 3;
`;

export class ReplyStamps0030 implements MigrationInterface {
  readonly name = 'ReplyStamps1700000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(stamps);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table meeting_reply_stamps');
  }
}
