import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ownedByGate } from './row-access.ts';

/** Who was told that a hold is to be looked at (lifecycle HLD-3). */
export class HoldReviews0092 implements MigrationInterface {
  readonly name = 'HoldReviews1700000000092';

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [columns, sweep]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_holds_to_review(date, uuid, integer);
      drop policy gate on document_holds;
      revoke select on document_holds from chancery_gate;
      drop index document_holds_untold;
      alter table document_holds drop column review_told_for;`);
  }
}

const columns = `
alter table document_holds add column review_told_for date;
create index document_holds_untold on document_holds (review_on, id)
  where status = 'active' and review_on is not null and review_told_for is distinct from review_on;
create policy gate on document_holds to chancery_gate using (true);
grant select on document_holds to chancery_gate;
`;

const sweep = `
create function chancery_holds_to_review(before date, after uuid, most integer)
returns table (hold_id uuid, workspace_id text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.id, h.workspace_id from document_holds h
  where h.status = 'active' and h.review_on < before and h.review_told_for is distinct from h.review_on
    and (after is null or h.id > after)
  order by h.id limit most
$$;
${ownedByGate({ functions: ['chancery_holds_to_review(date, uuid, integer)'], to: 'chancery_identity' })}`;
