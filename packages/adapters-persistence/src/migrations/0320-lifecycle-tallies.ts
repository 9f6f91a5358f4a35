import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/**
 * How many documents stand alike, kept by the database where documents change, so that the counts of the dashboard cost the
 * same among a thousand documents and among a million (LIF-19).
 */
export class LifecycleTallies0320 implements MigrationInterface {
  readonly name = 'LifecycleTallies1700000000320';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [copies, table, upkeep, fold, backfill, rowAccess(['lifecycle_tallies']), sweep])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${sweepFunction}, lifecycle_tallies_fold(text, integer);
      drop trigger lifecycle_of_changed on documents;
      drop function document_lifecycles_of_changed();
      drop trigger tally_of_added on document_lifecycles;
      drop trigger tally_of_changed on document_lifecycles;
      drop trigger tally_of_removed on document_lifecycles;
      drop function lifecycle_tallies_of_added(), lifecycle_tallies_of_changed(), lifecycle_tallies_of_removed();
      drop table lifecycle_tallies;
      ${lifecyclesOfAdded([])}
      alter table document_lifecycles drop column document_status, drop column document_visibility, drop column document_type_id;`);
  }
}

/** Of the document, by the names that they have there. */
const copied = {
  document_status: 'status',
  document_visibility: 'visibility',
  document_type_id: 'document_type_id',
} as const;

/** The lifecycle of a new document, with what stands in its row too. */
function lifecyclesOfAdded(columns: readonly (keyof typeof copied)[]): string {
  const [names, values] = [columns.map((name) => `, ${name}`), columns.map((name) => `, d.${copied[name]}`)];
  return `
create or replace function document_lifecycles_of_added() returns trigger language plpgsql as $$
begin
insert into document_lifecycles
  (document_id, workspace_id, stated_source, no_expiration, identifiers, updated_at, version, is_tracked, never_expires,
   require_confirmation, expires_on_source, window_days, time_zone${names.join('')})
select d.id, d.workspace_id, 'stated', false, '[]', d.created_at, 1, d.document_type_id is not null, false, false, 'none', 30,
  coalesce(w.settings ->> 'defaultTimeZone', 'UTC')${values.join('')}
from added d join workspaces w on w.id = d.workspace_id;
  return null;
end $$;`;
}

/**
 * What counts of a document stands in the row of its lifecycle too, so that one table alone says how it stands, and one
 * statement cannot change half of it unseen. The owner of the tables sees the rows of all workspaces while row-level security
 * is not forced.
 */
const copies = `
alter table document_lifecycles add column document_status text, add column document_visibility text,
  add column document_type_id uuid;
alter table documents no force row level security;
alter table document_lifecycles no force row level security;
update document_lifecycles l set document_status = d.status, document_visibility = d.visibility, document_type_id = d.document_type_id
  from documents d where d.workspace_id = l.workspace_id and d.id = l.document_id;
alter table documents force row level security;
alter table document_lifecycles force row level security;
alter table document_lifecycles alter column document_status set not null, alter column document_visibility set not null;
${lifecyclesOfAdded(['document_status', 'document_visibility', 'document_type_id'])}
create function document_lifecycles_of_changed() returns trigger language plpgsql as $$
begin
  update document_lifecycles set document_status = new.status, document_visibility = new.visibility,
    document_type_id = new.document_type_id
  where workspace_id = new.workspace_id and document_id = new.id;
  return null;
end $$;
create trigger lifecycle_of_changed after update of status, visibility, document_type_id on documents for each row
  when (old.status <> new.status or old.visibility <> new.visibility or old.document_type_id is distinct from new.document_type_id)
  execute function document_lifecycles_of_changed();
`;

/** What each tally tells apart: who may see it, where it stands without regard to dates, and what each of the lists adds. */
const standing = [
  'document_status',
  'document_visibility',
  'is_tracked',
  'no_expiration',
  'never_expires',
  'require_confirmation',
  'is_superseded',
  'is_confirmed',
  'is_dated',
];
const dated = ['time_zone', 'expires_on', 'soon_at', 'ends_at', 'grace_ends_at'];
const typed = ['document_type_id', 'is_owned', 'owner_left', 'is_issued', 'is_effective'];
const owned = ['owner_user_id'];
const tallies = {
  dates: [...standing, ...dated],
  types: [...standing, ...dated, ...typed],
  owners: [...standing, ...dated, ...owned],
  kinds: [...standing, ...typed, ...owned],
};
const cell = [...standing, ...dated, ...typed, ...owned].join(', ');

/**
 * Each row says how many documents more or fewer are of a cell, so that nobody who changes documents waits for another. A job
 * folds the rows of a cell into one; until then they are added up. What a tally does not tell apart is null in it.
 */
const table = `
create table lifecycle_tallies (
  id uuid not null default gen_random_uuid(),
  workspace_id text not null references workspaces (id),
  tally text not null check (tally in (${Object.keys(tallies)
    .map((name) => `'${name}'`)
    .join(', ')})),
  document_status text not null,
  document_visibility text not null,
  is_tracked boolean not null,
  no_expiration boolean not null,
  never_expires boolean not null,
  require_confirmation boolean not null,
  is_superseded boolean not null,
  is_confirmed boolean not null,
  is_dated boolean not null,
  time_zone text,
  expires_on date,
  soon_at timestamptz,
  ends_at timestamptz,
  grace_ends_at timestamptz,
  document_type_id uuid,
  is_owned boolean,
  owner_left boolean,
  is_issued boolean,
  is_effective boolean,
  owner_user_id text,
  documents integer not null,
  is_folded boolean not null,
  primary key (id, workspace_id)
);
create index lifecycle_tallies_of_workspace on lifecycle_tallies (workspace_id, tally);
create index lifecycle_tallies_unfolded on lifecycle_tallies (workspace_id, id) where not is_folded;
create unique index lifecycle_tallies_cells on lifecycle_tallies (workspace_id, tally, ${cell}) nulls not distinct where is_folded;
`;

const derived: Readonly<Record<string, string>> = {
  is_superseded: 'superseded_by_document_id is not null',
  is_confirmed: 'confirmed_at is not null',
  is_dated: 'expires_on is not null',
  is_owned: 'owner_user_id is not null',
  owner_left: 'owner_left_at is not null',
  is_issued: 'issued_on is not null',
  is_effective: 'effective_on is not null',
};
const signed = (sign: 1 | -1, rows: string) =>
  `select workspace_id, ${[...standing, ...dated, ...typed, ...owned]
    .map((column) => (derived[column] === undefined ? column : `${derived[column]} ${column}`))
    .join(', ')}, ${sign} sign from ${rows} where document_status in ('active', 'disposed')`;

/** Adds to every tally what the named rows say. What is in no tally of a set is null in it, by which the set is known. */
const tallied = (rows: string, isFolded = false) => `
  insert into lifecycle_tallies (workspace_id, tally, ${cell}, documents, is_folded)
  select workspace_id,
    case when grouping(time_zone) = 1 then 'kinds' when grouping(is_owned) = 0 then 'types'
      when grouping(owner_user_id) = 0 then 'owners' else 'dates' end,
    ${cell}, sum(sign), ${isFolded}
  from (${rows}) changed
  group by workspace_id, grouping sets (${Object.values(tallies)
    .map((columns) => `(${columns.join(', ')})`)
    .join(', ')})
  having sum(sign) <> 0;`;

/** By which a cell is chosen. Many changes of a lifecycle touch none of it, and cost one look at each row. */
const counted = [
  ...Object.keys(copied),
  ...['is_tracked', 'no_expiration', 'never_expires', 'require_confirmation', 'superseded_by_document_id'],
  ...['confirmed_at', ...dated, 'owner_user_id', 'owner_left_at', 'issued_on', 'effective_on'],
];
const told = (alias: string) => `(${counted.map((column) => `${alias}.${column}`).join(', ')})`;

const upkeep = `
create function lifecycle_tallies_of_added() returns trigger language plpgsql as $$
begin ${tallied(signed(1, 'added'))}
  return null;
end $$;
create function lifecycle_tallies_of_changed() returns trigger language plpgsql as $$
begin
  if exists (select from before b join after a on a.document_id = b.document_id and a.workspace_id = b.workspace_id
    where ${told('a')} is distinct from ${told('b')}) then ${tallied(`${signed(1, 'after')} union all ${signed(-1, 'before')}`)}
  end if;
  return null;
end $$;
create function lifecycle_tallies_of_removed() returns trigger language plpgsql as $$
begin ${tallied(signed(-1, 'removed'))}
  return null;
end $$;
create trigger tally_of_added after insert on document_lifecycles
  referencing new table as added for each statement execute function lifecycle_tallies_of_added();
create trigger tally_of_changed after update on document_lifecycles
  referencing old table as before new table as after for each statement execute function lifecycle_tallies_of_changed();
create trigger tally_of_removed after delete on document_lifecycles
  referencing old table as removed for each statement execute function lifecycle_tallies_of_removed();
`;

/**
 * Folds so many rows into those of their cells, and says how many there were. Whoever folds at the same moment takes others,
 * so that every row is added up once.
 */
const fold = `
create function lifecycle_tallies_fold(workspace text, most integer) returns integer language plpgsql as $$
declare
  count integer;
begin
  with taken as (
    delete from lifecycle_tallies where workspace_id = workspace and id in (
      select id from lifecycle_tallies where workspace_id = workspace and not is_folded limit most for update skip locked)
    returning *
  ), folded as (
    insert into lifecycle_tallies (workspace_id, tally, ${cell}, documents, is_folded)
    select workspace_id, tally, ${cell}, sum(documents), true from taken
    group by workspace_id, tally, ${cell} having sum(documents) <> 0 order by tally, ${cell}
    on conflict (workspace_id, tally, ${cell}) where is_folded
    do update set documents = lifecycle_tallies.documents + excluded.documents
  )
  select count(*) into count from taken;
  delete from lifecycle_tallies where workspace_id = workspace and is_folded and documents = 0;
  return count;
end $$;
`;

const backfill = `
alter table document_lifecycles no force row level security;
${tallied(signed(1, 'document_lifecycles'), true)}
alter table document_lifecycles force row level security;
`;

const sweepFunction = 'chancery_lifecycle_tallies_to_fold(integer, text, integer)';
/** Across all workspaces, those behind the named one; it returns ids only. */
const sweep = `
create function chancery_lifecycle_tallies_to_fold(fewest integer, behind text, most integer) returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.workspace_id from lifecycle_tallies t where not t.is_folded and (behind is null or t.workspace_id > behind)
  group by t.workspace_id having count(*) >= fewest order by 1 limit most
$$;
${ownedByGate({ functions: [sweepFunction], to: 'chancery_identity' })}`;
