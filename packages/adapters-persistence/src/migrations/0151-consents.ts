import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

/** What people permit or forbid about what is written of them (governance 4.1). */
export class Consents0151 implements MigrationInterface {
  readonly name = 'Consents1700000000151';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, rowAccess(['consents']), lookUps]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_consent_of_token(text), chancery_consents_to_expire(timestamptz, integer),
        chancery_consents_to_remind(timestamptz, integer);
      drop table consents;`);
  }
}

const tables = `
create table consents (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  subject_id uuid not null,
  category text not null check (category in
    ('treatment', 'disclosure', 'communication', 'recording', 'data_processing', 'research', 'other')),
  decision text not null check (decision in ('permit', 'deny')),
  status text not null
    check (status in ('requested', 'active', 'rejected', 'revoked', 'expired', 'entered_in_error')),
  scope jsonb not null,
  method text not null check (method in ('written', 'verbal', 'electronic', 'portal', 'imported')),
  granted_by jsonb not null,
  legal_basis text,
  statement_text text not null,
  statement_sha256 text not null,
  document_id uuid,
  witness_name text,
  effective_from timestamptz not null,
  expires_at timestamptz,
  signature jsonb,
  -- A drawn signature under the key ring.
  sealed_drawing bytea,
  request_email text,
  request_message text,
  request_expires_at timestamptz,
  remind_at timestamptz,
  reminded_at timestamptz,
  token_hash text,
  -- The secret of the link under the key ring, as long as a mail may have to carry it.
  sealed_token bytea,
  decided_at timestamptz,
  revoked_at timestamptz,
  revoked_by_user_id text,
  revocation_reason text,
  created_by_user_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (token_hash, workspace_id),
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade,
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete set null (document_id),
  check ((method = 'portal') = (token_hash is not null and request_email is not null and request_expires_at is not null)),
  check (status <> 'requested' or method = 'portal')
);
create index consents_of_subject on consents (workspace_id, subject_id, effective_from desc, id desc);
create index consents_open on consents (workspace_id, status) where status in ('active', 'requested');
create index consents_of_document on consents (document_id, workspace_id) where document_id is not null;
create index consents_to_expire on consents (expires_at) where status = 'active' and expires_at is not null;
create index consents_to_give_up on consents (request_expires_at) where status = 'requested';
create index consents_to_remind on consents (remind_at) where status = 'requested' and remind_at is not null;
`;

/** Questions that are asked before a workspace is entered, or across all: they return ids only. */
const lookUps = `
create function chancery_consent_of_token(hash text) returns table (workspace_id text, consent_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  select c.workspace_id, c.id from consents c where c.token_hash = hash limit 1
$$;
create function chancery_consents_to_expire(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select c.workspace_id, c.id from consents c
   where c.status = 'active' and c.expires_at <= at order by c.expires_at limit most)
  union all
  (select c.workspace_id, c.id from consents c
   where c.status = 'requested' and c.request_expires_at <= at order by c.request_expires_at limit most)
$$;
create function chancery_consents_to_remind(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.workspace_id, c.id from consents c
  where c.status = 'requested' and c.remind_at <= at order by c.remind_at limit most
$$;
${ownedByGate(
  { functions: ['chancery_consent_of_token(text)'], to: 'chancery_app, chancery_identity' },
  {
    functions: [
      'chancery_consents_to_expire(timestamptz, integer)',
      'chancery_consents_to_remind(timestamptz, integer)',
    ],
    to: 'chancery_identity',
  },
)}`;
