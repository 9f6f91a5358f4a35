import type { MigrationInterface, QueryRunner } from 'typeorm';
import { oldSearchFunction, searchSignature, sweepFunction } from './0185-record-search-function.ts';
import { ownedByGate, rowAccess } from './row-access.ts';

/** What records say, word by word, so that they are found by it (records 3.1, governance 9 and 14). */
export class RecordSearch0185 implements MigrationInterface {
  readonly name = 'RecordSearch1700000000185';

  async up(runner: QueryRunner): Promise<void> {
    // The rows of all cases are written, which may take longer than a statement may elsewhere.
    await runner.query('set local statement_timeout = 0');
    for (const statements of [
      words,
      search,
      upkeep,
      triggers,
      privileges,
      backfill,
      oldSearchFunction,
      sweepFunction,
      owners,
    ])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_search_records${searchSignature}, chancery_cases_to_index(integer);
      drop trigger search_of_case on record_cases;
      drop trigger search_of_entry on record_entries;
      drop trigger search_of_encounter on encounters;
      drop trigger search_of_follow_up on follow_ups;
      drop function record_search_of_case(), record_search_of_entry(), record_search_of_encounter(), record_search_of_follow_up();
      drop table record_search;
      drop index record_cases_walled;
      drop policy gate_of_search on record_grants;
      drop function chancery_record_query(regconfig, text), chancery_record_words(regconfig, text, text, text),
        chancery_language_words(regconfig, text), chancery_record_language(text), chancery_titles_only(integer);`);
  }
}

/** Names of languages that the core knows too (`searchLanguageFor`); a test compares them. */
const languages: Readonly<Record<string, string>> = {
  ...{ ar: 'arabic', da: 'danish', de: 'german', el: 'greek', en: 'english', es: 'spanish', fi: 'finnish' },
  ...{ fr: 'french', ga: 'irish', hu: 'hungarian', id: 'indonesian', it: 'italian', lt: 'lithuanian' },
  ...{ nb: 'norwegian', ne: 'nepali', nl: 'dutch', nn: 'norwegian', no: 'norwegian', pt: 'portuguese' },
  ...{ ro: 'romanian', ru: 'russian', sv: 'swedish', ta: 'tamil', tr: 'turkish' },
};

/** Each text counts twice: folded, word by word, and by the rules of the language of the workspace. */
const words = `
create function chancery_record_language(workspace text) returns regconfig
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    (select s.search_language from record_settings s where s.workspace_id = workspace),
    (select case lower(split_part(w.settings ->> 'defaultLocale', '-', 1))
       ${Object.entries(languages)
         .map(([tag, language]) => `when '${tag}' then '${language}'`)
         .join(' ')} end
     from workspaces w where w.id = workspace),
    'simple')::regconfig
$$;

-- Of what is labelled psychotherapy or sealed, the index has the title alone.
create function chancery_titles_only(mask integer) returns boolean
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$ select mask & 12 <> 0 $$;

create function chancery_language_words(language regconfig, value text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
  most integer := length(value);
begin
  loop
    begin
      return to_tsvector(language, left(value, most));
    exception when program_limit_exceeded then
      most := most / 2;
    end;
  end loop;
end $$;

-- The workspace is a word too, so that the index of words reads nothing of other workspaces. A text that is too long for
-- an index loses its end.
create function chancery_record_words(language regconfig, workspace text, title text, body text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
  most integer := length(body);
begin
  loop
    begin
      return setweight(chancery_text_words(title), 'A') || setweight(chancery_language_words(language, title), 'A')
        || setweight(chancery_text_words(left(body, most)), 'C') || setweight(chancery_language_words(language, left(body, most)), 'D')
        || array_to_tsvector(array['@' || workspace]);
    exception when program_limit_exceeded then
      most := most / 2;
    end;
  end loop;
end $$;

-- Quotation marks, "or" and a minus before a word mean something; every other sign only ends a word.
create function chancery_record_query(language regconfig, wanted text) returns tsquery
language sql immutable strict parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select websearch_to_tsquery('pg_catalog.simple'::regconfig, chancery_search_text(q.plain)) || websearch_to_tsquery(language, q.plain)
  from (select regexp_replace(regexp_replace(wanted collate "und-x-icu", '([[:alnum:]])-+', '\\1 ', 'g'), '[^[:alnum:]"-]+', ' ', 'g') plain) q
$$;
`;

const search = `
create table record_search (
  id uuid not null,
  kind text not null check (kind in ('entry', 'addendum', 'encounter', 'follow_up', 'case', 'attachment')),
  workspace_id text not null references workspaces (id),
  case_id uuid not null,
  -- The entry that it is, or is a part of.
  artifact_id uuid,
  author_id text,
  effective_mask integer not null check (effective_mask between 0 and 255),
  occurred_at timestamptz not null,
  status text not null,
  -- The version whose words these are; 0 of what has none.
  version integer not null,
  words tsvector not null,
  -- due: its text is sealed, and a job has to open it; queued: there is such a job.
  standing text not null check (standing in ('fresh', 'due', 'queued')),
  primary key (id, kind, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade
);
create index record_search_by_word on record_search using gin (words) with (fastupdate = off);
create index record_search_of_case on record_search (workspace_id, case_id, occurred_at desc, id desc);
create index record_search_of_entry on record_search (workspace_id, artifact_id) where artifact_id is not null;
create index record_search_due on record_search (workspace_id, case_id) where standing = 'due';
create index record_cases_walled on record_cases (workspace_id, id) where blocked_user_ids <> '{}';
`;

/** What is not sealed is found by its words from the same moment on; labels and states of everything are those of this moment. */
const upkeep = `
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
    update record_search s set effective_mask = new.effective_mask,
      words = chancery_record_words(language, new.workspace_id, f.title,
        case when chancery_titles_only(new.effective_mask) then '' else concat_ws(E'\\n', f.description, f.outcome, f.cancel_reason) end)
    from follow_ups f where f.workspace_id = new.workspace_id and f.case_id = new.id
      and s.workspace_id = new.workspace_id and s.kind = 'follow_up' and s.id = f.id;
  end if;
  return null;
end $$;

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

create function record_search_of_follow_up() returns trigger language plpgsql as $$
declare
  mask integer := (select c.effective_mask from record_cases c where c.workspace_id = new.workspace_id and c.id = new.case_id);
begin
  insert into record_search (id, kind, workspace_id, case_id, effective_mask, occurred_at, status, version, words, standing)
  values (new.id, 'follow_up', new.workspace_id, new.case_id, mask, new.created_at, new.status, 0,
    chancery_record_words(chancery_record_language(new.workspace_id), new.workspace_id, new.title,
      case when chancery_titles_only(mask) then '' else concat_ws(E'\\n', new.description, new.outcome, new.cancel_reason) end), 'fresh')
  on conflict (id, kind, workspace_id) do update set effective_mask = excluded.effective_mask, status = excluded.status, words = excluded.words;
  return null;
end $$;

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
`;

const triggers = `
create trigger search_of_case after insert or update of case_number, title, description, status, effective_mask, opened_at on record_cases
  for each row execute function record_search_of_case();
create trigger search_of_encounter after insert or update on encounters
  for each row execute function record_search_of_encounter();
create trigger search_of_follow_up after insert or update on follow_ups
  for each row execute function record_search_of_follow_up();
create trigger search_of_entry after insert or update of current_version, status, effective_mask, occurred_at, author_user_id on record_entries
  for each row execute function record_search_of_entry();
`;

const privileges = `
${rowAccess(['record_search'])}
create policy gate_of_search on record_grants to chancery_gate using (true);
grant select on record_grants to chancery_gate;
`;

const sources = ['record_cases', 'record_entries', 'encounters', 'follow_ups'];

/** Each row of before is written as it would be by its trigger. */
const backfill = `
${[...sources, 'record_settings', 'workspaces', 'record_search'].map((table) => `alter table ${table} no force row level security;`).join('\n')}
update record_cases set opened_at = opened_at;
update encounters set title = title;
update follow_ups set title = title;
update record_entries set status = status where current_version is not null;
${[...sources, 'record_settings', 'workspaces', 'record_search'].map((table) => `alter table ${table} force row level security;`).join('\n')}
`;

const owners = ownedByGate(
  { functions: [`chancery_search_records${searchSignature}`], to: 'chancery_app, chancery_identity' },
  { functions: ['chancery_cases_to_index(integer)'], to: 'chancery_identity' },
);
