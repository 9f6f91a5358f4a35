import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The root secret that everything derived comes from, and the peppers of the roots before it (PLT-27). */
const table = `
create table key_root (
  number integer primary key check (number >= 1),
  -- Stands in the hashes that were made with this root's pepper.
  pepper_id text not null unique check (pepper_id ~ '^[A-Za-z0-9_-]{1,8}$'),
  secret_sealed bytea,
  -- Of a replaced root only the pepper is kept, as long as a password or passcode is hashed with it.
  pepper_sealed bytea,
  created_at timestamptz not null,
  replaced_at timestamptz,
  check ((secret_sealed is null) = (replaced_at is not null)),
  check ((pepper_sealed is null) = (replaced_at is null))
);
create unique index key_root_current on key_root ((true)) where replaced_at is null;
alter table key_root enable row level security;
alter table key_root force row level security;
create policy installation on key_root to chancery_identity using (true) with check (true);
create policy gate on key_root to chancery_gate using (true);
grant select, insert, update on key_root to chancery_identity;
grant select, delete on key_root to chancery_gate;
`;

const kinds = [
  ['meeting_invitation', 'meeting_invitations', "t.status <> 'revoked'"],
  ['webinar_registration', 'webinar_registrations', "t.status in ('pending', 'approved', 'waitlisted')"],
] as const;

/** Links that come from the root secret have key number 0; a replaced root ends them in all workspaces at once. */
const functions = `
create function chancery_derived_links(after_kind text, after_id uuid, most integer)
returns table (kind text, id uuid, generation integer, opens boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  ${kinds
    .map(
      ([kind, name, opens]) => `(select '${kind}', t.id, t.token_generation, ${opens} from ${name} t
   where t.token_key_number = 0 and after_kind <= '${kind}' and (after_kind < '${kind}' or t.id > after_id) order by t.id limit most)`,
    )
    .join('\n  union all\n  ')}
  order by 1, 2 limit most
$$;

create function chancery_count_derived_links() returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select (${kinds
    .map(([, name, opens]) => `(select count(*) from ${name} t where t.token_key_number = 0 and ${opens})`)
    .join(' + ')})::integer
$$;

create function chancery_renew_derived_links(links jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update meeting_invitations t
  set token_hash = j.hash, replaced_token_hashes = t.replaced_token_hashes || t.token_hash
  from jsonb_to_recordset(links) j(kind text, id uuid, hash text)
  where j.kind = 'meeting_invitation' and t.id = j.id;
  update webinar_registrations t set token_hash = j.hash
  from jsonb_to_recordset(links) j(kind text, id uuid, hash text)
  where j.kind = 'webinar_registration' and t.id = j.id;
$$;

-- The PHC form names the pepper as \`keyid\`, in base64 without padding.
create function chancery_forget_peppers(before timestamptz) returns setof integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from key_root r
  where r.replaced_at <= before
    and not exists (select from password_credentials p where strpos(p.hash, chancery_pepper_mark(r.pepper_id)) > 0)
    and not exists (select from meetings m where strpos(m.passcode_hash, chancery_pepper_mark(r.pepper_id)) > 0)
  returning r.number
$$;
`;

const mark = `
create function chancery_pepper_mark(pepper_id text) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select ',keyid=' || rtrim(encode(convert_to(pepper_id, 'UTF8'), 'base64'), '=') || '$'
$$;
`;

const signatures = [
  'chancery_derived_links(text, uuid, integer)',
  'chancery_count_derived_links()',
  'chancery_renew_derived_links(jsonb)',
  'chancery_forget_peppers(timestamptz)',
];
const rights = `
grant select, update (token_hash, replaced_token_hashes) on meeting_invitations to chancery_gate;
grant select, update (token_hash) on webinar_registrations to chancery_gate;
grant select on password_credentials to chancery_gate;
grant create on schema public to chancery_gate;
${signatures.map((name) => `alter function ${name} owner to chancery_gate;`).join('\n')}
revoke create on schema public from chancery_gate;
${signatures
  .map(
    (name) => `revoke execute on function ${name} from public;
grant execute on function ${name} to chancery_identity;`,
  )
  .join('\n')}
`;

export class KeyRoot0034 implements MigrationInterface {
  readonly name = 'KeyRoot1700000000034';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [table, mark, functions, rights]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${[...signatures, 'chancery_pepper_mark(text)'].join(', ')};
      revoke select on password_credentials from chancery_gate;
      revoke update (token_hash) on webinar_registrations from chancery_gate;
      revoke update (token_hash, replaced_token_hashes) on meeting_invitations from chancery_gate;
      drop table key_root;`);
  }
}
