import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** Resumable uploads (platform 3.8): a session, and a row for each stored chunk. */
export class Uploads0007 implements MigrationInterface {
  readonly name = 'Uploads1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, privileges, sweeps]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_upload_keys_known(text[]);
      drop function chancery_uploads_due(timestamptz, integer);
      drop table upload_chunks, upload_sessions`);
  }
}

const tables = `
create table upload_sessions (
  id uuid primary key,
  workspace_id text not null references workspaces (id),
  purpose text not null,
  status text not null check (status in ('open', 'assembling', 'completed', 'consumed', 'failed', 'aborted', 'expired')),
  file_name text not null,
  declared_mime_type text,
  detected_mime_type text,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text not null,
  chunk_size_bytes integer not null,
  chunk_count integer not null check (chunk_count between 1 and 10000),
  expires_at timestamptz not null,
  completed_at timestamptz,
  consumed_at timestamptz,
  consumed_by_kind text,
  consumed_by_id text,
  failure_code text,
  failure_message text,
  created_by_user_id text not null,
  blob_key text,
  assembly_id uuid,
  assembling_until timestamptz,
  collected_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  check ((status in ('completed', 'consumed')) <= (blob_key is not null)),
  check ((status = 'assembling') = (assembly_id is not null and assembling_until is not null))
);
create index upload_sessions_of_user on upload_sessions (workspace_id, created_by_user_id, status, id desc);
create index upload_sessions_under_way on upload_sessions (workspace_id) where status in ('open', 'assembling');
create index upload_sessions_expiring on upload_sessions (expires_at) where status in ('open', 'completed');
create index upload_sessions_assembling on upload_sessions (assembling_until) where status = 'assembling';
create index upload_sessions_uncollected on upload_sessions (updated_at)
  where collected_at is null and status not in ('open', 'assembling');
create index upload_sessions_of_blob on upload_sessions (blob_key) where blob_key is not null;

create table upload_chunks (
  session_id uuid not null references upload_sessions (id) on delete cascade,
  index integer not null check (index >= 0),
  workspace_id text not null references workspaces (id),
  size_bytes integer not null check (size_bytes > 0),
  sha256 text not null,
  blob_key text not null unique,
  stored_at timestamptz not null,
  primary key (session_id, index)
);
`;

const privileges = rowAccess(['upload_sessions', 'upload_chunks']);

/** Questions of the sweeps across workspaces, which return ids and keys only. Each change is then made inside its own workspace. */
const sweeps = `
create function chancery_uploads_due(at timestamptz, most integer) returns table (workspace_id text, id uuid, status text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select s.workspace_id, s.id, s.status from upload_sessions s
  where (s.status in ('open', 'completed') and s.expires_at <= at)
     or (s.status = 'assembling' and s.assembling_until <= at)
     or (s.status not in ('open', 'assembling') and s.collected_at is null and s.updated_at <= at - interval '10 minutes')
  order by s.id limit most
$$;
create function chancery_upload_keys_known(keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, public as $$
  select blob_key from upload_chunks where blob_key = any (keys)
  union
  select blob_key from upload_sessions where blob_key = any (keys)
$$;
${ownedByGate({
  functions: ['chancery_uploads_due(timestamptz, integer)', 'chancery_upload_keys_known(text[])'],
  to: 'chancery_identity',
})}`;
