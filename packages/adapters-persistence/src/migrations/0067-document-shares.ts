import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

const tenantTables = ['document_shares', 'document_share_grants', 'document_share_views'];

/** Public read-only links to documents (documents 2.9), the grants that were used, and who looked. */
export class DocumentShares0067 implements MigrationInterface {
  readonly name = 'DocumentShares1700000000067';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, privileges, lookUps]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_document_shares_due(timestamptz, integer), chancery_document_share_of_token(text);
      drop table document_share_views, document_share_grants, document_shares;
      update documents set share_count = 0 where share_count > 0;`);
  }
}

const tables = `
create table document_shares (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  label text,
  recipient_email text,
  recipient_name text,
  message text,
  variant text not null check (variant in ('current', 'original', 'sealed')),
  allow_download boolean not null,
  -- A PHC string of Argon2id.
  passcode_hash text,
  max_views integer check (max_views between 1 and 10000),
  view_count integer not null check (view_count >= 0),
  notify boolean not null,
  expires_at timestamptz not null,
  status text not null check (status in ('active', 'expired', 'revoked', 'exhausted')),
  last_viewed_at timestamptz,
  revoked_at timestamptz,
  revoked_by_user_id text,
  revoke_reason text
    check (revoke_reason in ('user', 'document_voided', 'document_trashed', 'document_disposed', 'document_quarantined')),
  created_by_user_id text not null,
  token_hash text not null,
  -- Until the mail that carries it has left.
  sealed_token bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (token_hash, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade,
  check (max_views is null or view_count <= max_views),
  check ((status = 'revoked') = (revoke_reason is not null) and (status = 'revoked') = (revoked_at is not null)),
  check (sealed_token is null or status = 'active')
);
create index document_shares_of_document on document_shares (document_id, created_at desc, id desc);
create index document_shares_due on document_shares (expires_at) where status = 'active';
create index document_shares_of_maker on document_shares (workspace_id, created_by_user_id);

-- Grants that were used: each counts as one view, however many parts are read with it.
create table document_share_grants (
  share_id uuid not null,
  number text not null,
  workspace_id text not null references workspaces (id),
  ends_at timestamptz not null,
  primary key (share_id, number, workspace_id),
  foreign key (share_id, workspace_id) references document_shares (id, workspace_id) on delete cascade
);

create table document_share_views (
  id uuid not null,
  share_id uuid not null,
  workspace_id text not null references workspaces (id),
  at timestamptz not null,
  ip text,
  user_agent text,
  action text not null check (action in ('opened', 'downloaded')),
  primary key (id, workspace_id),
  foreign key (share_id, workspace_id) references document_shares (id, workspace_id) on delete cascade
);
create index document_share_views_newest on document_share_views (share_id, at desc, id desc);
`;

const privileges = rowAccess(tenantTables);

/** Questions that are asked before a workspace is entered, or across all: they return ids only. */
const lookUps = `
create function chancery_document_share_of_token(hash text) returns table (id uuid, document_id uuid, workspace_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select s.id, s.document_id, s.workspace_id from document_shares s where s.token_hash = hash limit 1
$$;
create function chancery_document_shares_due(at timestamptz, most integer)
returns table (id uuid, document_id uuid, workspace_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.document_id, s.workspace_id from document_shares s
  where s.status = 'active' and s.expires_at <= at order by s.expires_at limit most
$$;
${ownedByGate(
  { functions: ['chancery_document_share_of_token(text)'], to: 'chancery_app, chancery_identity' },
  { functions: ['chancery_document_shares_due(timestamptz, integer)'], to: 'chancery_identity' },
)}`;
