import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate, rowAccess } from './row-access.ts';

const tables = [
  'disclosure_authorizations',
  'release_packages',
  'release_items',
  'portal_tokens',
  'portal_sessions',
  'recipient_activity',
  'disclosure_accounting',
];

/** What may be disclosed to whom, what was put together and released, and what its recipients did with it (governance 4.2 to 4.4). */
export class Disclosures0172 implements MigrationInterface {
  readonly name = 'Disclosures1700000000172';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [authorizations, packages, portal, accounting, rowAccess(tables), lookUps])
      await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_portal_link(text), chancery_authorizations_to_expire(timestamptz, integer),
        chancery_packages_to_end(timestamptz, timestamptz, integer), chancery_authorizations_due(timestamptz, integer),
        chancery_accounting_to_purge(timestamptz, integer);
      drop table disclosure_accounting, recipient_activity, portal_sessions, portal_tokens, release_items,
        release_packages, disclosure_authorizations;`);
  }
}

const authorizations = `
create table disclosure_authorizations (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  authorization_number text not null,
  subject_id uuid not null,
  case_id uuid not null,
  basis text not null check (basis in ('consent', 'subject_access_request', 'court_order', 'subpoena',
    'statutory_duty', 'treatment', 'emergency', 'other')),
  consent_id uuid,
  legal_reference text,
  document_id uuid,
  purpose_of_use text not null
    check (purpose_of_use in ('professional_operations', 'treatment', 'legal_proceedings', 'emergency')),
  recipient jsonb not null,
  scope jsonb not null,
  note text,
  status text not null check (status in ('pending', 'approved', 'denied', 'revoked', 'expired')),
  requested_at timestamptz not null,
  due_on date not null,
  -- When the next mail about what is due goes out.
  remind_at timestamptz,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  max_releases integer not null check (max_releases between 1 and 50),
  releases_used integer not null check (releases_used between 0 and max_releases),
  accounted boolean not null,
  decided_by_user_id text,
  decided_at timestamptz,
  decision_reason text,
  single_person boolean not null,
  single_person_reason text,
  created_by_user_id text not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (authorization_number, workspace_id),
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade,
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade,
  foreign key (consent_id, workspace_id) references consents (id, workspace_id),
  foreign key (document_id, workspace_id) references documents (id, workspace_id) on delete set null (document_id),
  check (basis <> 'consent' or consent_id is not null)
);
create index disclosure_authorizations_listed on disclosure_authorizations (workspace_id, requested_at desc, id desc);
create index disclosure_authorizations_due on disclosure_authorizations (workspace_id, status, due_on);
create index disclosure_authorizations_of_case on disclosure_authorizations (case_id, workspace_id);
create index disclosure_authorizations_of_subject on disclosure_authorizations (subject_id, workspace_id);
create index disclosure_authorizations_of_consent on disclosure_authorizations (consent_id, workspace_id)
  where consent_id is not null;
create index disclosure_authorizations_of_document on disclosure_authorizations (document_id, workspace_id)
  where document_id is not null;
create index disclosure_authorizations_to_expire on disclosure_authorizations (valid_until)
  where status in ('pending', 'approved');
create index disclosure_authorizations_to_remind on disclosure_authorizations (remind_at)
  where status in ('pending', 'approved') and remind_at is not null;
`;

const packages = `
create table release_packages (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  package_number text not null,
  authorization_id uuid not null,
  case_id uuid not null,
  subject_id uuid not null,
  recipient jsonb not null,
  purpose_of_use text not null,
  -- Title, cover note, and the words of its items, under the key of the case.
  content_sealed bytea,
  status text not null
    check (status in ('prepared', 'approved', 'released', 'revoked', 'expired', 'cancelled')),
  item_count integer not null check (item_count between 1 and 500),
  manifest_sha256 text not null,
  effective_mask integer not null check (effective_mask between 0 and 255),
  redisclosure_notice jsonb,
  terms_text text not null,
  requires_consent boolean not null,
  access_code_hash text,
  download_allowed boolean not null,
  delivery text not null check (delivery in ('email', 'manual')),
  expires_at timestamptz not null,
  max_opens integer check (max_opens between 1 and 1000),
  single_person boolean not null,
  single_person_reason text,
  prepared_by_user_id text not null,
  approved_by_user_id text,
  approved_at timestamptz,
  released_by_user_id text,
  released_at timestamptz,
  revoked_by_user_id text,
  revoked_at timestamptz,
  revocation_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (package_number, workspace_id),
  foreign key (authorization_id, workspace_id) references disclosure_authorizations (id, workspace_id) on delete cascade,
  foreign key (case_id, workspace_id) references record_cases (id, workspace_id) on delete cascade,
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade
);
create index release_packages_of_authorization on release_packages (authorization_id, workspace_id);
create index release_packages_of_case on release_packages (case_id, workspace_id);
create index release_packages_of_subject on release_packages (subject_id, workspace_id);
create index release_packages_by_status on release_packages (workspace_id, status, updated_at desc);
create index release_packages_to_expire on release_packages (expires_at) where status = 'released';
create index release_packages_to_cancel on release_packages (approved_at) where status = 'approved';

create table release_items (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  package_id uuid not null,
  position integer not null,
  artifact_id uuid not null,
  version_number integer not null,
  entry_type text not null,
  occurred_at timestamptz not null,
  content_hash text not null,
  addenda jsonb not null,
  attachments jsonb not null,
  redactions jsonb not null,
  effective_mask integer not null check (effective_mask between 0 and 255),
  flag text not null check (flag in ('none', 'amended', 'entered_in_error')),
  flagged_at timestamptz,
  primary key (id, workspace_id),
  unique (package_id, position, workspace_id),
  foreign key (package_id, workspace_id) references release_packages (id, workspace_id) on delete cascade,
  foreign key (artifact_id, workspace_id) references record_entries (id, workspace_id)
);
create index release_items_of_version on release_items (artifact_id, version_number, workspace_id);
`;

const portal = `
create table portal_tokens (
  token_hash text not null,
  workspace_id text not null references workspaces (id),
  package_id uuid not null,
  -- Whom it was given to: packages of one recipient are found by it.
  recipient_key text not null,
  status text not null check (status in ('live', 'replaced', 'revoked', 'expired')),
  -- The secret under the key ring, as long as a mail may have to carry it.
  sealed_token bytea,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (token_hash, workspace_id),
  foreign key (package_id, workspace_id) references release_packages (id, workspace_id) on delete cascade
);
create index portal_tokens_of_package on portal_tokens (package_id, workspace_id);
create unique index portal_tokens_live on portal_tokens (package_id, workspace_id) where status = 'live';
create index portal_tokens_of_recipient on portal_tokens (workspace_id, recipient_key, status);

create table portal_sessions (
  token_hash text not null,
  workspace_id text not null references workspaces (id),
  package_id uuid not null,
  -- The link for whose code it was given: it ends with it.
  portal_token_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash, workspace_id),
  foreign key (package_id, workspace_id) references release_packages (id, workspace_id) on delete cascade,
  foreign key (portal_token_hash, workspace_id) references portal_tokens (token_hash, workspace_id) on delete cascade
);
create index portal_sessions_of_package on portal_sessions (package_id, workspace_id);
create index portal_sessions_of_token on portal_sessions (portal_token_hash, workspace_id);

create table recipient_activity (
  workspace_id text not null references workspaces (id),
  package_id uuid not null,
  opens integer not null,
  first_opened_at timestamptz,
  last_opened_at timestamptz,
  consented_at timestamptz,
  declined_at timestamptz,
  exported_at timestamptz,
  questions integer not null,
  wrong_codes integer not null,
  locked_at timestamptz,
  primary key (package_id, workspace_id),
  foreign key (package_id, workspace_id) references release_packages (id, workspace_id) on delete cascade
);
`;

const accounting = `
create table disclosure_accounting (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  subject_id uuid not null,
  package_id uuid not null,
  package_number text not null,
  released_at timestamptz not null,
  recipient_name text not null,
  recipient_organization text,
  description text not null,
  purpose_of_use text not null,
  basis text not null,
  primary key (id, workspace_id),
  unique (package_id, workspace_id),
  foreign key (subject_id, workspace_id) references subjects (id, workspace_id) on delete cascade
);
create index disclosure_accounting_of_subject on disclosure_accounting (workspace_id, subject_id, released_at desc, id desc);
create index disclosure_accounting_to_purge on disclosure_accounting (released_at);
`;

/** Questions that are asked before a workspace is entered, or across all: they return ids only. */
const lookUps = `
create function chancery_portal_link(hash text)
returns table (workspace_id text, package_id uuid, token_hash text, session_hash text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  (select t.workspace_id, t.package_id, t.token_hash, null::text from portal_tokens t where t.token_hash = hash)
  union all
  (select s.workspace_id, s.package_id, s.portal_token_hash, s.token_hash from portal_sessions s where s.token_hash = hash)
  limit 1
$$;
create function chancery_authorizations_to_expire(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.workspace_id, a.id from disclosure_authorizations a
  where a.status in ('pending', 'approved') and a.valid_until <= at order by a.valid_until limit most
$$;
create function chancery_authorizations_due(at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.workspace_id, a.id from disclosure_authorizations a
  where a.status in ('pending', 'approved') and a.remind_at <= at order by a.remind_at limit most
$$;
create function chancery_packages_to_end(at timestamptz, approved_before timestamptz, most integer)
returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select p.workspace_id, p.id from release_packages p
   where p.status = 'released' and p.expires_at <= at order by p.expires_at limit most)
  union all
  (select p.workspace_id, p.id from release_packages p
   where p.status = 'approved' and p.approved_at <= approved_before order by p.approved_at limit most)
$$;
create function chancery_accounting_to_purge(before timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.workspace_id, d.id from disclosure_accounting d where d.released_at < before order by d.released_at limit most
$$;
${ownedByGate(
  { functions: ['chancery_portal_link(text)'], to: 'chancery_app, chancery_identity' },
  {
    functions: [
      'chancery_authorizations_to_expire(timestamptz, integer)',
      'chancery_authorizations_due(timestamptz, integer)',
      'chancery_packages_to_end(timestamptz, timestamptz, integer)',
      'chancery_accounting_to_purge(timestamptz, integer)',
    ],
    to: 'chancery_identity',
  },
)}`;
