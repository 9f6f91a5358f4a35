import type { MigrationInterface, QueryRunner } from 'typeorm';

const contexts = (names: string) => `
  alter table webhook_endpoints drop constraint webhook_endpoints_context_check;
  alter table webhook_endpoints add constraint webhook_endpoints_context_check check (context in (${names}));`;

/**
 * Webhooks of the context `workspace` (WHK-14) and endpoints without an address; which API key made a meeting, and meetings by
 * their external reference (INT-6, INT-7).
 */
export class Integrators0040 implements MigrationInterface {
  readonly name = 'Integrators1700000000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${contexts("'workspace', 'records', 'lifecycle'")}
      alter table webhook_endpoints alter column url drop not null;
      alter table meetings add column made_by_key_id uuid;
      create index meetings_by_reference on meetings (workspace_id, external_reference, created_at desc, id desc)
        where external_reference is not null;

      -- Which key made a meeting of before is known to the ledger. The owner of the tables sees all of it for this statement.
      alter table meetings no force row level security;
      update meetings m set made_by_key_id = e.actor_id::uuid from audit_event e
      where m.source = 'integration' and e.ledger_id = m.workspace_id and e.action = 'meeting.created'
        and e.actor_kind = 'api_key' and e.target_kind = 'meeting' and e.target_id = m.id::text;
      alter table meetings force row level security;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index meetings_by_reference;
      alter table meetings drop column made_by_key_id;
      delete from webhook_deliveries where endpoint_id in
        (select id from webhook_endpoints where context = 'workspace' or url is null);
      delete from webhook_endpoints where context = 'workspace' or url is null;
      alter table webhook_endpoints alter column url set not null;
      ${contexts("'records', 'lifecycle'")}`);
  }
}
