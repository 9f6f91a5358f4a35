import type { MigrationInterface, QueryRunner } from 'typeorm';
import { boundToWorkspace } from './row-access.ts';

/** How many documents lie in each folder, so that a page of folders costs the same whatever they hold (LIB-17). */
export class DocumentTallies0069 implements MigrationInterface {
  readonly name = 'DocumentTallies1700000000069';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [table, upkeep, backfill, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger tally_of_added on documents;
      drop trigger tally_of_changed on documents;
      drop trigger tally_of_removed on documents;
      drop function document_tallies_of_added(), document_tallies_of_changed(), document_tallies_of_removed();
      drop table document_folder_tallies;`);
  }
}

/** A folder has several parts that are added up, so that people who file into one folder at once seldom wait for each other. */
const table = `
create table document_folder_tallies (
  folder_id uuid not null,
  part smallint not null check (part between 0 and 15),
  workspace_id text not null references workspaces (id),
  -- Active documents by their visibility; a part that others have taken from may be below zero.
  open_documents integer not null,
  restricted_documents integer not null,
  primary key (folder_id, part, workspace_id),
  foreign key (folder_id, workspace_id) references document_folders (id, workspace_id) on delete cascade
);
`;

/** Adds what the named rows say to the part of this connection; folders are taken in one order, so that nobody meets a deadlock. */
const tallied = (rows: string) => `
  insert into document_folder_tallies (folder_id, part, workspace_id, open_documents, restricted_documents)
  select folder_id, pg_backend_pid() % 16, workspace_id,
    coalesce(sum(sign) filter (where visibility = 'workspace'), 0), coalesce(sum(sign) filter (where visibility = 'restricted'), 0)
  from (${rows}) changed
  where status = 'active' and folder_id is not null
  group by folder_id, workspace_id
  having coalesce(sum(sign) filter (where visibility = 'workspace'), 0) <> 0
    or coalesce(sum(sign) filter (where visibility = 'restricted'), 0) <> 0
  order by folder_id
  on conflict (folder_id, part, workspace_id) do update set
    open_documents = document_folder_tallies.open_documents + excluded.open_documents,
    restricted_documents = document_folder_tallies.restricted_documents + excluded.restricted_documents;`;

const signed = (sign: 1 | -1, rows: string) =>
  `select folder_id, workspace_id, visibility, status, ${sign} sign from ${rows}`;

const upkeep = `
create function document_tallies_of_added() returns trigger language plpgsql as $$
begin ${tallied(signed(1, 'added'))}
  return null;
end $$;
create function document_tallies_of_changed() returns trigger language plpgsql as $$
begin ${tallied(`${signed(1, 'after')} union all ${signed(-1, 'before')}`)}
  return null;
end $$;
create function document_tallies_of_removed() returns trigger language plpgsql as $$
begin ${tallied(signed(-1, 'removed'))}
  return null;
end $$;
create trigger tally_of_added after insert on documents
  referencing new table as added for each statement execute function document_tallies_of_added();
create trigger tally_of_changed after update on documents
  referencing old table as before new table as after for each statement execute function document_tallies_of_changed();
create trigger tally_of_removed after delete on documents
  referencing old table as removed for each statement execute function document_tallies_of_removed();
`;

/** An owner of the tables who is no superuser sees the documents of all workspaces only while row-level security is not forced. */
const backfill = `
alter table documents no force row level security;
${tallied(signed(1, 'documents'))}
alter table documents force row level security;
`;

const privileges = `
alter table document_folder_tallies enable row level security;
alter table document_folder_tallies force row level security;
create policy tenant on document_folder_tallies to chancery_app, chancery_identity using (${boundToWorkspace}) with check (${boundToWorkspace});
grant select, insert, update, delete on document_folder_tallies to chancery_app, chancery_identity;
`;
