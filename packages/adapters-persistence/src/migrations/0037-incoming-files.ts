import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Objects of the blob store that are on their way in. A request reaches the note of the object that it names; the sweep
 * reaches them all.
 */
const incomingFiles = `
create table incoming_files (
  blob_key text primary key,
  begun_at timestamptz not null,
  given_up_at timestamptz
);
create index incoming_files_by_age on incoming_files (begun_at);
alter table incoming_files enable row level security;
alter table incoming_files force row level security;
create policy presented on incoming_files to chancery_app, chancery_identity
  using (blob_key = current_setting('app.incoming', true)) with check (blob_key = current_setting('app.incoming', true));
create policy worker on incoming_files to chancery_worker using (true) with check (true);
grant select, insert, update, delete on incoming_files to chancery_app, chancery_identity;
grant select, update, delete on incoming_files to chancery_worker;
`;

export class IncomingFiles0037 implements MigrationInterface {
  readonly name = 'IncomingFiles1700000000037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(incomingFiles);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table incoming_files');
  }
}
