import type { MigrationInterface, QueryRunner } from 'typeorm';

const bound = "workspace_id = current_setting('app.workspace', true)";
const tenantTables = ['document_types', 'expiration_policies'];

/** Classes of documents with their duties, and the rules that give their dates (lifecycle 2.1 and 2.2). */
export class TypesAndPolicies0080 implements MigrationInterface {
  readonly name = 'TypesAndPolicies1700000000080';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, builtInTypes, privileges]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table expiration_policies, document_types; drop index documents_of_type;');
  }
}

const tables = `
create table document_types (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  key text not null,
  name text not null,
  name_fold text not null,
  description text,
  category text not null,
  built_in boolean not null,
  status text not null check (status in ('active', 'archived')),
  expiration_expected boolean not null,
  owner_required boolean not null,
  required_dates text[] not null,
  required_identifiers text[] not null,
  government_identity boolean not null,
  identity_formats text[] not null,
  extraction_languages text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  unique (key, workspace_id)
);
create unique index document_types_by_name on document_types (workspace_id, name_fold) where status = 'active';
create index documents_of_type on documents (workspace_id, document_type_id, id) where status = 'active' and document_type_id is not null;

create table expiration_policies (
  id uuid not null,
  workspace_id text not null references workspaces (id),
  name text not null,
  name_fold text not null,
  description text,
  status text not null check (status in ('active', 'archived')),
  basis text not null check (basis in (
    'document_date', 'issue_date_plus', 'effective_date_plus', 'upload_date_plus', 'sealed_date_plus', 'fixed_date', 'never')),
  duration jsonb,
  fixed_date date,
  grace_days integer not null check (grace_days between 0 and 365),
  notices jsonb not null,
  notice_local_time text not null,
  time_zone text,
  require_confirmation boolean not null,
  open_renewal_days_before integer check (open_renewal_days_before between 0 and 730),
  revoke_shares_on_expiry boolean not null,
  retention jsonb,
  revision integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  primary key (id, workspace_id),
  check ((basis like '%\\_plus') = (duration is not null)),
  check ((basis = 'fixed_date') = (fixed_date is not null))
);
create unique index expiration_policies_by_name on expiration_policies (workspace_id, name_fold) where status = 'active';
`;

/** A UUID of version 7 for each row. */
const uuid = `(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
  || to_hex(8 + floor(random() * 4)::integer) || substr(md5(random()::text), 1, 15))::uuid`;

/** Workspaces of before begin with the same types as new ones. */
const builtInTypes = `
insert into document_types
  (id, workspace_id, key, name, name_fold, category, built_in, status, expiration_expected, owner_required, required_dates,
   required_identifiers, government_identity, identity_formats, extraction_languages, created_at, updated_at, version)
select ${uuid}, w.id, t.key, t.name, lower(t.name), t.category, true, 'active', t.key <> 'other', false, '{}',
  '{}', t.category = 'identity', t.formats::text[], '{}', date_trunc('milliseconds', now()), date_trunc('milliseconds', now()), 1
from workspaces w cross join (values
  ('contract', 'Contract', 'contract', '{}'),
  ('insurance_certificate', 'Insurance certificate', 'insurance', '{}'),
  ('professional_licence', 'Professional licence', 'licence', '{}'),
  ('permit', 'Permit', 'permit', '{}'),
  ('certification', 'Certification', 'certification', '{}'),
  ('lease', 'Lease', 'contract', '{}'),
  ('warranty', 'Warranty', 'contract', '{}'),
  ('internal_policy', 'Internal policy', 'policy', '{}'),
  ('other', 'Other', 'other', '{}'),
  ('passport', 'Passport', 'identity', '{TD3}'),
  ('identity_card', 'Identity card', 'identity', '{TD1,TD2}'),
  ('residence_permit', 'Residence permit', 'identity', '{TD1,TD2}'),
  ('visa', 'Visa', 'identity', '{MRVA,MRVB}'),
  ('driving_licence', 'Driving licence', 'identity', '{}')
) t (key, name, category, formats)
where w.status <> 'closed';
`;

const privileges = tenantTables
  .map(
    (table) => `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy tenant on ${table} to chancery_app, chancery_identity using (${bound}) with check (${bound});
    grant select, insert, update, delete on ${table} to chancery_app, chancery_identity;`,
  )
  .join('\n');
