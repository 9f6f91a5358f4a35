import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets `keys reseal` find the stored answers that are sealed, across workspaces (PLT-27). Some databases have this function
 * already, from a form of migration 29 that was published for a short time; for them nothing changes here.
 */
export class SealedAnswers0038 implements MigrationInterface {
  readonly name = 'SealedAnswers1700000000038';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function chancery_sealed_answers(after text, most integer) returns table (key_hash text)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
        select i.key_hash from idempotency i where i.sealed and i.body is not null and (after is null or i.key_hash > after)
        order by i.key_hash limit most
      $$;
      grant create on schema public to chancery_gate;
      alter function chancery_sealed_answers(text, integer) owner to chancery_gate;
      revoke create on schema public from chancery_gate;
      revoke execute on function chancery_sealed_answers(text, integer) from public;
      grant execute on function chancery_sealed_answers(text, integer) to chancery_identity;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function chancery_sealed_answers(text, integer)');
  }
}
