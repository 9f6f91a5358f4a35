import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

const tenantTables = [
  'signature_rounds',
  'signers',
  'signing_fields',
  'signing_links',
  'otp_challenges',
  'signing_sessions',
  'signature_materials',
];

/** The signing of documents (documents 2.4 to 2.8 and 11): rounds with their seal, people, fields, links, codes and signatures. */
export class Signing0064 implements MigrationInterface {
  readonly name = 'Signing1700000000064';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [rounds, people, secrets, privileges, sweeps, lookUps])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_signing_link_of_token(text), chancery_signing_rounds_to_expire(timestamptz, integer),
        chancery_signing_rounds_to_warn(timestamptz, integer), chancery_signers_to_remind(timestamptz, integer);
      drop table signature_materials, signing_sessions, otp_challenges, signing_links, signing_fields, signers, signature_rounds;
      drop index document_versions_by_bytes, document_versions_by_workspace_bytes;`);
  }
}

const rounds = `
create table signature_rounds (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  number integer not null check (number >= 1),
  status text not null check (status in ('none', 'preparing', 'sent', 'completed', 'sealed', 'declined', 'voided', 'expired')),
  signing_order text not null check (signing_order in ('parallel', 'sequential')),
  subject text not null,
  message text,
  deadline_at timestamptz,
  reminders jsonb,
  expiry_warning_days integer not null check (expiry_warning_days between 0 and 30),
  warn_at timestamptz,
  warned_at timestamptz,
  language text not null,
  disclosure_version text,
  -- The language of the text that is really shown.
  disclosure_language text,
  disclosure_sha256 text,
  require_consent boolean not null,
  signature_methods text[] not null check (cardinality(signature_methods) > 0),
  append_signature_page boolean not null,
  redirect_url text,
  signing_copy_version_id uuid,
  original_sha256 text,
  signing_copy_sha256 text,
  signing_copy_page_count integer,
  created_by_user_id text not null,
  sent_by_user_id text,
  voided_by_user_id text,
  end_reason text,
  sent_at timestamptz,
  completed_at timestamptz,
  declined_at timestamptz,
  voided_at timestamptz,
  expired_at timestamptz,
  seal_status text not null check (seal_status in ('none', 'queued', 'sealing', 'sealed', 'failed')),
  seal_level text check (seal_level in ('B-B', 'B-T')),
  sealed_at timestamptz,
  sealed_sha256 text,
  certificate_sha256 text,
  seal_certificate_fingerprint text,
  timestamp_status text not null check (timestamp_status in ('none', 'granted', 'unavailable')),
  timestamp_at timestamptz,
  timestamp_authority text,
  -- The newest line of the workspace's ledger when the file was prepared, which the evidence names.
  ledger_seq bigint,
  ledger_head_hash text,
  seal_attempts integer not null,
  seal_failure_code text,
  seal_next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (document_id, number, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete cascade,
  foreign key (signing_copy_version_id, workspace_id) references document_versions (id, workspace_id),
  check (status in ('none', 'preparing') or (deadline_at is not null and sent_at is not null and signing_copy_version_id is not null)),
  check ((ledger_seq is null) = (ledger_head_hash is null))
);
create index signature_rounds_due on signature_rounds (deadline_at) where status = 'sent';
create index signature_rounds_to_warn on signature_rounds (warn_at) where status = 'sent' and warn_at is not null;
create index signature_rounds_to_seal on signature_rounds (workspace_id, status) where status = 'completed';
-- Whoever has a file asks by its digest whether it is one of ours.
create index if not exists document_versions_by_bytes on document_versions (sha256);
create index if not exists document_versions_by_workspace_bytes on document_versions (workspace_id, sha256);
`;

const people = `
create table signers (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  round_id uuid not null,
  position integer not null check (position >= 1),
  key text,
  name text not null,
  email text not null,
  phone text,
  role text not null check (role in ('signer', 'approver', 'copy')),
  group_number integer not null check (group_number between 1 and 50),
  verification text not null check (verification in ('none', 'sms', 'email')),
  note text,
  language text,
  time_zone text,
  status text not null
    check (status in ('draft', 'waiting', 'sent', 'viewed', 'completed', 'declined', 'expired', 'cancelled', 'notified')),
  user_id text,
  delivery text check (delivery in ('email', 'manual')),
  sent_at timestamptz,
  viewed_at timestamptz,
  last_opened_at timestamptz,
  consented_at timestamptz,
  verified_at timestamptz,
  completed_at timestamptz,
  declined_at timestamptz,
  decline_reason text,
  last_reminded_at timestamptz,
  reminder_count integer not null,
  next_reminder_at timestamptz,
  link_version integer,
  link_expires_at timestamptz,
  verification_state text not null check (verification_state in ('not_required', 'required', 'verified', 'locked')),
  locked_until timestamptz,
  codes_sent integer not null,
  wrong_tries integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id, workspace_id),
  unique (round_id, key, workspace_id),
  foreign key (round_id, workspace_id) references signature_rounds (id, workspace_id) on delete cascade,
  check (verification <> 'sms' or phone is not null)
);
create index signers_of_round on signers (round_id, group_number, position);
create index signers_to_remind on signers (next_reminder_at) where status in ('sent', 'viewed') and next_reminder_at is not null;

create table signing_fields (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  round_id uuid not null,
  signer_id uuid not null,
  kind text not null check (kind in ('signature', 'initials', 'date', 'text', 'checkbox', 'name', 'email')),
  page integer not null check (page >= 1),
  x double precision not null,
  y double precision not null,
  width double precision not null,
  height double precision not null,
  label text,
  required boolean not null,
  read_only boolean not null,
  default_value jsonb,
  max_length integer,
  multiline boolean not null,
  date_mode text check (date_mode in ('signed_on', 'entered')),
  date_format text check (date_format in ('iso', 'dmy', 'mdy', 'long')),
  font_size double precision,
  value jsonb,
  completed_at timestamptz,
  client_ref text,
  primary key (id, workspace_id),
  foreign key (round_id, workspace_id) references signature_rounds (id, workspace_id) on delete cascade,
  foreign key (signer_id, workspace_id) references signers (id, workspace_id) on delete cascade
);
create index signing_fields_of_round on signing_fields (round_id, page, y, x, id);
create index signing_fields_of_signer on signing_fields (signer_id);
`;

const secrets = `
create table signing_links (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  document_id uuid not null,
  round_id uuid not null,
  signer_id uuid not null,
  purpose text not null check (purpose in ('sign', 'copy')),
  token_hash text not null,
  link_version integer not null check (link_version >= 1),
  cause text not null check (cause in ('send', 'turn', 'remind', 'reminder', 'link', 'correct', 'reopen', 'sealed')),
  delivery text not null check (delivery in ('email', 'manual')),
  status text not null check (status in ('live', 'superseded', 'ended')),
  ended_reason text,
  expires_at timestamptz not null,
  -- The secret under the key ring, until its mail has left.
  sealed_secret bytea,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (id, workspace_id),
  unique (token_hash, workspace_id),
  unique (signer_id, link_version, workspace_id),
  foreign key (signer_id, workspace_id) references signers (id, workspace_id) on delete cascade,
  foreign key (round_id, workspace_id) references signature_rounds (id, workspace_id) on delete cascade,
  check ((status = 'live') = (ended_at is null))
);
-- A person has one live link for each purpose.
create unique index signing_links_live on signing_links (signer_id, purpose, workspace_id) where status = 'live';
create index signing_links_of_round on signing_links (round_id, id);

create table otp_challenges (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  signer_id uuid not null,
  link_version integer not null,
  channel text not null check (channel in ('sms', 'email')),
  code_hash text not null,
  -- The code under the key ring, until its message has left.
  sealed_code bytea,
  destination_masked text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null check (attempts >= 0),
  status text not null check (status in ('active', 'used', 'superseded', 'expired', 'burned')),
  ended_at timestamptz,
  primary key (id, workspace_id),
  foreign key (signer_id, workspace_id) references signers (id, workspace_id) on delete cascade
);
create index otp_challenges_of_signer on otp_challenges (signer_id, sent_at desc);
create unique index otp_challenges_active on otp_challenges (signer_id, workspace_id) where status = 'active';

create table signing_sessions (
  token_hash text not null,
  workspace_id text not null references workspaces (id),
  signer_id uuid not null,
  link_version integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash, workspace_id),
  foreign key (signer_id, workspace_id) references signers (id, workspace_id) on delete cascade
);
create index signing_sessions_of_signer on signing_sessions (signer_id);

-- What people left with their signatures, under the key ring.
create table signature_materials (
  signer_id uuid not null,
  workspace_id text not null references workspaces (id),
  round_id uuid not null,
  signature_image_sealed bytea,
  initials_image_sealed bytea,
  facts_sealed bytea not null,
  created_at timestamptz not null,
  primary key (signer_id, workspace_id),
  foreign key (signer_id, workspace_id) references signers (id, workspace_id) on delete cascade,
  foreign key (round_id, workspace_id) references signature_rounds (id, workspace_id) on delete cascade
);
create index signature_materials_of_round on signature_materials (round_id);
`;

const privileges = rowAccess(tenantTables);

/** Questions of the sweeps across workspaces, which return ids only. Each change is then made inside its own workspace. */
const sweeps = `
create function chancery_signing_rounds_to_expire(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.workspace_id, r.id from signature_rounds r where r.status = 'sent' and r.deadline_at <= at order by r.deadline_at limit most
$$;
create function chancery_signing_rounds_to_warn(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.workspace_id, r.id from signature_rounds r where r.status = 'sent' and r.warn_at <= at order by r.warn_at limit most
$$;
create function chancery_signers_to_remind(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.workspace_id, s.id from signers s
  where s.status in ('sent', 'viewed') and s.next_reminder_at <= at order by s.next_reminder_at limit most
$$;
${ownedByGate({
  functions: [
    'chancery_signing_rounds_to_expire(timestamptz, integer)',
    'chancery_signing_rounds_to_warn(timestamptz, integer)',
    'chancery_signers_to_remind(timestamptz, integer)',
  ],
  to: 'chancery_identity',
})}`;

/** A token is looked up over all workspaces, because whoever shows it has none. */
const lookUps = `
create function chancery_signing_link_of_token(hash text) returns table (workspace_id text, link_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.workspace_id, l.id from signing_links l where l.token_hash = hash
$$;
${ownedByGate({
  functions: ['chancery_signing_link_of_token(text)'],
  to: 'chancery_app, chancery_identity',
})}`;
