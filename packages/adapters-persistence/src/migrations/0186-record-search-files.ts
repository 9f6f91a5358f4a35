import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of entries are found too, by their names and their texts (records 10, governance 9); and what reports look for has indexes. */
export class RecordSearchFiles0186 implements MigrationInterface {
  readonly name = 'RecordSearchFiles1700000000186';

  async up(runner: QueryRunner): Promise<void> {
    // The rows of all files are written, which may take longer than a statement may elsewhere.
    await runner.query('set local statement_timeout = 0');
    for (const statements of [reports, attachments, entries, backfill]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger search_of_parts on record_entries;
      drop trigger search_of_attachment on record_attachments;
      drop trigger search_of_attachment_text on record_attachment_texts;
      drop function record_search_of_parts(), record_search_of_attachment(), record_search_of_attachment_text(),
        chancery_index_attachment(text, uuid);
      delete from record_search where kind = 'attachment';
      drop index record_entry_versions_finalized, record_entry_versions_alone;`);
  }
}

/** What reports look for. */
const reports = `
create index record_entry_versions_finalized on record_entry_versions (workspace_id, finalized_at) where finalized_at is not null;
create index record_entry_versions_alone on record_entry_versions (workspace_id, approved_at) where single_person;
`;

/** A file of an entry that was signed is found by its name, and by its text once that was read and a job has opened it. */
const attachments = `
create function chancery_index_attachment(workspace text, attachment uuid) returns void language plpgsql as $$
begin
  insert into record_search as s (id, kind, workspace_id, case_id, artifact_id, author_id, effective_mask, occurred_at, status, version, words, standing)
  select a.id, 'attachment', workspace, e.case_id, e.id, e.author_user_id, e.effective_mask, a.added_at,
    case e.status when 'entered_in_error' then e.status else a.status end, case when t.attachment_id is null then 0 else 1 end,
    chancery_record_words(chancery_record_language(workspace), workspace, a.file_name, ''),
    case when t.attachment_id is null then 'fresh' else 'due' end
  from record_attachments a
  join record_entries e on e.workspace_id = workspace and e.id = a.entry_id and e.current_version is not null
  left join record_attachment_texts t on t.workspace_id = workspace and t.attachment_id = a.id
  where a.workspace_id = workspace and a.id = attachment and a.status = 'clean' and a.removed_at is null
  on conflict (id, kind, workspace_id) do update set version = excluded.version, words = excluded.words, standing = excluded.standing
    where s.version <> excluded.version;
end $$;

create function record_search_of_attachment() returns trigger language plpgsql as $$
begin
  if new.status <> 'clean' or new.removed_at is not null then
    delete from record_search where workspace_id = new.workspace_id and kind = 'attachment' and id = new.id;
  else
    perform chancery_index_attachment(new.workspace_id, new.id);
  end if;
  return null;
end $$;
create trigger search_of_attachment after insert or update on record_attachments
  for each row execute function record_search_of_attachment();

create function record_search_of_attachment_text() returns trigger language plpgsql as $$
begin
  perform chancery_index_attachment(new.workspace_id, new.attachment_id);
  return null;
end $$;
create trigger search_of_attachment_text after insert or update on record_attachment_texts
  for each row execute function record_search_of_attachment_text();
`;

/** Labels and errors of an entry are those of its parts, and its files are found from its first signature on. */
const entries = `
create function record_search_of_parts() returns trigger language plpgsql as $$
begin
  if old.current_version is null and new.current_version is not null then
    perform chancery_index_attachment(a.workspace_id, a.id) from record_attachments a
    where a.workspace_id = new.workspace_id and a.entry_id = new.id;
  end if;
  if old.effective_mask <> new.effective_mask or old.status <> new.status or old.author_user_id <> new.author_user_id then
    update record_search s set effective_mask = new.effective_mask, author_id = new.author_user_id,
      status = case new.status when 'entered_in_error' then new.status else s.status end,
      words = case when chancery_titles_only(old.effective_mask) = chancery_titles_only(new.effective_mask) then s.words
        else chancery_record_words(chancery_record_language(new.workspace_id), new.workspace_id, coalesce(
          (select a.file_name from record_attachments a where a.workspace_id = new.workspace_id and a.id = s.id), ''), '') end,
      standing = case when chancery_titles_only(old.effective_mask) <> chancery_titles_only(new.effective_mask) and s.version > 0
        then 'due' else s.standing end
    where s.workspace_id = new.workspace_id and s.artifact_id = new.id and s.kind in ('addendum', 'attachment');
  end if;
  return null;
end $$;
create trigger search_of_parts after update of current_version, status, effective_mask, author_user_id on record_entries
  for each row execute function record_search_of_parts();
`;

const tables = [
  'record_attachments',
  'record_attachment_texts',
  'record_entries',
  'record_settings',
  'workspaces',
  'record_search',
];

const backfill = `
${tables.map((table) => `alter table ${table} no force row level security;`).join('\n')}
update record_attachments set file_name = file_name;
${tables.map((table) => `alter table ${table} force row level security;`).join('\n')}
`;
