import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate } from './row-access.ts';

/** More settings about dates, the weekly digest, and notices to addresses that are no members' (lifecycle 2.13). */
export class LifecycleDigests0089 implements MigrationInterface {
  readonly name = 'LifecycleDigests1700000000089';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [settings, mails, sweep]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_lifecycle_digests(text[], date, text, integer);
      drop policy gate on lifecycle_settings;
      revoke select on lifecycle_settings from chancery_gate;
      drop index lifecycle_settings_with_digest;
      delete from lifecycle_notice_mails where user_id is null;
      alter table lifecycle_notice_mails drop column address;
      alter table lifecycle_notice_mails alter column user_id set not null;
      alter table lifecycle_settings drop column auto_extract, drop column external_notices, drop column digest_day,
        drop column digested_on;`);
  }
}

const settings = `
alter table lifecycle_settings
  add column auto_extract boolean not null default true,
  add column external_notices boolean not null default false,
  add column digest_day text check (digest_day in
    ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  -- The local day of the last digest, so that there is one a week.
  add column digested_on date;
create index lifecycle_settings_with_digest on lifecycle_settings (workspace_id) where digest_day is not null;
create policy gate on lifecycle_settings to chancery_gate using (true);
grant select on lifecycle_settings to chancery_gate;
`;

const mails = `
-- A notice goes to a member, or to an address of somebody else.
alter table lifecycle_notice_mails alter column user_id drop not null;
alter table lifecycle_notice_mails add column address text;
alter table lifecycle_notice_mails add constraint lifecycle_notice_mails_to_one check ((user_id is null) <> (address is null));
`;

const sweep = `
create function chancery_lifecycle_digests(days text[], before date, after text, most integer)
returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.workspace_id from lifecycle_settings s
  where s.digest_day = any (days) and (s.digested_on is null or s.digested_on < before)
    and (after is null or s.workspace_id > after)
  order by s.workspace_id limit most
$$;
${ownedByGate({ functions: ['chancery_lifecycle_digests(text[], date, text, integer)'], to: 'chancery_identity' })}`;
