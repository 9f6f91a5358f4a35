import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

const tenantTables = ['record_attachments', 'record_attachment_texts'];
const sweepFunction = 'chancery_unscanned_attachments(uuid, integer)';

/** The files of entries, and the texts that were read in them (records 4.7 and 12). */
export class EntryAttachments0164 implements MigrationInterface {
  readonly name = 'EntryAttachments1700000000164';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(tenantTables), sweep]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function ${sweepFunction}`);
    await runner.query('drop table record_attachment_texts, record_attachments');
  }
}

const tables = `
create table record_attachments (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  entry_id uuid not null,
  addendum_id uuid,
  file_name text not null,
  content_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  sha256 text not null,
  source text not null check (source in ('upload', 'resumable', 'document', 'file_request', 'meeting')),
  source_id text,
  source_version text,
  caption_sealed bytea,
  status text not null check (status in ('scanning', 'clean', 'quarantined')),
  scan text check (scan in ('clean', 'skipped')),
  pinned boolean not null,
  key_id uuid not null,
  blob_key text,
  sealed_bytes integer not null,
  added_by_user_id text not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  released_at timestamptz,
  primary key (id, workspace_id),
  foreign key (entry_id, workspace_id) references record_entries (id, workspace_id) on delete cascade,
  check (released_at is null or removed_at is not null),
  check (blob_key is not null or released_at is not null)
);
create index record_attachments_of_entry on record_attachments (workspace_id, entry_id, id);
create unique index record_attachments_once on record_attachments (entry_id, sha256, workspace_id) where removed_at is null;
create index record_attachments_unscanned on record_attachments (id)
  where released_at is null and scan is distinct from 'clean' and status <> 'quarantined';

create table record_attachment_texts (
  attachment_id uuid not null,
  workspace_id text not null references workspaces (id),
  text_sealed bytea not null,
  read_at timestamptz not null,
  primary key (attachment_id, workspace_id),
  foreign key (attachment_id, workspace_id) references record_attachments (id, workspace_id) on delete cascade
);
create index record_attachment_texts_of_workspace on record_attachment_texts (workspace_id, attachment_id);
`;

const sweep = `
create function chancery_unscanned_attachments(after_id uuid, most integer)
returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.workspace_id, a.id from record_attachments a
  where a.released_at is null and a.scan is distinct from 'clean' and a.status <> 'quarantined'
    and (after_id is null or a.id > after_id)
  order by a.id limit most
$$;
${ownedByGate({ functions: [sweepFunction], to: 'chancery_identity' })}`;
