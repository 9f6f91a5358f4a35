import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** What documents say, word by word, so that they are found by it (lifecycle OPS-6, OPS-10, OPS-11). */
export class LifecycleSearch0088 implements MigrationInterface {
  readonly name = 'LifecycleSearch1700000000088';

  async up(runner: QueryRunner): Promise<void> {
    const [trigrams] = (await runner.query(
      `select quote_ident(n.nspname) "schema" from pg_extension e join pg_namespace n on n.oid = e.extnamespace
       where e.extname = 'pg_trgm'`,
    )) as { schema: string }[];
    if (trigrams === undefined) throw new Error('The PostgreSQL extension pg_trgm is missing.');
    // The names of all documents are folded, which may take longer than a statement may elsewhere.
    await runner.query('set local statement_timeout = 0');
    for (const statements of [words, tables(trigrams.schema), upkeep, backfill, privileges, search])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_search_words${signature}, chancery_unread_documents(uuid, integer);
      drop trigger search_of_added on documents;
      drop trigger search_of_named on documents;
      drop trigger search_of_numbered on document_lifecycles;
      drop function search_documents_of_document(), search_documents_of_lifecycle();
      drop table search_documents, document_texts;
      drop function chancery_wanted_words(text[], text[]), chancery_named_words(text, text, text, text[], jsonb),
        chancery_folded_numbers(jsonb), chancery_text_words(text);`);
  }
}

/**
 * A word is a run of letters and digits, folded as in every search. A text with more words than the database can keep of one
 * loses its end, and never fails. Numbers come before names, since they are looked for by a part of them.
 */
const words = `
create function chancery_text_words(value text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
  folded text := regexp_replace(chancery_search_text(value) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g');
  most integer := length(folded);
begin
  loop
    begin
      return to_tsvector('pg_catalog.simple'::regconfig, left(folded, most));
    exception when program_limit_exceeded then
      most := most / 2;
    end;
  end loop;
end $$;

create function chancery_folded_numbers(identifiers jsonb) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(string_agg(chancery_search_text(i ->> 'value'), E'\\n'), '') from jsonb_array_elements(identifiers) i
$$;

create function chancery_named_words(name text, description text, file_name text, tags text[], identifiers jsonb) returns tsvector
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select setweight(chancery_text_words(name), 'A') || setweight(chancery_text_words(chancery_folded_numbers(identifiers)), 'A')
    || setweight(chancery_text_words(chancery_lines(tags)), 'B') || setweight(chancery_text_words(file_name), 'B')
    || setweight(chancery_text_words(coalesce(description, '')), 'C')
$$;

-- Each term is a word or several that follow each other; all of the first ones have to be found, and none of the others.
create function chancery_wanted_words(terms text[], excluded text[]) returns tsquery
language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted tsquery := ''::tsquery;
  term text;
begin
  foreach term in array terms loop
    wanted := wanted && phraseto_tsquery('pg_catalog.simple'::regconfig,
      regexp_replace(chancery_search_text(term) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'));
  end loop;
  foreach term in array excluded loop
    wanted := wanted && !! phraseto_tsquery('pg_catalog.simple'::regconfig,
      regexp_replace(chancery_search_text(term) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'));
  end loop;
  return wanted;
end $$;
`;

/** The workspace is a word of its documents, so that the index of words reads nothing of other workspaces. */
const tables = (trigrams: string) => `
create table document_texts (
  document_id uuid not null,
  workspace_id text not null references workspaces (id),
  -- 0 of text without pages.
  page integer not null check (page >= 0),
  -- Long text is kept in parts, so that a hit shows a part of it and never reads the whole.
  part integer not null check (part >= 0),
  body text not null,
  words tsvector generated always as (chancery_text_words(body)) stored,
  primary key (document_id, page, part, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade
);

create table search_documents (
  document_id uuid not null,
  workspace_id text not null references workspaces (id),
  named tsvector not null,
  read tsvector not null,
  numbers text not null,
  -- Nobody has looked for the text of its newest version yet.
  unread boolean not null default true,
  words tsvector generated always as (named || read || array_to_tsvector(array['@' || workspace_id])) stored,
  primary key (document_id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade
);
create index search_documents_by_word on search_documents using gin (words) with (fastupdate = off);
create index search_documents_by_number on search_documents using gin (numbers ${trigrams}.gin_trgm_ops) with (fastupdate = off)
  where numbers <> '';
create index search_documents_unread on search_documents (document_id) where unread;
`;

/** Whoever names a document or gives it a number, it is found by that from the same moment on. */
const upkeep = `
create function search_documents_of_document() returns trigger language plpgsql as $$
begin
  insert into search_documents (document_id, workspace_id, named, read, numbers)
  values (new.id, new.workspace_id, chancery_named_words(new.name, new.description, new.file_name, new.tags, '[]'), '', '')
  on conflict (document_id, workspace_id) do update set named = chancery_named_words(new.name, new.description, new.file_name,
    new.tags, (select l.identifiers from document_lifecycles l where l.workspace_id = new.workspace_id and l.document_id = new.id));
  return null;
end $$;
create trigger search_of_added after insert on documents
  for each row execute function search_documents_of_document();
create trigger search_of_named after update of name, description, file_name, tags on documents
  for each row when (old.search_text is distinct from new.search_text) execute function search_documents_of_document();

create function search_documents_of_lifecycle() returns trigger language plpgsql as $$
begin
  update search_documents s set numbers = chancery_folded_numbers(new.identifiers),
    named = chancery_named_words(d.name, d.description, d.file_name, d.tags, new.identifiers)
  from documents d where s.workspace_id = new.workspace_id and s.document_id = new.document_id
    and d.workspace_id = new.workspace_id and d.id = new.document_id;
  return null;
end $$;
create trigger search_of_numbered after update of identifiers on document_lifecycles
  for each row when (old.identifiers is distinct from new.identifiers) execute function search_documents_of_lifecycle();
`;

const backfill = `
alter table documents no force row level security;
alter table document_lifecycles no force row level security;
insert into search_documents (document_id, workspace_id, named, read, numbers)
select d.id, d.workspace_id, chancery_named_words(d.name, d.description, d.file_name, d.tags, l.identifiers), '',
  chancery_folded_numbers(l.identifiers)
from documents d join document_lifecycles l on l.workspace_id = d.workspace_id and l.document_id = d.id;
alter table document_lifecycles force row level security;
alter table documents force row level security;
`;

const privileges = rowAccess(['document_texts', 'search_documents']);

const signature = '(text[], text[], text[], text, boolean, boolean)';

/**
 * Row-level security would keep the search from using its indexes, so workspace and visibility are in here; who asks is said
 * by the caller, as everywhere else. Only what was asked for is in the statement, so that each search is planned for itself.
 */
export const searchWords = `
create function chancery_search_words(terms text[], excluded text[], numbers text[], viewer text, sees_all boolean, scored boolean)
returns table (document_id uuid, score integer)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  workspace text := nullif(current_setting('app.workspace', true), '');
  named tsquery := chancery_wanted_words(terms, excluded);
begin
  return query execute format('select s.document_id, %s from search_documents s
    join documents d on d.workspace_id = $1 and d.id = s.document_id
    where s.workspace_id = $1 and d.status in (''active'', ''disposed'') %s %s and ($3 or d.visibility = ''workspace''
      or d.owner_user_id = $2 or exists (select from document_access a
        where a.workspace_id = $1 and a.document_id = d.id and a.user_id = $2))',
      case when scored then '(ts_rank(s.words, $5) * 1000000)::integer' else '0' end,
      case when numnode(named) > 0 then 'and s.words @@ $4' else '' end,
      case when numbers = '{}' then '' else 'and s.numbers <> '''' and s.numbers like any($6)' end)
    using workspace, viewer, sees_all, named && format('%L', '@' || workspace)::tsquery, named,
      array(select chancery_search_pattern(number) from unnest(numbers) number);
end $$;
`;

const search = `${searchWords}
create function chancery_unread_documents(after uuid, most integer) returns table (workspace_id text, document_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.workspace_id, s.document_id from search_documents s
  where s.unread and (after is null or s.document_id > after) order by s.document_id limit most
$$;
${ownedByGate(
  { functions: [`chancery_search_words${signature}`], to: 'chancery_app, chancery_identity' },
  { functions: ['chancery_unread_documents(uuid, integer)'], to: 'chancery_identity' },
)}`;
