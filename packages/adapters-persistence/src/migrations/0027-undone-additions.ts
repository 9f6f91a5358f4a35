import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A link that takes something back says since when, and what. A link that is still out from before takes back what was added
 * since the change was asked for, which was at most a day before it was made.
 */
const links = `
alter table one_time_tokens add column undoes_since timestamptz, add column subject_id uuid;
update one_time_tokens set undoes_since = created_at - interval '1 day' where purpose = 'email_revert';
-- Set when somebody else has proven that the claimed address is theirs.
alter table accounts add column email_superseded_at timestamptz;
create index accounts_claims on accounts (email_fold, created_at) where email_verified_at is null;
`;

/** Calendar feeds belong to workspaces, and what ends them may belong to the account: this reaches them in all workspaces. */
const feeds = `
create index calendar_feeds_of_person on calendar_feeds (owner_user_id) where status = 'active';
grant update (status, revoked_at) on calendar_feeds to chancery_gate;

create function chancery_end_calendar_feeds(person text, moment timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update calendar_feeds set status = 'revoked', revoked_at = moment where owner_user_id = person and status = 'active'
$$;
grant create on schema public to chancery_gate;
alter function chancery_end_calendar_feeds(text, timestamptz) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_end_calendar_feeds(text, timestamptz) from public;
grant execute on function chancery_end_calendar_feeds(text, timestamptz) to chancery_identity;
`;

export class UndoneAdditions0027 implements MigrationInterface {
  readonly name = 'UndoneAdditions1700000000027';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [links, feeds]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_end_calendar_feeds(text, timestamptz);
      revoke update (status, revoked_at) on calendar_feeds from chancery_gate;
      drop index calendar_feeds_of_person, accounts_claims;
      alter table accounts drop column email_superseded_at;
      alter table one_time_tokens drop column subject_id, drop column undoes_since;`);
  }
}
