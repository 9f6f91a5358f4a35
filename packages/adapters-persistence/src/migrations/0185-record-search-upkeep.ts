/** What is not sealed is found by its words from the same moment on; labels and states of everything are those of this moment. */
const unsealed = `
create function record_search_of_case() returns trigger language plpgsql as $$
declare
  language regconfig;
begin
  if new.status = 'disposed' then
    delete from record_search where workspace_id = new.workspace_id and case_id = new.id;
    return null;
  end if;
  language := chancery_record_language(new.workspace_id);
  insert into record_search (id, kind, workspace_id, case_id, effective_mask, occurred_at, status, version, words, standing)
  values (new.id, 'case', new.workspace_id, new.id, new.effective_mask, new.opened_at, new.status, 0,
    chancery_record_words(language, new.workspace_id, new.case_number || E'\\n' || new.title,
      case when chancery_titles_only(new.effective_mask) then '' else coalesce(new.description, '') end), 'fresh')
  on conflict (id, kind, workspace_id) do update set effective_mask = excluded.effective_mask, occurred_at = excluded.occurred_at,
    status = excluded.status, words = excluded.words;
  if tg_op = 'UPDATE' and old.effective_mask <> new.effective_mask then
    update record_search s set effective_mask = e.own_mask | new.effective_mask,
      words = chancery_record_words(language, new.workspace_id, e.title,
        case when chancery_titles_only(e.own_mask | new.effective_mask) then '' else concat_ws(E'\\n', e.reason, e.outcome) end)
    from encounters e where e.workspace_id = new.workspace_id and e.case_id = new.id
      and s.workspace_id = new.workspace_id and s.kind = 'encounter' and s.id = e.id;
    update follow_ups set title = title where workspace_id = new.workspace_id and case_id = new.id;
  end if;
  return null;
end $$;
create trigger search_of_case after insert or update of case_number, title, description, status, effective_mask, opened_at on record_cases
  for each row execute function record_search_of_case();

create function record_search_of_encounter() returns trigger language plpgsql as $$
declare
  mask integer := new.own_mask | (select c.effective_mask from record_cases c where c.workspace_id = new.workspace_id and c.id = new.case_id);
begin
  insert into record_search (id, kind, workspace_id, case_id, effective_mask, occurred_at, status, version, words, standing)
  values (new.id, 'encounter', new.workspace_id, new.case_id, mask, coalesce(new.started_at, new.scheduled_start_at, new.created_at),
    new.status, 0, chancery_record_words(chancery_record_language(new.workspace_id), new.workspace_id, new.title,
      case when chancery_titles_only(mask) then '' else concat_ws(E'\\n', new.reason, new.outcome) end), 'fresh')
  on conflict (id, kind, workspace_id) do update set effective_mask = excluded.effective_mask, occurred_at = excluded.occurred_at,
    status = excluded.status, words = excluded.words;
  return null;
end $$;
create trigger search_of_encounter after insert or update on encounters
  for each row execute function record_search_of_encounter();

create function record_search_of_follow_up() returns trigger language plpgsql as $$
declare
  author text;
  mask integer;
begin
  select c.effective_mask | coalesce(e.effective_mask, 0), e.author_user_id into mask, author
  from record_cases c left join record_entries e on e.workspace_id = new.workspace_id and e.id = new.artifact_id
  where c.workspace_id = new.workspace_id and c.id = new.case_id;
  insert into record_search (id, kind, workspace_id, case_id, artifact_id, author_id, effective_mask, occurred_at, status, version, words, standing)
  values (new.id, 'follow_up', new.workspace_id, new.case_id, new.artifact_id, author, mask, new.created_at, new.status, 0,
    chancery_record_words(chancery_record_language(new.workspace_id), new.workspace_id, new.title,
      case when chancery_titles_only(mask) then '' else concat_ws(E'\\n', new.description, new.outcome, new.cancel_reason) end), 'fresh')
  on conflict (id, kind, workspace_id) do update set artifact_id = excluded.artifact_id, author_id = excluded.author_id,
    effective_mask = excluded.effective_mask, status = excluded.status, words = excluded.words;
  return null;
end $$;
create trigger search_of_follow_up after insert or update on follow_ups
  for each row execute function record_search_of_follow_up();

create function record_search_of_entry_of_follow_up() returns trigger language plpgsql as $$
begin
  update follow_ups set title = title where workspace_id = new.workspace_id and artifact_id = new.id;
  return null;
end $$;
create trigger search_of_entry_of_follow_up after update of effective_mask, author_user_id on record_entries
  for each row when (old.effective_mask <> new.effective_mask or old.author_user_id <> new.author_user_id)
  execute function record_search_of_entry_of_follow_up();
`;

const entries = `
-- What is written in an entry is sealed: until a job has opened it, it is found by its title. An entry that was never signed
-- is not found at all.
create function record_search_of_entry() returns trigger language plpgsql as $$
begin
  if new.current_version is null then
    return null;
  end if;
  insert into record_search as s (id, kind, workspace_id, case_id, artifact_id, author_id, effective_mask, occurred_at, status, version, words, standing)
  values (new.id, 'entry', new.workspace_id, new.case_id, new.id, new.author_user_id, new.effective_mask, new.occurred_at, new.status,
    new.current_version, chancery_record_words(chancery_record_language(new.workspace_id), new.workspace_id, new.title, ''), 'due')
  on conflict (id, kind, workspace_id) do update set author_id = excluded.author_id, effective_mask = excluded.effective_mask,
    occurred_at = excluded.occurred_at, status = excluded.status, version = excluded.version,
    words = case when s.version <> excluded.version or chancery_titles_only(s.effective_mask) <> chancery_titles_only(excluded.effective_mask)
      then excluded.words else s.words end,
    standing = case when s.version <> excluded.version or chancery_titles_only(s.effective_mask) <> chancery_titles_only(excluded.effective_mask)
      then 'due' else s.standing end;
  return null;
end $$;
create trigger search_of_entry after insert or update of current_version, status, effective_mask, occurred_at, author_user_id on record_entries
  for each row execute function record_search_of_entry();
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

/** An addendum has no title: until a job has opened it, it is not found. It is seen by whoever sees its entry. */
const addenda = `
create function record_search_of_addendum() returns trigger language plpgsql as $$
begin
  insert into record_search (id, kind, workspace_id, case_id, artifact_id, author_id, effective_mask, occurred_at, status, version, words, standing)
  select new.id, 'addendum', new.workspace_id, e.case_id, e.id, e.author_user_id, e.effective_mask, new.created_at,
    case e.status when 'entered_in_error' then e.status else 'final' end, 1,
    chancery_record_words(chancery_record_language(new.workspace_id), new.workspace_id, '', ''), 'due'
  from record_entries e where e.workspace_id = new.workspace_id and e.id = new.entry_id
  on conflict (id, kind, workspace_id) do nothing;
  return null;
end $$;
create trigger search_of_addendum after insert or update of entry_id on record_addenda
  for each row execute function record_search_of_addendum();
`;

/** Labels and errors of an entry are those of its parts, and its files are found from its first signature on. */
const parts = `
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

/** What keeps `record_search` as the records are. */
export const searchUpkeep = [unsealed, entries, attachments, addenda, parts].join('\n');

export const dropSearchUpkeep = `
drop trigger search_of_case on record_cases;
drop trigger search_of_encounter on encounters;
drop trigger search_of_follow_up on follow_ups;
drop trigger search_of_entry on record_entries;
drop trigger search_of_entry_of_follow_up on record_entries;
drop trigger search_of_parts on record_entries;
drop trigger search_of_attachment on record_attachments;
drop trigger search_of_attachment_text on record_attachment_texts;
drop trigger search_of_addendum on record_addenda;
drop function record_search_of_case(), record_search_of_encounter(), record_search_of_follow_up(), record_search_of_entry(),
  record_search_of_entry_of_follow_up(), record_search_of_parts(), record_search_of_attachment(), record_search_of_attachment_text(),
  record_search_of_addendum(), chancery_index_attachment(text, uuid);
`;
