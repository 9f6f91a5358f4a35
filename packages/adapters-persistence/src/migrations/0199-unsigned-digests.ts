import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate } from './row-access.ts';

/** On which day those who lead a case last heard that an entry of it is not signed (records 10). */
export class UnsignedDigests0199 implements MigrationInterface {
  readonly name = 'UnsignedDigests1700000000199';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sweep);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_unsigned_for_leads(timestamptz, integer);
      drop policy gate_of_reminders on record_signature_reminders;
      revoke select on record_signature_reminders from chancery_gate;
      alter table record_signature_reminders drop column digested_on;`);
  }
}

/** Across all workspaces; it returns ids and zones only. No zone is further than 14 hours ahead. */
const sweep = `
alter table record_signature_reminders add column digested_on date;
create index record_signature_reminders_late on record_signature_reminders (workspace_id, digested_on) where hours_late = 72;
create policy gate_of_reminders on record_signature_reminders to chancery_gate using (true);
grant select on record_signature_reminders to chancery_gate;
create function chancery_unsigned_for_leads(at timestamptz, most integer) returns table (workspace_id text, time_zone text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.id, coalesce(w.settings->>'defaultTimeZone', 'UTC')
  from workspaces w
  where exists (select from record_signature_reminders r
    join record_entries e on e.workspace_id = r.workspace_id and e.id = r.entry_id and e.signature_due_at = r.due_at
    where r.workspace_id = w.id and r.hours_late = 72
      and (r.digested_on is null or r.digested_on < ((at at time zone 'UTC') + interval '14 hours')::date))
  order by w.id limit most
$$;
${ownedByGate({ functions: ['chancery_unsigned_for_leads(timestamptz, integer)'], to: 'chancery_identity' })}`;
