import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = `
-- One message to one invitee about the whole meeting or one session. A waiting REQUEST takes in what changes until it leaves.
create table meeting_mails (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  meeting_id uuid not null references meetings (id),
  invitation_id uuid not null references meeting_invitations (id),
  -- Null: the whole meeting.
  occurrence_id uuid references meeting_occurrences (id),
  kind text not null check (kind in ('invitation', 'updated', 'cancelled', 'occurrence_cancelled')),
  -- SEQUENCE of the change that asked for it.
  sequence integer not null,
  -- How it was before the first change that the message tells of; null where that did not change.
  before_starts_at timestamptz,
  before_duration_minutes integer,
  -- Words of whoever asked for it.
  note text,
  status text not null check (status in ('waiting', 'sending', 'sent', 'skipped', 'failed')),
  due_at timestamptz not null,
  -- As it was sent; mail that comes back names it.
  message_id text,
  created_at timestamptz not null
);
create unique index meeting_mails_by_message on meeting_mails (message_id);
create unique index meeting_mails_waiting on meeting_mails (invitation_id, (coalesce(occurrence_id, '00000000-0000-0000-0000-000000000000')))
  where status = 'waiting' and kind in ('invitation', 'updated');
create index meeting_mails_of_invitation on meeting_mails (invitation_id, status);

-- Taken before a reminder's mail is handed on, and given back where it was not: nobody is reminded twice of the same.
create table reminder_deliveries (
  reminder_id uuid not null references meeting_reminders (id),
  invitation_id uuid not null references meeting_invitations (id),
  workspace_id text not null references workspaces (id),
  taken_at timestamptz not null,
  primary key (reminder_id, invitation_id)
);
`;

const added = ['meeting_mails', 'reminder_deliveries'];
const bound = "workspace_id = current_setting('app.workspace', true)";
const policies = added
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;`,
  )
  .join('\n');

/** Returns the workspaces with sessions so near that reminders of them fall due; background work then enters each. */
const gate = `
grant create on schema public to chancery_gate;
create function chancery_reminders_to_plan(moment timestamptz, starting_by timestamptz) returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct o.workspace_id from meeting_occurrences o join workspaces w on w.id = o.workspace_id and w.status = 'active'
  where o.status = 'scheduled' and o.ends_at > moment and o.starts_at <= starting_by order by 1
$$;
alter function chancery_reminders_to_plan owner to chancery_gate;
revoke execute on function chancery_reminders_to_plan from public;
grant execute on function chancery_reminders_to_plan to chancery_identity;
grant select on meeting_mails to chancery_gate;
create policy gate on meeting_mails to chancery_gate using (true) with check (true);
create function chancery_meeting_mail_of_message(message text) returns table (invitation_id uuid, workspace_id text)
language plpgsql stable security definer set search_path = pg_catalog, public rows 1 as $$
#variable_conflict use_column
begin
  return query select m.invitation_id, m.workspace_id from meeting_mails m join workspaces w on w.id = m.workspace_id and w.status <> 'closed'
    where m.message_id = message limit 1;
end $$;
alter function chancery_meeting_mail_of_message(text) owner to chancery_gate;
revoke execute on function chancery_meeting_mail_of_message(text) from public;
grant execute on function chancery_meeting_mail_of_message(text) to chancery_app, chancery_identity;
revoke create on schema public from chancery_gate;
`;

/** Mails about meetings until they are sent, and which reminders each person was sent. */
export class MeetingMails0021 implements MigrationInterface {
  readonly name = 'MeetingMails1700000000021';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [tables, policies, gate]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_reminders_to_plan, chancery_meeting_mail_of_message(text);
      drop table reminder_deliveries, meeting_mails;`);
  }
}
