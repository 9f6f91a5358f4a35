import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What `chancery keys reseal` needs in addition to the tables that the host's roles reach already. */
const functions = `
create function chancery_every_workspace() returns table (workspace_id text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select w.id from workspaces w order by 1
$$;
grant create on schema public to chancery_gate;
alter function chancery_every_workspace() owner to chancery_gate;
revoke create on schema public from chancery_gate;
revoke execute on function chancery_every_workspace() from public;
grant execute on function chancery_every_workspace() to chancery_identity;

-- The chain holds a digest of the salted text, not the sealed value: which key seals it may change, what it says may not.
create function audit_detail_reseal(ledger text, entry bigint, was bytea, becomes bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform audit_ledger_require(ledger);
  update audit_detail d set value = becomes where d.ledger_id = ledger and d.seq = entry and d.value = was;
  return found;
end $$;
revoke execute on function audit_detail_reseal(text, bigint, bytea, bytea) from public;
grant execute on function audit_detail_reseal(text, bigint, bytea, bytea) to chancery_identity;
`;

export class Reseal0013 implements MigrationInterface {
  readonly name = 'Reseal1700000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(functions);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function chancery_every_workspace(), audit_detail_reseal(text, bigint, bytea, bytea)',
    );
  }
}
