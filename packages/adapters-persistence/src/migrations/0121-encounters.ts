import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

const tenantTables = ['encounters', 'follow_ups', 'follow_up_reminders'];

/** What happens in cases, and what is to be done in them (records 4.4, 4.9 and 12). */
export class Encounters0121 implements MigrationInterface {
  readonly name = 'Encounters1700000000121';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [encounters, followUps, rowAccess(tenantTables), sweep])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${remindersFunction};
      drop table ${tenantTables.toReversed().join(', ')};
      drop policy gate_of_follow_ups on record_cases;`);
  }
}

const encounters = `
create table encounters (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  encounter_type text not null,
  mode text not null check (mode in ('in_person', 'phone', 'video', 'home_visit', 'group', 'written')),
  status text not null check (status in ('planned', 'in_progress', 'completed', 'cancelled', 'no_show', 'entered_in_error')),
  title text not null,
  reason text,
  outcome text,
  scheduled_start_at timestamptz,
  scheduled_end_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  time_zone text not null,
  location text,
  participants jsonb not null,
  meeting_id uuid,
  own_mask integer not null check (own_mask between 0 and 255),
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_by_user_id text not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade
);
create index encounters_of_case on encounters (workspace_id, case_id, coalesce(started_at, scheduled_start_at, created_at) desc, id desc);
create index encounters_of_meeting on encounters (workspace_id, meeting_id) where meeting_id is not null;
`;

const followUps = `
create table follow_ups (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  subject_id uuid,
  encounter_id uuid,
  title text not null,
  description text,
  status text not null check (status in ('open', 'in_progress', 'completed', 'cancelled')),
  priority text not null check (priority in ('low', 'medium', 'high', 'critical')),
  owner_user_id text not null,
  due_at timestamptz,
  reminders integer[] not null,
  armed_at timestamptz not null,
  outcome text,
  cancel_reason text,
  source_kind text not null check (source_kind in ('manual', 'intelligence', 'template', 'promotion')),
  source_id text,
  completed_at timestamptz,
  completed_by_user_id text,
  searchable text not null,
  search_text text generated always as (' ' || chancery_search_text(searchable)) stored,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_by_user_id text not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade,
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id),
  foreign key (encounter_id, workspace_id) references encounters (id, workspace_id)
);
create index follow_ups_by_due on follow_ups (workspace_id, due_at, id);
create index follow_ups_by_status on follow_ups (workspace_id, status, due_at, id);
create index follow_ups_of_owner on follow_ups (workspace_id, owner_user_id, status, due_at, id);
create index follow_ups_of_case on follow_ups (workspace_id, case_id, due_at, id);
create index follow_ups_of_subject on follow_ups (workspace_id, subject_id) where subject_id is not null;
create index follow_ups_awaited on follow_ups (due_at) where status in ('open', 'in_progress') and due_at is not null;

create table follow_up_reminders (
  workspace_id text not null references workspaces (id),
  follow_up_id uuid not null,
  minutes_before integer not null,
  due_at timestamptz not null,
  handed_on_at timestamptz not null,
  primary key (follow_up_id, minutes_before, due_at, workspace_id),
  foreign key (follow_up_id, workspace_id) references follow_ups (id, workspace_id) on delete cascade
);
`;

const remindersFunction = 'chancery_follow_ups_to_remind(timestamptz, integer)';

/** Across all workspaces; it returns ids and times only. */
const sweep = `
create policy gate_of_follow_ups on record_cases to chancery_gate using (true);
grant select on record_cases to chancery_gate;
create function chancery_follow_ups_to_remind(at timestamptz, most integer)
returns table (workspace_id text, follow_up_id uuid, minutes_before integer, due_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.workspace_id, f.id, r.minutes, f.due_at
  from follow_ups f
  join record_cases c on c.workspace_id = f.workspace_id and c.id = f.case_id and c.status in ('intake', 'active')
  cross join unnest(f.reminders) r (minutes)
  where f.status in ('open', 'in_progress') and f.due_at > at and f.due_at <= at + interval '43200 minutes'
    and f.due_at - make_interval(mins => r.minutes) between f.armed_at and at
    and not exists (select from follow_up_reminders d where d.workspace_id = f.workspace_id and d.follow_up_id = f.id
      and d.minutes_before = r.minutes and d.due_at = f.due_at)
  order by f.due_at, f.id, r.minutes limit most
$$;
${ownedByGate({ functions: [remindersFunction], to: 'chancery_identity' })}`;
