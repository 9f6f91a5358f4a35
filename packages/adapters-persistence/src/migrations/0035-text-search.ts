import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Both come with PostgreSQL ("contrib"), and the embedded database brings them along (`data-source.ts`). */
const extensions = ['pg_trgm', 'unaccent'] as const;

/**
 * How text is compared in a search: without case, accents and compatibility forms (a full-width letter, a ligature).
 * `unaccent` itself is only stable, because its rules are a file that an operator could edit; whoever does has to rebuild
 * the columns and indexes that are made by this function. The names of schemas are written out, so that no search path
 * decides what is called.
 */
const searchText = (schema: string) => `
create function chancery_search_text(value text) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
  select lower(${schema}.unaccent('${schema}.unaccent'::regdictionary,
    normalize(regexp_replace(normalize(value, nfkd), '[\\u0300-\\u036f]', '', 'g'), nfkc)) collate "und-x-icu")
$$;

-- What "like" takes to find the text anywhere; null for the empty text, which says nothing. The signs of a pattern are made
-- ordinary after the text was folded, since a full-width sign becomes one of them.
create function chancery_search_pattern(value text) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select '%' || regexp_replace(chancery_search_text(nullif(value, '')), '([\\\\%_])', '\\\\\\1', 'g') || '%'
$$;`;

const members = (schema: string) => `
alter table memberships add column search_text text
  generated always as (chancery_search_text(display_name || E'\\n' || coalesce(email, ''))) stored;
create index memberships_by_text on memberships using gin (search_text ${schema}.gin_trgm_ops) with (fastupdate = off)
  where status = 'active';

-- Row-level security would keep the search from using the index, since "like" is not leak-proof: so the workspace is in here.
-- It is planned for each call, because the index is of no use for texts of one or two letters.
create function chancery_search_members(search text, of_roles text[], after_name text, after_user text, most integer)
returns table (user_id text, display_name text, email text, role text, status text, sort_name text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute
    'select m.user_id, m.display_name, m.email, m.role, m.status, m.sort_name from memberships m
     where m.workspace_id = $1 and m.status = ''active'' and ($2 is null or m.role = any($2))
       and ($3 is null or m.search_text like $3)
       and ($4 is null or (m.sort_name collate "und-x-icu", m.user_id) > ($4 collate "und-x-icu", $5))
     order by m.sort_name collate "und-x-icu", m.user_id limit $6'
    using nullif(current_setting('app.workspace', true), ''), of_roles, chancery_search_pattern(search), after_name,
      after_user, most;
end $$;

-- Accounts are closed to the application role, and these two fields of them are no secret to the workspace.
create function chancery_member_profiles(people text[]) returns table (user_id text, locale text, time_zone text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query
    select m.user_id, a.locale, a.time_zone from memberships m join accounts a on a.id = m.user_id
    where m.workspace_id = nullif(current_setting('app.workspace', true), '') and m.user_id = any(people)
      and m.status <> 'removed';
end $$;

grant create on schema public to chancery_gate;
alter function chancery_search_members(text, text[], text, text, integer) owner to chancery_gate;
alter function chancery_member_profiles(text[]) owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_search_members(text, text[], text, text, integer), chancery_member_profiles(text[]) from public;
grant execute on function chancery_search_members(text, text[], text, text, integer), chancery_member_profiles(text[])
  to chancery_app, chancery_identity;
`;

/** What the scanner said was only in the ledger. Of files from before it counts as unknown, so that consumers scan them again. */
const scans = `
alter table upload_sessions add column scan text check (scan in ('clean', 'skipped'));
alter table upload_sessions no force row level security;
update upload_sessions set scan = 'skipped' where status in ('completed', 'consumed');
alter table upload_sessions force row level security;
`;

/** Text is searched without case and accents, by trigrams; an upload session says what the scanner said. */
export class TextSearch0035 implements MigrationInterface {
  readonly name = 'TextSearch1700000000035';

  async up(runner: QueryRunner): Promise<void> {
    // The text of a million members is folded in half a minute, which is longer than a statement may take elsewhere.
    await runner.query('set local statement_timeout = 0');
    for (const extension of extensions) await createExtension(runner, extension);
    const trigrams = await schemaOf(runner, 'pg_trgm');
    await runner.query(searchText(await schemaOf(runner, 'unaccent')));
    await runner.query(members(trigrams));
    await runner.query(scans);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The extensions stay: others may use them by now.
    await runner.query(`
      drop function chancery_search_members(text, text[], text, text, integer), chancery_member_profiles(text[]);
      alter table memberships drop column search_text;
      drop function chancery_search_pattern(text), chancery_search_text(text);
      alter table upload_sessions drop column scan;`);
  }
}

/** An extension that is there already needs no right, so an operator may create it beforehand, in any schema. */
async function createExtension(runner: QueryRunner, extension: string): Promise<void> {
  try {
    await runner.query(`create extension if not exists ${extension} with schema public`);
  } catch (cause) {
    throw new Error(
      `The PostgreSQL extension ${extension} could not be created (${cause instanceof Error ? cause.message : 'unknown reason'}). ` +
        `Install PostgreSQL's contrib package on the database server if it is missing there, let a superuser or the owner of the database run ` +
        `"${extensions.map((name) => `create extension if not exists ${name};`).join(' ')}" in this database, and start the migrations again.`,
      { cause },
    );
  }
}

const ourRoles = ['chancery_app', 'chancery_identity', 'chancery_worker', 'chancery_gate'];

/** The schema of an extension, quoted; our roles are let into it. */
async function schemaOf(runner: QueryRunner, extension: string): Promise<string> {
  const [row] = (await runner.query(
    `select quote_ident(n.nspname) "schema",
       array(select r from unnest($2::text[]) r where not has_schema_privilege(r, n.oid, 'usage')) "shutOut"
     from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = $1`,
    [extension, ourRoles],
  )) as { schema: string; shutOut: string[] }[];
  if (row === undefined) throw new Error(`The PostgreSQL extension ${extension} is missing.`);
  if (row.shutOut.length === 0) return row.schema;
  const grant = `grant usage on schema ${row.schema} to ${row.shutOut.join(', ')}`;
  try {
    await runner.query(grant);
  } catch (cause) {
    throw new Error(
      `The PostgreSQL extension ${extension} is in the schema ${row.schema}, which Chancery's roles may not use. ` +
        `Let the owner of the schema run "${grant};" in this database, and start the migrations again.`,
      { cause },
    );
  }
  return row.schema;
}
