import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate } from './row-access.ts';

/** Memberships of cases end by the clock, and the second persons of a workspace are found by them (records 10, SPR-2). */
export class CaseEnds0111 implements MigrationInterface {
  readonly name = 'CaseEnds1700000000111';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
create policy gate on case_members to chancery_gate using (true);
grant select on case_members to chancery_gate;
create function chancery_case_members_to_end(due_at timestamptz, most integer) returns table (workspace_id text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.workspace_id, m.id from case_members m
  where m.ended_at is null and m.ends_at is not null and m.ends_at <= due_at order by m.ends_at limit most
$$;
${ownedByGate({ functions: ['chancery_case_members_to_end(timestamptz, integer)'], to: 'chancery_app, chancery_identity' })}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function chancery_case_members_to_end; revoke select on case_members from chancery_gate; drop policy gate on case_members',
    );
  }
}
