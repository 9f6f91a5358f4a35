import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subjects that were merged are one person, and each of them has a key of its own; all of these end with the person's last case. */
export class DisposedPersons0202 implements MigrationInterface {
  readonly name = 'DisposedPersons1700000000202';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table disposition_items no force row level security;
      alter table disposition_items add column subject_key_ids uuid[] not null default '{}';
      update disposition_items set subject_key_ids = array[subject_key_id] where subject_key_id is not null;
      alter table disposition_items drop column subject_key_id, alter column subject_key_ids drop default;
      alter table disposition_items force row level security;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table disposition_items no force row level security;
      alter table disposition_items add column subject_key_id uuid;
      update disposition_items set subject_key_id = subject_key_ids[1];
      alter table disposition_items drop column subject_key_ids;
      alter table disposition_items force row level security;`);
  }
}
