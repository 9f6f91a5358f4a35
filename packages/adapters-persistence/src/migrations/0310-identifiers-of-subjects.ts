import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate } from './row-access.ts';

/**
 * The value of an identifier is sealed under the key of its subject (governance 7). Lists show its end, and duplicates are found by
 * a key of it, so that neither opens the value. What was written before has none of this, and a job gives it all three.
 */
export class IdentifiersOfSubjects0310 implements MigrationInterface {
  readonly name = 'IdentifiersOfSubjects1700000000310';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subject_identifiers add column key_id uuid, add column mask_sealed bytea, add column value_key text,
        add constraint subject_identifiers_under_key check (key_id is null or mask_sealed is not null and value_key is not null);
      create index subject_identifiers_waiting on subject_identifiers (workspace_id, subject_id) where key_id is null;
      ${sweep}`);
  }

  /** What is under the key of a subject by then, the version before does not open. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${sweepFunction};
      drop policy record_keys_of_gate on record_keys;
      revoke select (workspace_id, scope_kind, scope_id, retired_at) on record_keys from chancery_gate;
      drop policy subject_identifiers_of_gate on subject_identifiers;
      revoke select (workspace_id, subject_id, key_id) on subject_identifiers from chancery_gate;
      drop index subject_identifiers_waiting;
      alter table subject_identifiers drop constraint subject_identifiers_under_key,
        drop column key_id, drop column mask_sealed, drop column value_key;`);
  }
}

const sweepFunction = 'chancery_subjects_with_waiting_identifiers(integer)';
/** Across all workspaces; it returns ids only. Where the key is retired nothing is sealed under it any more. */
const sweep = `
grant select (workspace_id, subject_id, key_id) on subject_identifiers to chancery_gate;
create policy subject_identifiers_of_gate on subject_identifiers for select to chancery_gate using (key_id is null);
grant select (workspace_id, scope_kind, scope_id, retired_at) on record_keys to chancery_gate;
create policy record_keys_of_gate on record_keys for select to chancery_gate using (retired_at is not null);
create function chancery_subjects_with_waiting_identifiers(most integer) returns table (workspace_id text, subject_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct i.workspace_id, i.subject_id from subject_identifiers i
  where i.key_id is null and not exists (
    select from record_keys k where k.workspace_id = i.workspace_id and k.scope_kind = 'subject' and k.scope_id = i.subject_id
      and k.retired_at is not null)
  order by 1, 2 limit most
$$;
${ownedByGate({ functions: [sweepFunction], to: 'chancery_identity' })}`;
