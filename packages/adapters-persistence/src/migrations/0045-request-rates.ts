import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What all processes have taken of each limit of requests in the running minute (THR-10, THR-11, KEY-5). Unlogged, because
 * nothing of it outlives the minute; half of each page stays free, so that a row is replaced beside itself.
 */
export class RequestRates0045 implements MigrationInterface {
  readonly name = 'RequestRates1700000000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table request_rates (
        bucket text not null,
        key text not null,
        most integer not null,
        taken integer not null,
        granted integer not null,
        ends_at timestamptz not null,
        primary key (bucket, key)
      ) with (fillfactor = 50);
      grant select, insert, update, delete on request_rates to chancery_identity;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table request_rates;');
  }
}
