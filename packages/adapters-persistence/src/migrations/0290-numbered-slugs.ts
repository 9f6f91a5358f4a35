import type { MigrationInterface, QueryRunner } from 'typeorm';
import { claimSlug } from './0006-invitations.ts';
import { ownedByGate } from './row-access.ts';

/**
 * Finding a free slug takes a few looks however many workspaces have the same name. One number after the other, the thousandth
 * registration of an Ada took a thousand looks, and with them most of its time.
 */
export class NumberedSlugs0290 implements MigrationInterface {
  readonly name = 'NumberedSlugs1700000000290';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${helpers}
      ${ownedByGate({ functions: helperNames, to: 'chancery_gate' })}
      ${claimSlugInLeaps}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${oneByOne}
      drop function ${helperNames.join(', ')};`);
  }
}

/** As a migration between them left it: temporary objects are searched last. */
const oneByOne = claimSlug
  .replace('create function', 'create or replace function')
  .replace('pg_catalog, public as', 'pg_catalog, public, pg_temp as');

const helperNames = [
  'chancery_numbered_slug(text, integer)',
  'chancery_slug_is_taken(text, text, timestamptz)',
  'chancery_free_slug_number(text, integer, text, timestamptz)',
];

const helpers = `
create function chancery_numbered_slug(base text, number integer) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select case when number = 1 then base else rtrim(left(base, 47 - length(number::text)), '-') || '-' || number end
$$;

-- Whether another workspace has the slug or is owed it.
create function chancery_slug_is_taken(candidate text, workspace text, moment timestamptz) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from workspace_slugs s where s.slug = candidate and s.workspace_id <> workspace
                 and (s.reserved_until is null or s.reserved_until > moment))
$$;

-- A number above one that is taken, such that it is free and the one before it is not: in leaps that double until one lands on
-- a free number, and from there in halves.
create function chancery_free_slug_number(base text, last_taken integer, workspace text, moment timestamptz) returns integer
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  taken integer := last_taken;
  leap integer := 1;
begin
  while chancery_slug_is_taken(chancery_numbered_slug(base, taken + leap), workspace, moment) loop
    taken := taken + leap;
    leap := leap * 2;
  end loop;
  while leap > 1 loop
    leap := leap / 2;
    if chancery_slug_is_taken(chancery_numbered_slug(base, taken + leap), workspace, moment) then
      taken := taken + leap;
    end if;
  end loop;
  return taken + 1;
end $$;
`;

/** The same function, but for how it goes on after the first numbers. */
const claimSlugInLeaps = `
-- Of base, base-2, base-3, … one that nobody has or is owed, taken for the workspace: the first, as long as one of the first
-- sixteen is free. Null where it must be the base and is not free. One conditional write, so that of two who want the same
-- slug one gets it.
create or replace function chancery_claim_slug(base text, exact boolean, workspace text, moment timestamptz) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  candidate text := base;
  number integer := 1;
begin
  loop
    if not chancery_slug_is_taken(candidate, workspace, moment) then
      insert into workspace_slugs as s (slug, workspace_id, reserved_until) values (candidate, workspace, null)
      on conflict (slug) do update set workspace_id = excluded.workspace_id, reserved_until = null
        where s.workspace_id = excluded.workspace_id or s.reserved_until <= moment;
      if found then return candidate; end if;
    end if;
    if exact then return null; end if;
    number := case when number < 16 then number + 1 else chancery_free_slug_number(base, number, workspace, moment) end;
    candidate := chancery_numbered_slug(base, number);
  end loop;
end $$;
`;
