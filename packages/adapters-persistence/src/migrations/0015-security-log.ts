import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refused sign-ins, kept for 180 days. The application may add lines and read them; only the function deletes them, by age. */
const securityLog = `
create table security_log (
  id uuid primary key,
  at timestamptz not null,
  row_name text not null,
  code text not null,
  account_key text,
  network text not null,
  request_id text not null
);
create index security_log_by_age on security_log (at);
create index security_log_by_account on security_log (account_key, at) where account_key is not null;
grant select, insert on security_log to chancery_identity;
grant select, delete on security_log to chancery_gate;

create function chancery_prune_security_log(before timestamptz, most integer) returns table (id uuid)
language sql volatile security definer set search_path = pg_catalog, public as $$
  delete from security_log l where l.id in (select o.id from security_log o where o.at <= before order by o.at limit most) returning l.id
$$;
grant create on schema public to chancery_gate;
alter function chancery_prune_security_log(timestamptz, integer) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_prune_security_log(timestamptz, integer) from public;
grant execute on function chancery_prune_security_log(timestamptz, integer) to chancery_identity;
`;

export class SecurityLog0015 implements MigrationInterface {
  readonly name = 'SecurityLog1700000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(securityLog);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function chancery_prune_security_log(timestamptz, integer); drop table security_log',
    );
  }
}
