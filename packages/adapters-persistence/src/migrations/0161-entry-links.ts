import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * To which encounter an entry belongs and what it was made from, to which version its second signature belongs, and which
 * entry a follow-up is about (records 4.5, 4.9 and 5.6).
 */
export class EntryLinks0161 implements MigrationInterface {
  readonly name = 'EntryLinks1700000000161';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table follow_ups drop column artifact_id;
      alter table record_entries drop column encounter_id, drop column source, drop column co_sign_version,
        drop column co_sign_requested_at, drop column co_sign_decided_by_user_id;`);
  }
}

const columns = `
alter table record_entries
  add column encounter_id uuid,
  add column source jsonb,
  add column co_sign_version integer,
  add column co_sign_requested_at timestamptz,
  add column co_sign_decided_by_user_id text,
  add foreign key (encounter_id, workspace_id) references encounters (id, workspace_id);
alter table record_entries no force row level security;
update record_entries set co_sign_version = current_version, co_sign_requested_at = updated_at
where co_sign_status <> 'not_requested';
alter table record_entries force row level security;
create index record_entries_of_encounter on record_entries (workspace_id, encounter_id, occurred_at desc, id desc) where encounter_id is not null;
create index record_entries_to_co_sign on record_entries (workspace_id, case_id) where co_sign_status = 'pending';
create index record_entry_versions_under_review on record_entry_versions (workspace_id, entry_id) where state in ('in_review', 'approved');

alter table follow_ups
  add column artifact_id uuid,
  add foreign key (artifact_id, workspace_id) references record_entries (id, workspace_id) on delete set null (artifact_id);
create index follow_ups_of_entry on follow_ups (workspace_id, artifact_id) where artifact_id is not null;
`;
