import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the metrics count across workspaces what waits or has failed: states and numbers, and nothing of whose they are. Each
 * state that is counted has an index of its own rows, so that a count costs what waits and not what was.
 */
export class OperatingFigures0044 implements MigrationInterface {
  readonly name = 'OperatingFigures1700000000044';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create policy gate on audit_head for select to chancery_gate using (true);
      grant select on audit_head to chancery_gate;
      create function chancery_operating_figures() returns table (figure text, state text, value double precision)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
        select 'uploads', u.status, count(*)::double precision from upload_sessions u
        where u.status in ('open', 'assembling') group by u.status
        union all
        select 'webhook_deliveries', d.status, count(*)::double precision from webhook_deliveries d
        where d.status in ('pending', 'retrying') group by d.status
        union all
        select 'webhook_endpoints', e.status, count(*)::double precision from webhook_endpoints e group by e.status
        union all
        select 'ledgers', '', count(*)::double precision from audit_head
        union all
        select 'ledger_events_total', '', coalesce(sum(h.last_seq), 0)::double precision from audit_head h
      $$;
      grant create on schema public to chancery_gate;
      alter function chancery_operating_figures() owner to chancery_gate;
      revoke create on schema public from chancery_gate;
      revoke execute on function chancery_operating_figures() from public;
      grant execute on function chancery_operating_figures() to chancery_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function chancery_operating_figures();
      revoke select on audit_head from chancery_gate;
      drop policy gate on audit_head;
    `);
  }
}
