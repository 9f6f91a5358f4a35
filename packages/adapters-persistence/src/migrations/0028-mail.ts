import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many mails people who are no members got on a day, by a keyed digest of the address: they are nobody's tenant data, and
 * no transaction sees them. It raises them by a function, which tells of whom the day's mails are used.
 */
const counts = `
create table mail_recipients (
  day date not null,
  recipient text not null,
  mails integer not null check (mails > 0),
  primary key (day, recipient)
);
alter table mail_recipients enable row level security;
alter table mail_recipients force row level security;
create policy gate on mail_recipients to chancery_gate using (true) with check (true);
grant select, insert, update, delete on mail_recipients to chancery_gate;
create policy gate on usage_counters to chancery_gate using (true);
grant select, delete on usage_counters to chancery_gate;

create function chancery_count_mails(today date, recipients text[], counts integer[], most integer) returns table (recipient text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with wanted as (
    select w.recipient, w.mails from unnest(recipients, counts) w(recipient, mails)
  ), counted as (
    insert into mail_recipients as r (day, recipient, mails)
    select today, w.recipient, w.mails from wanted w where most is null or w.mails <= most order by w.recipient
    on conflict (day, recipient) do update set mails = r.mails + excluded.mails where most is null or r.mails + excluded.mails <= most
    returning r.recipient
  )
  select w.recipient from wanted w where w.recipient not in (select c.recipient from counted c)
$$;

create function chancery_prune_mail_counts(before date, most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with recipients as (
    delete from mail_recipients r where r.ctid = any (array(select o.ctid from mail_recipients o where o.day < before limit most))
    returning 1
  ), workspaces as (
    delete from usage_counters u where u.code = 'mails_per_day' and u.period_start < before
    returning 1
  )
  select greatest((select count(*) from recipients), least(most, (select count(*) from workspaces)))::integer
$$;
grant create on schema public to chancery_gate;
alter function chancery_count_mails(date, text[], integer[], integer) owner to chancery_gate;
alter function chancery_prune_mail_counts(date, integer) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_count_mails(date, text[], integer[], integer), chancery_prune_mail_counts(date, integer) from public;
grant execute on function chancery_count_mails(date, text[], integer[], integer) to chancery_app, chancery_identity, chancery_worker;
grant execute on function chancery_prune_mail_counts(date, integer) to chancery_worker;
`;

/** Workers take the workspaces of a queue in turn: the index is read workspace by workspace, however many jobs one has waiting. */
const lanes = `
create index jobs_of_lane on jobs (queue, (coalesce(workspace_id, '')), available_at, id) where status in ('pending', 'retrying');
drop index jobs_due;
`;

/** Held while a mail is handed on, and sent once it was; what was taken before this counts as sent. */
const deliveries = `
alter table reminder_deliveries add column sent_at timestamptz;
update reminder_deliveries set sent_at = taken_at;
`;

export class Mail0028 implements MigrationInterface {
  readonly name = 'Mail1700000000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(counts + lanes + deliveries);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table reminder_deliveries drop column sent_at;
      create index jobs_due on jobs (queue, available_at, id) where status in ('pending', 'retrying');
      drop index jobs_of_lane;
      drop function chancery_count_mails(date, text[], integer[], integer), chancery_prune_mail_counts(date, integer);
      revoke select, delete on usage_counters from chancery_gate;
      drop policy gate on usage_counters;
      drop table mail_recipients;`);
  }
}
