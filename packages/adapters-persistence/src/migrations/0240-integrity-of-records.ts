import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks of integrity look at records too, say how much of each they compared, and go on where they stopped. */
export class IntegrityOfRecords0240 implements MigrationInterface {
  readonly name = 'IntegrityOfRecords1700000000240';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table integrity_checks no force row level security;
      alter table integrity_checks add column case_id uuid, add column sample_rate double precision not null default 1,
        add column checked jsonb not null default '${nothing}', add column unchecked jsonb not null default '${nothing}',
        add column progress jsonb;
      update integrity_checks set checked = jsonb_set(checked, '{events}', to_jsonb(events_checked));
      alter table integrity_checks drop column events_checked, alter column sample_rate drop default,
        alter column checked drop default, alter column unchecked drop default;
      alter table integrity_checks force row level security;`);
    await runner.query(
      "create index integrity_checks_failed on integrity_checks (workspace_id, id) where status = 'failed'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table integrity_checks no force row level security;
      drop index integrity_checks_failed;
      alter table integrity_checks add column events_checked bigint not null default 0;
      update integrity_checks set events_checked = (checked ->> 'events')::bigint;
      alter table integrity_checks alter column events_checked drop default, drop column case_id, drop column sample_rate,
        drop column checked, drop column unchecked, drop column progress;
      alter table integrity_checks force row level security;`);
  }
}

const nothing =
  '{"events": 0, "entries": 0, "attachments": 0, "signatures": 0, "searchRows": 0, "clocks": 0}';
