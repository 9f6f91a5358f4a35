import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** What is late in records: requests that nobody has decided, and versions that nobody has signed (records 10). */
export class RecordReminders0162 implements MigrationInterface {
  readonly name = 'RecordReminders1700000000162';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [table, rowAccess(['record_signature_reminders']), sweeps])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${functions.join(', ')};
      drop table record_signature_reminders;
      drop policy gate_of_signatures on record_entries;`);
  }
}

const table = `
create table record_signature_reminders (
  workspace_id text not null references workspaces (id),
  entry_id uuid not null,
  due_at timestamptz not null,
  hours_late integer not null,
  handed_on_at timestamptz not null,
  primary key (entry_id, due_at, hours_late, workspace_id),
  foreign key (entry_id, workspace_id) references record_entries (id, workspace_id) on delete cascade
);
`;

const functions = [
  'chancery_amendments_late(timestamptz, integer)',
  'chancery_signatures_due(timestamptz, integer)',
];

/** Across all workspaces; they return ids, times and zones only. */
const sweeps = `
create policy gate_of_signatures on record_entries to chancery_gate using (true);
grant select on record_entries to chancery_gate;
-- No zone is further than 14 hours ahead, so that what is late in any of them is among the rows.
create function chancery_amendments_late(at timestamptz, most integer)
returns table (workspace_id text, amendment_id uuid, time_zone text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.workspace_id, a.id, coalesce(w.settings->>'defaultTimeZone', 'UTC')
  from amendments a join workspaces w on w.id = a.workspace_id
  where a.status = 'requested' and a.due_on < ((at at time zone 'UTC') + interval '14 hours')::date
    and (a.reminded_on is null
      or a.reminded_on <= a.due_on + 7 and a.reminded_on < ((at at time zone 'UTC') + interval '14 hours')::date)
  order by a.due_on, a.id limit most
$$;
create function chancery_signatures_due(at timestamptz, most integer)
returns table (workspace_id text, entry_id uuid, due_at timestamptz, hours_late integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.workspace_id, e.id, e.signature_due_at, h.hours
  from record_entries e cross join unnest(array[0, 72]) h (hours)
  where e.signature_due_at is not null and e.signature_due_at <= at - make_interval(hours => h.hours)
    and not exists (select from record_signature_reminders r where r.workspace_id = e.workspace_id and r.entry_id = e.id
      and r.due_at = e.signature_due_at and r.hours_late >= h.hours)
    and not exists (select from unnest(array[72]) l (hours) where h.hours < l.hours
      and e.signature_due_at <= at - make_interval(hours => l.hours))
  order by e.signature_due_at, e.id limit most
$$;
${ownedByGate({ functions, to: 'chancery_identity' })}`;
