import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate } from './row-access.ts';

/**
 * Details of what happened to subjects and cases are sealed under the keys of these (governance 7), by the public half of each
 * key, which lies here. What the key ring has sealed of them so far is marked, and a job moves it.
 */
export class DetailsOfScopes0300 implements MigrationInterface {
  readonly name = 'DetailsOfScopes1700000000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table record_keys add column public_key bytea;
      update audit_detail d set key_id = 'key_ring/' || coalesce('case/' || e.case_id, 'subject/' || e.subject_id)
      from audit_event e where e.ledger_id = d.ledger_id and e.seq = d.seq and d.key_id = 'key_ring'
        and (e.case_id is not null or e.subject_id is not null);
      create index audit_detail_waiting on audit_detail (key_id, ledger_id, seq) where key_id like 'key_ring/%';
      ${move}
      ${sweep}`);
  }

  /** What is under the key of a subject or a case by then, the version before does not open. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function ${sweepFunction}, ${moveFunction};
      drop policy audit_detail_of_gate on audit_detail;
      revoke select on audit_detail from chancery_gate;
      drop index audit_detail_waiting;
      update audit_detail set key_id = 'key_ring' where key_id like 'key_ring/%';
      alter table record_keys drop column public_key;`);
  }
}

const moveFunction = 'audit_detail_move(text, bigint, bytea, bytea, text)';
/** The chain holds a digest of the salted text: under which key it is may change, what it says may not. */
const move = `
create function audit_detail_move(ledger text, entry bigint, was bytea, becomes bytea, key text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform audit_ledger_require(ledger);
  update audit_detail d set value = becomes, key_id = key where d.ledger_id = ledger and d.seq = entry and d.value = was;
  return found;
end $$;
revoke execute on function ${moveFunction} from public;
grant execute on function ${moveFunction} to chancery_identity;
`;

const sweepFunction = 'chancery_scopes_of_waiting_details(integer)';
/** Across all workspaces; it returns ids only. */
const sweep = `
grant select on audit_detail to chancery_gate;
create policy audit_detail_of_gate on audit_detail for select to chancery_gate using (key_id like 'key_ring/%');
create function chancery_scopes_of_waiting_details(most integer) returns table (workspace_id text, scope_kind text, scope_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct d.ledger_id, split_part(d.key_id, '/', 2), split_part(d.key_id, '/', 3) from audit_detail d
  where d.key_id like 'key_ring/%' order by 1, 2, 3 limit most
$$;
${ownedByGate({ functions: [sweepFunction], to: 'chancery_identity' })}`;
