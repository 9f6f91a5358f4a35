import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identities at providers belong to accounts, so their tables are global and only the identity role reaches them (PLT-11). */
const tables = `
create table external_identities (
  id uuid primary key,
  user_id text not null references accounts (id),
  provider text not null check (provider in ('apple', 'google')),
  issuer text not null,
  subject text not null,
  client_id text not null,
  provider_email text,
  is_private_relay boolean not null,
  refresh_token_sealed bytea,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index external_identities_of_user on external_identities (user_id, linked_at);

-- Nothing here names whose token it was.
create table detached_tokens (
  id uuid primary key,
  provider text not null,
  client_id text not null,
  refresh_token_sealed bytea not null,
  remove_after timestamptz not null
);
create index detached_tokens_expiry on detached_tokens (remove_after);

create table auth_flows (
  id uuid primary key,
  provider text not null check (provider in ('apple', 'google')),
  state_hash text not null unique,
  secrets_sealed bytea not null,
  redirect_to text not null,
  handoff_challenge text,
  cookie_hash text,
  intent text not null check (intent in ('sign_in', 'link')),
  user_id text references accounts (id),
  session_id uuid,
  invitation_hash text,
  device_name text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- From the answer of the provider to the bearer of the verifier.
  handoff_hash text unique,
  proof_sealed bytea,
  handoff_until timestamptz,
  check ((handoff_challenge is null) <> (cookie_hash is null))
);
create index auth_flows_expiry on auth_flows (expires_at);
create index auth_flows_of_user on auth_flows (user_id) where user_id is not null;

create table used_id_tokens (
  digest text primary key,
  keep_until timestamptz not null
);
create index used_id_tokens_expiry on used_id_tokens (keep_until);

grant select, insert, update, delete on external_identities, detached_tokens, auth_flows, used_id_tokens to chancery_identity;
`;

export class Providers0011 implements MigrationInterface {
  readonly name = 'Providers1700000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tables);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table used_id_tokens, auth_flows, detached_tokens, external_identities;');
  }
}
