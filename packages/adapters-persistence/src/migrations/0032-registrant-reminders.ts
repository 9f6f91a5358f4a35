import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A reminder is delivered to an invitee or to a registrant; in either case once to each. */
const recipients = `
alter table reminder_deliveries drop constraint reminder_deliveries_pkey;
alter table reminder_deliveries alter column invitation_id drop not null;
alter table reminder_deliveries
  add column registration_id uuid references webinar_registrations (id),
  add column recipient_id uuid not null generated always as (coalesce(invitation_id, registration_id)) stored,
  add constraint reminder_deliveries_to_one_person check (num_nonnulls(invitation_id, registration_id) = 1),
  add primary key (reminder_id, recipient_id);
`;

export class RegistrantReminders0032 implements MigrationInterface {
  readonly name = 'RegistrantReminders1700000000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(recipients);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from reminder_deliveries where invitation_id is null;
      alter table reminder_deliveries drop constraint reminder_deliveries_pkey;
      alter table reminder_deliveries drop column recipient_id, drop column registration_id, alter column invitation_id set not null;
      alter table reminder_deliveries add primary key (reminder_id, invitation_id);`);
  }
}
