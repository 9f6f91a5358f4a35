import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The place of a meeting in the lists, stored with it: to compute it from the sessions would mean to read those of every
 * meeting of the workspace. `next_starts_at` is valid until `first_open_end`, when the clock, and no write, changes the list.
 */
const columns = `
alter table meetings
  -- Start of the live session, else of the first that is to be held; of a personal room while it is live.
  add column next_starts_at timestamptz,
  -- When the first of the sessions ends that are to be held or live; never set for a personal room.
  add column first_open_end timestamptz,
  -- When the last of those ended that were held or missed.
  add column last_ended_at timestamptz,
  add column over_at timestamptz generated always as (
    case when meeting_type = 'personal_room' then null when status = 'cancelled' then cancelled_at else last_ended_at end) stored;
`;

/** The meetings are locked first and read afterwards, so that each of two transactions sees the sessions that the one before wrote. */
const upkeep = `
create function meetings_standing(changed uuid[]) returns void language plpgsql as $$
begin
  perform 1 from meetings where id = any (changed) order by id for no key update;
  update meetings m
  set next_starts_at = s.next_starts_at, first_open_end = s.first_open_end, last_ended_at = s.last_ended_at
  from (
    select g.id,
      coalesce(min(o.starts_at) filter (where o.status = 'live'),
        min(o.starts_at) filter (where o.status = 'scheduled' and g.meeting_type <> 'personal_room')) next_starts_at,
      min(o.ends_at) filter (where o.status in ('scheduled', 'live') and g.meeting_type <> 'personal_room') first_open_end,
      max(coalesce(o.ended_at, o.ends_at)) filter (where o.status in ('ended', 'missed')) last_ended_at
    from unnest(changed) asked(id)
    join meetings g on g.id = asked.id
    left join meeting_occurrences o on o.meeting_id = g.id
    group by g.id
  ) s
  where m.id = s.id
    and (m.next_starts_at, m.first_open_end, m.last_ended_at) is distinct from (s.next_starts_at, s.first_open_end, s.last_ended_at);
end $$;

create function meetings_standing_of_added() returns trigger language plpgsql as $$
begin
  perform meetings_standing(array(select distinct meeting_id from added));
  return null;
end $$;
create function meetings_standing_of_removed() returns trigger language plpgsql as $$
begin
  perform meetings_standing(array(select distinct meeting_id from removed));
  return null;
end $$;
-- Who comes into a room changes nothing here.
create function meetings_standing_of_changed() returns trigger language plpgsql as $$
declare
  changed uuid[] := array(
    select unnest(array[b.meeting_id, a.meeting_id]) from before b join after a on a.id = b.id
    where (a.meeting_id, a.status, a.starts_at, a.ends_at, a.ended_at) is distinct from (b.meeting_id, b.status, b.starts_at, b.ends_at, b.ended_at));
begin
  if changed <> '{}' then
    perform meetings_standing(array(select distinct unnest(changed)));
  end if;
  return null;
end $$;
create trigger standing_of_added after insert on meeting_occurrences
  referencing new table as added for each statement execute function meetings_standing_of_added();
create trigger standing_of_changed after update on meeting_occurrences
  referencing old table as before new table as after for each statement execute function meetings_standing_of_changed();
create trigger standing_of_removed after delete on meeting_occurrences
  referencing old table as removed for each statement execute function meetings_standing_of_removed();
`;

/** Fills in the columns of all workspaces: an owner of the tables who is no superuser sees these only while row-level security is not forced. */
const backfill = `
alter table meetings no force row level security;
alter table meeting_occurrences no force row level security;
select meetings_standing(array(select id from meetings));
alter table meetings force row level security;
alter table meeting_occurrences force row level security;
`;

const indexes = `
create index meetings_to_come on meetings (workspace_id, next_starts_at, id) where next_starts_at is not null;
create index meetings_to_come_for_everybody on meetings (workspace_id, next_starts_at, id)
  where next_starts_at is not null and visibility = 'workspace';
create index meetings_over on meetings (workspace_id, over_at, id) where over_at is not null;
create index meetings_over_for_everybody on meetings (workspace_id, over_at, id) where over_at is not null and visibility = 'workspace';
create index meetings_just_over on meetings (workspace_id, first_open_end) where first_open_end is not null;
-- Lists of a few days, which start from the sessions of those days.
create index meeting_occurrences_by_end on meeting_occurrences (workspace_id, ends_at);
-- Names of organizers and of who did something, former members among them.
create index memberships_of_person on memberships (user_id, workspace_id, joined_at desc);
-- Whoever comes by a code is asked which session of its chain is next.
create index meeting_occurrences_of_chain on meeting_occurrences (chain_id, starts_at) where status in ('scheduled', 'live');
-- Asked for each guest who is invited.
create index meeting_invitations_bounced on meeting_invitations (workspace_id, email_fold) where delivery_status = 'bounced';
`;

/** The columns that lists of meetings are ordered by; triggers keep them in step with the sessions. */
export class MeetingLists0022 implements MigrationInterface {
  readonly name = 'MeetingLists1700000000022';

  async up(runner: QueryRunner): Promise<void> {
    // A million sessions take longer than a request may.
    await runner.query('set local statement_timeout = 0');
    for (const sql of [columns, upkeep]) await runner.query(sql);
    await runner.query(backfill);
    await runner.query(indexes);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index memberships_of_person, meeting_invitations_bounced, meeting_occurrences_of_chain, meeting_occurrences_by_end;
      drop trigger standing_of_added on meeting_occurrences;
      drop trigger standing_of_changed on meeting_occurrences;
      drop trigger standing_of_removed on meeting_occurrences;
      drop function meetings_standing_of_added, meetings_standing_of_changed, meetings_standing_of_removed, meetings_standing(uuid[]);
      alter table meetings drop column over_at, drop column next_starts_at, drop column first_open_end, drop column last_ended_at;`);
  }
}
