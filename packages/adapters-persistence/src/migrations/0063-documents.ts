import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

const tenantTables = [
  'document_folders',
  'document_folder_paths',
  'documents',
  'document_access',
  'document_versions',
  'document_readings',
];

/** The library of documents (documents 2 and 11): folders with their closure, documents, who sees them, and their bytes. */
export class Documents0063 implements MigrationInterface {
  readonly name = 'Documents1700000000063';

  async up(runner: QueryRunner): Promise<void> {
    const [trigrams] = (await runner.query(
      `select quote_ident(n.nspname) "schema" from pg_extension e join pg_namespace n on n.oid = e.extnamespace
       where e.extname = 'pg_trgm'`,
    )) as { schema: string }[];
    if (trigrams === undefined) throw new Error('The PostgreSQL extension pg_trgm is missing.');
    for (const statements of [folders, documents(trigrams.schema), privileges, search, sweeps])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_documents_unscanned(uuid, integer), chancery_documents_due_for_purge(timestamptz, integer);
      drop function chancery_search_documents(text[], text, boolean, boolean, text, uuid, text, uuid, text, text, boolean, text, uuid, integer);
      drop table document_readings, document_versions, document_access, documents, document_folder_paths, document_folders;
      drop function chancery_lines(text[]);`);
  }
}

const folders = `
create table document_folders (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  parent_id uuid,
  name text not null,
  -- What two names are compared by, and what they sort by.
  sort_name text collate "und-x-icu" generated always as (chancery_search_text(name)) stored,
  depth integer not null check (depth between 0 and 9),
  status text not null check (status in ('active', 'archived')),
  -- The folder or one above it is archived.
  is_hidden boolean not null,
  archived_at timestamptz,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (parent_id, workspace_id) references document_folders (id, workspace_id),
  check ((parent_id is null) = (depth = 0))
);
create unique index document_folder_names on document_folders (parent_id, sort_name, workspace_id) nulls not distinct
  where status = 'active';
create index document_folders_by_name on document_folders (workspace_id, parent_id, sort_name, id);

-- Every folder with each folder above it, and with itself.
create table document_folder_paths (
  descendant_id uuid not null,
  ancestor_id uuid not null,
  workspace_id text not null references workspaces (id),
  distance integer not null check (distance between 0 and 9),
  primary key (descendant_id, ancestor_id, workspace_id),
  foreign key (descendant_id, workspace_id) references document_folders (id, workspace_id) on delete cascade,
  foreign key (ancestor_id, workspace_id) references document_folders (id, workspace_id) on delete cascade
);
create index document_folder_paths_below on document_folder_paths (workspace_id, ancestor_id, descendant_id);
`;

/** Lists begin with visibility, so that no page reads past restricted documents that its reader does not see. */
const documents = (trigrams: string) => `
create function chancery_lines(words text[]) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
  select array_to_string(words, E'\\n')
$$;

create table documents (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  name text not null,
  sort_name text collate "und-x-icu" generated always as (chancery_search_text(name)) stored,
  description text,
  file_name text not null,
  folder_id uuid,
  document_type_id uuid,
  owner_user_id text not null,
  tags text[] not null,
  search_text text generated always as (chancery_search_text(
    name || E'\\n' || coalesce(description, '') || E'\\n' || file_name || E'\\n' || chancery_lines(tags))) stored,
  visibility text not null check (visibility in ('workspace', 'restricted')),
  status text not null check (status in ('active', 'trashed', 'disposed', 'quarantined')),
  signature_status text not null
    check (signature_status in ('none', 'preparing', 'sent', 'completed', 'sealed', 'declined', 'voided', 'expired')),
  mime_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text not null,
  page_count integer,
  original_sha256 text not null,
  sealed_sha256 text,
  content_flags text[] not null,
  scan text not null check (scan in ('clean', 'skipped')),
  share_count integer not null check (share_count >= 0),
  expires_on date,
  trashed_at timestamptz,
  trashed_by_user_id text,
  purge_after timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (folder_id, workspace_id) references document_folders (id, workspace_id),
  check ((status = 'trashed') = (purge_after is not null))
);
create index documents_by_update on documents (workspace_id, folder_id, visibility, updated_at desc, id desc) where status = 'active';
create index documents_by_name on documents (workspace_id, folder_id, visibility, sort_name, id) where status = 'active';
create index documents_by_creation on documents (workspace_id, folder_id, visibility, created_at desc, id desc) where status = 'active';
create index documents_by_size on documents (workspace_id, folder_id, visibility, size_bytes desc, id desc) where status = 'active';
-- What many documents have is found by walking in the order that is asked for.
create index documents_newest on documents (workspace_id, updated_at desc, id desc) where status = 'active';
create index documents_named on documents (workspace_id, sort_name, id) where status = 'active';
create index documents_created on documents (workspace_id, created_at desc, id desc) where status = 'active';
create index documents_sized on documents (workspace_id, size_bytes desc, id desc) where status = 'active';
create index documents_of_owner on documents (workspace_id, owner_user_id, status, updated_at desc, id desc);
create index documents_shared on documents (workspace_id, updated_at desc, id desc) where share_count > 0 and status = 'active';
create index documents_signed on documents (workspace_id, updated_at desc, id desc) where signature_status <> 'none' and status = 'active';
create index documents_put_away on documents (workspace_id, status, updated_at desc, id desc) where status in ('trashed', 'quarantined');
create index documents_due_for_purge on documents (purge_after) where status = 'trashed';
create index documents_unscanned on documents (id) where scan = 'skipped' and status in ('active', 'trashed');
create index documents_by_bytes on documents (workspace_id, sha256) where status = 'active';
create index documents_by_text on documents using gin (search_text ${trigrams}.gin_trgm_ops) with (fastupdate = off)
  where status = 'active';

create table document_access (
  document_id uuid not null,
  user_id text not null,
  workspace_id text not null references workspaces (id),
  level text not null check (level in ('view', 'edit')),
  primary key (document_id, user_id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade
);
create index document_access_of_user on document_access (workspace_id, user_id, document_id);

create table document_versions (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  ordinal integer not null check (ordinal >= 1),
  kind text not null check (kind in ('original', 'signing_copy', 'sealed', 'certificate')),
  sha256 text not null,
  size_bytes bigint not null check (size_bytes > 0),
  mime_type text not null,
  page_count integer,
  pages jsonb,
  -- Null once the object is deleted.
  blob_key text,
  created_by_user_id text,
  created_at timestamptz not null,
  -- From here on the object is no longer the document's, and is deleted.
  released_at timestamptz,
  primary key (id, workspace_id),
  unique (document_id, ordinal, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade,
  check (blob_key is not null or released_at is not null)
);
create index document_versions_released on document_versions (document_id) where released_at is not null and blob_key is not null;

-- In which hour each person last read the content of a document.
create table document_readings (
  document_id uuid not null,
  user_id text not null,
  workspace_id text not null references workspaces (id),
  read_in timestamptz not null,
  primary key (document_id, user_id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade
);
`;

const privileges = rowAccess(tenantTables);

/**
 * Row-level security would keep the search from using its index, since "like" is not leak-proof: so workspace and visibility
 * are in here. Who asks is said by the caller, as everywhere else. For the same reason nothing can be estimated of how many
 * documents have a word. So the first thousands are looked through in their order: a word that many have is found there,
 * and any other by the index of words, of which few are then to be sorted.
 */
export const searchDocuments = `
create function chancery_search_documents(patterns text[], viewer text, sees_all boolean, is_guest boolean, scope text, in_folder uuid,
  with_signature text, of_type uuid, with_tag text, sort text, is_descending boolean, after_value text, after_id uuid, most integer)
returns setof documents
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  workspace text := nullif(current_setting('app.workspace', true), '');
  sorted_by text := case sort when 'name' then 'd.sort_name' when 'updatedAt' then 'd.updated_at' when 'createdAt' then 'd.created_at'
    when 'sizeBytes' then 'd.size_bytes'
    when 'expiresOn' then format('coalesce(d.expires_on, %L::date)', case when is_descending then '-infinity' else 'infinity' end) end;
  form text := case sort when 'name' then 'text' when 'sizeBytes' then 'bigint' when 'expiresOn' then 'date' else 'timestamptz' end;
  in_order text := replace(format('order by %s way, d.id way', sorted_by), 'way', case when is_descending then 'desc' else 'asc' end);
  words text := (select string_agg(format('d.search_text like %L', pattern), ' and ') from unnest(patterns) pattern);
  place text := format('d.workspace_id = $1 and d.status = ''active'' and ($11 is null or (%s, d.id) %s (coalesce($10, %L)::%s, $11))',
    sorted_by, case when is_descending then '<' else '>' end, case when is_descending then '-infinity' else 'infinity' end, form);
  wanted text := words || '
    and ($3 or (d.visibility = ''workspace'' and not $4) or (d.owner_user_id = $2 and not $4)
      or exists (select from document_access a where a.workspace_id = $1 and a.document_id = d.id and a.user_id = $2))
    and case $5 when ''mine'' then d.owner_user_id = $2
      when ''shared'' then d.share_count > 0 and ($3 or d.owner_user_id = $2)
      when ''signing'' then d.signature_status <> ''none'' else true end
    and ($6 is null or exists (select from document_folder_paths p
      where p.workspace_id = $1 and p.ancestor_id = $6 and p.descendant_id = d.folder_id))
    and ($7 is null or d.signature_status = $7) and ($8 is null or d.document_type_id = $8)
    and ($9 is null or exists (select from unnest(d.tags) tag where lower(tag) = lower($9)))';
  first_ones documents[];
begin
  -- Dates of expiry have no index of their own.
  if sort <> 'expiresOn' then
    execute format('select array_agg(d %s) from (select d.* from (select d.* from documents d where %s %s limit 4000) d where %s %s limit $12) d',
      in_order, place, in_order, wanted, in_order)
      into first_ones
      using workspace, viewer, sees_all, is_guest, scope, in_folder, with_signature, of_type, with_tag, after_value, after_id, most;
    if cardinality(first_ones) >= most then
      return query select * from unnest(first_ones);
      return;
    end if;
  end if;
  return query execute format('select d.* from documents d where %s and %s %s limit $12', place, wanted, in_order)
    using workspace, viewer, sees_all, is_guest, scope, in_folder, with_signature, of_type, with_tag, after_value, after_id, most;
end $$;
`;
const search = `${searchDocuments}${ownedByGate({
  functions: [
    'chancery_search_documents(text[], text, boolean, boolean, text, uuid, text, uuid, text, text, boolean, text, uuid, integer)',
  ],
  to: 'chancery_app, chancery_identity',
})}`;

/** Questions of the sweeps across workspaces, which return ids only. Each change is then made inside its own workspace. */
const sweeps = `
create function chancery_documents_due_for_purge(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select d.workspace_id, d.id from documents d where d.status = 'trashed' and d.purge_after <= at order by d.purge_after limit most)
  union
  (select v.workspace_id, v.document_id from document_versions v
   where v.released_at <= at - interval '10 minutes' and v.blob_key is not null limit most)
  limit most
$$;
create function chancery_documents_unscanned(after uuid, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.workspace_id, d.id from documents d
  where d.scan = 'skipped' and d.status in ('active', 'trashed') and (after is null or d.id > after) order by d.id limit most
$$;
${ownedByGate({
  functions: [
    'chancery_documents_due_for_purge(timestamptz, integer)',
    'chancery_documents_unscanned(uuid, integer)',
  ],
  to: 'chancery_identity',
})}`;
