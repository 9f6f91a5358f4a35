import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = "workspace_id = current_setting('app.workspace', true)";
const tenantTables = ['file_request_templates', 'file_requests', 'file_request_links', 'client_uploads'];

/** Requests to people outside to send files (documents 2.10 and 11), with their templates, links and files. */
export class FileRequests0070 implements MigrationInterface {
  readonly name = 'FileRequests1700000000070';

  async up(runner: QueryRunner): Promise<void> {
    const [trigrams] = (await runner.query(
      `select quote_ident(n.nspname) "schema" from pg_extension e join pg_namespace n on n.oid = e.extnamespace
       where e.extname = 'pg_trgm'`,
    )) as { schema: string }[];
    if (trigrams === undefined) throw new Error('The PostgreSQL extension pg_trgm is missing.');
    for (const statements of [
      templates,
      requests(trigrams.schema),
      links,
      uploads,
      privileges,
      searchOfFileRequests,
      lookUps,
    ])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${[searchFunction, linkFunction, ...sweepFunctions].join(', ')};
      drop table ${tenantTables.toReversed().join(', ')};`);
  }
}

const templates = `
create table file_request_templates (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  name text not null,
  -- What two names are compared by, and what they sort by.
  sort_name text collate "und-x-icu" generated always as (chancery_search_text(name)) stored,
  title text not null,
  message text,
  items jsonb not null,
  due_in_days integer check (due_in_days between 1 and 365),
  reminders jsonb,
  language text not null,
  archived boolean not null,
  owner_user_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id)
);
create unique index file_request_template_names on file_request_templates (sort_name, workspace_id) where not archived;
create index file_request_templates_by_name on file_request_templates (workspace_id, sort_name, id);
create index file_request_templates_of_owner on file_request_templates (workspace_id, owner_user_id);
`;

const requests = (trigrams: string) => `
create table file_requests (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  title text not null,
  message text,
  client_name text not null,
  client_email text not null,
  client_phone text,
  search_text text generated always as (chancery_search_text(title || E'\\n' || client_name || E'\\n' || client_email)) stored,
  status text not null check (status in ('draft', 'sent', 'in_progress', 'submitted', 'completed', 'cancelled', 'expired')),
  -- What is asked for, in its order, each with an id and with how far it is.
  items jsonb not null,
  due_on date,
  due_mail_at timestamptz,
  expires_at timestamptz not null,
  expires_by_default boolean not null,
  folder_id uuid,
  case_id uuid,
  template_id uuid,
  owner_user_id text not null,
  created_by_user_id text not null,
  language text not null,
  reminders jsonb,
  reminder_count integer not null,
  next_reminder_at timestamptz,
  sent_at timestamptz,
  sent_by_user_id text,
  last_reminded_at timestamptz,
  first_opened_at timestamptz,
  last_opened_at timestamptz,
  submitted_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  ended_reason text,
  link_version integer,
  link_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  foreign key (template_id, workspace_id) references file_request_templates (id, workspace_id),
  check (status in ('draft', 'cancelled') or sent_at is not null),
  check ((status in ('completed', 'cancelled', 'expired')) = (ended_at is not null)),
  check ((status = 'completed') = (completed_at is not null))
);
create index file_requests_newest on file_requests (workspace_id, id desc);
create index file_requests_open on file_requests (workspace_id, id desc) where ${isOpen};
create index file_requests_by_status on file_requests (workspace_id, status, id desc);
create index file_requests_of_owner on file_requests (workspace_id, owner_user_id, id desc);
create index file_requests_of_cases on file_requests (workspace_id, id desc) where case_id is not null;
create index file_requests_due on file_requests (expires_at) where ${isOpen};
create index file_requests_to_remind on file_requests (next_reminder_at) where ${isOpen} and next_reminder_at is not null;
create index file_requests_to_mail on file_requests (due_mail_at) where ${isOpen} and due_mail_at is not null;
create index file_requests_by_text on file_requests using gin (search_text ${trigrams}.gin_trgm_ops) with (fastupdate = off);
`;
const isOpen = "status in ('sent', 'in_progress', 'submitted')";

const links = `
create table file_request_links (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  request_id uuid not null,
  token_hash text not null,
  link_version integer not null check (link_version >= 1),
  cause text not null check (cause in ('send', 'remind', 'reminder', 'reject', 'items')),
  delivery text not null check (delivery in ('email', 'link')),
  message text,
  status text not null check (status in ('live', 'superseded', 'ended')),
  ended_reason text,
  expires_at timestamptz not null,
  -- The secret under the key ring, until its mail has left.
  sealed_secret bytea,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (id, workspace_id),
  unique (token_hash, workspace_id),
  unique (request_id, link_version, workspace_id),
  foreign key (request_id, workspace_id) references file_requests (id, workspace_id) on delete cascade,
  check ((status = 'live') = (ended_at is null))
);
create unique index file_request_links_live on file_request_links (request_id, workspace_id) where status = 'live';
`;

const uploads = `
create table client_uploads (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  request_id uuid not null,
  item_id uuid not null,
  file_name text not null,
  mime_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  sha256 text not null,
  status text not null check (status in ('scanning', 'pending_review', 'accepted', 'rejected', 'quarantined')),
  uploader_name text,
  note text,
  uploaded_at timestamptz not null,
  reviewed_by_user_id text,
  reviewed_at timestamptz,
  review_reason text,
  document_id uuid,
  -- The version that the document has if nobody has touched it since.
  document_version integer,
  duplicate_of uuid,
  -- Null once the bytes are a document's, or are deleted.
  blob_key text,
  scan text not null check (scan in ('clean', 'skipped')),
  content_flags text[] not null,
  pages jsonb,
  destroy_after timestamptz,
  -- From here on the object is nobody's, and is deleted.
  destroyed_at timestamptz,
  primary key (id, workspace_id),
  foreign key (request_id, workspace_id) references file_requests (id, workspace_id) on delete cascade,
  check (status <> 'accepted' or document_id is not null),
  check (blob_key is not null or document_id is not null or destroyed_at is not null)
);
create index client_uploads_of_request on client_uploads (request_id, id);
create index client_uploads_to_destroy on client_uploads (id) where destroy_after is not null and destroyed_at is null;
create index client_uploads_kept on client_uploads (workspace_id) where blob_key is not null and destroyed_at is null;
create index client_uploads_of_document on client_uploads (document_id) where document_id is not null;
`;

const privileges = tenantTables
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    create policy gate on ${table} to chancery_gate using (true);
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;
    grant select on ${table} to chancery_gate;`,
  )
  .join('\n');

const owned = (functions: readonly string[], roles: string) => `
grant create on schema public to chancery_gate;
${functions.map((name) => `alter function ${name} owner to chancery_gate;`).join('\n')}
revoke create on schema public from chancery_gate;
revoke execute on function ${functions.join(', ')} from public;
grant execute on function ${functions.join(', ')} to ${roles};
`;

/**
 * Row-level security would keep the search from using its index, since "like" is not leak-proof: so workspace and visibility
 * are in here. Who asks is said by the caller, as everywhere else. The first thousands are looked through in their order: a
 * word that many have is found there, and any other by the index of words, of which few are then to be sorted.
 */
export const searchFunction =
  'chancery_search_file_requests(text[], text[], text, text, boolean, uuid, integer)';
export const searchOfFileRequests = `
create function chancery_search_file_requests(patterns text[], statuses text[], of_owner text, viewer text, sees_all boolean,
  before_id uuid, most integer)
returns setof file_requests
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  workspace text := nullif(current_setting('app.workspace', true), '');
  words text := (select string_agg(format('r.search_text like %L', pattern), ' and ') from unnest(patterns) pattern);
  place text := 'r.workspace_id = $1 and ($6 is null or r.id < $6)';
  wanted text := words || ' and ($2 is null or r.status = any($2)) and ($3 is null or r.owner_user_id = $3)
    and ($5 or r.owner_user_id = $4 or r.case_id is not null)';
  first_ones file_requests[];
begin
  execute format('select array_agg(r order by r.id desc) from (select r.* from (select r.* from file_requests r where %s
      order by r.id desc limit 4000) r where %s order by r.id desc limit $7) r', place, wanted)
    into first_ones using workspace, statuses, of_owner, viewer, sees_all, before_id, most;
  if cardinality(first_ones) >= most then
    return query select * from unnest(first_ones);
    return;
  end if;
  return query execute format('select r.* from file_requests r where %s and %s order by r.id desc limit $7', place, wanted)
    using workspace, statuses, of_owner, viewer, sees_all, before_id, most;
end $$;
${owned([searchFunction], 'chancery_app, chancery_identity')}`;

const linkFunction = 'chancery_file_request_link_of_token(text)';
const sweeps = {
  chancery_file_requests_to_expire: 'expires_at',
  chancery_file_requests_to_remind: 'next_reminder_at',
  chancery_file_requests_to_mail: 'due_mail_at',
};
const destroyFunction = 'chancery_client_uploads_to_destroy(timestamptz, uuid, integer)';
const sweepFunctions = [
  ...Object.keys(sweeps).map((name) => `${name}(timestamptz, integer)`),
  destroyFunction,
];

/** Questions that are asked before a workspace is entered, or across all: they return ids only. */
const lookUps = `
create function chancery_file_request_link_of_token(hash text) returns table (workspace_id text, link_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select l.workspace_id, l.id from file_request_links l where l.token_hash = hash limit 1
$$;
${owned([linkFunction], 'chancery_app, chancery_identity')}
${Object.entries(sweeps)
  .map(
    ([name, column]) => `
create function ${name}(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.workspace_id, r.id from file_requests r where r.${isOpen} and r.${column} <= at order by r.${column} limit most
$$;`,
  )
  .join('\n')}
create function chancery_client_uploads_to_destroy(at timestamptz, after uuid, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.workspace_id, u.id from client_uploads u
  where u.destroy_after <= at and u.destroyed_at is null and (after is null or u.id > after) order by u.id limit most
$$;
${owned(sweepFunctions, 'chancery_identity')}`;
