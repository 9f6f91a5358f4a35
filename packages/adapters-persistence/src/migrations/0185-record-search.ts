import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropSearchFunctions, searchFunctions } from './0185-record-search-function.ts';
import { dropSearchUpkeep, searchUpkeep } from './0185-record-search-upkeep.ts';
import { rowAccess } from './row-access.ts';

/** What records say, word by word, so that they are found by it (records 3.1 and 10, governance 9 and 14). */
export class RecordSearch0185 implements MigrationInterface {
  readonly name = 'RecordSearch1700000000185';

  async up(runner: QueryRunner): Promise<void> {
    // The rows of all cases are written, which may take longer than a statement may elsewhere.
    await runner.query('set local statement_timeout = 0');
    for (const statements of [words, search, searchUpkeep, privileges, backfill, searchFunctions, reports])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index record_entry_versions_finalized, record_entry_versions_alone;
      ${dropSearchFunctions}
      ${dropSearchUpkeep}
      drop table record_search;
      drop index record_cases_walled;
      ${granted.map((table) => `drop policy gate_of_search on ${table};`).join(' ')}
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

/** What the search looks into as `chancery_gate`: what was granted, and whose cases and entries that is. */
const granted = ['record_grants', 'subjects', 'record_entries'];

const privileges = `
${rowAccess(['record_search'])}
${granted
  .map(
    (table) =>
      `create policy gate_of_search on ${table} to chancery_gate using (true); grant select on ${table} to chancery_gate;`,
  )
  .join('\n')}
`;

const sources = [
  ...['record_cases', 'record_entries', 'encounters', 'follow_ups', 'record_attachments', 'record_addenda'],
  ...['record_attachment_texts', 'record_settings', 'workspaces', 'record_search'],
];
const rowSecurity = (forced: 'force' | 'no force') =>
  sources.map((table) => `alter table ${table} ${forced} row level security;`).join('\n');

/** Each row of before is written as it would be by its trigger. */
const backfill = `
${rowSecurity('no force')}
update record_cases set opened_at = opened_at;
update encounters set title = title;
update follow_ups set title = title;
update record_entries set status = status where current_version is not null;
update record_attachments set file_name = file_name;
update record_addenda set entry_id = entry_id;
${rowSecurity('force')}
`;

/** What reports look for. */
const reports = `
create index record_entry_versions_finalized on record_entry_versions (workspace_id, finalized_at) where finalized_at is not null;
create index record_entry_versions_alone on record_entry_versions (workspace_id, approved_at) where single_person;
`;
