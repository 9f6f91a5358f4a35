import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The chunks of an upload may lie in one object, each at its place (UPL-3). */
export class ChunksInOneObject0047 implements MigrationInterface {
  readonly name = 'ChunksInOneObject1700000000047';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table upload_chunks drop constraint upload_chunks_blob_key_key;
      create index upload_chunks_of_blob on upload_chunks (blob_key);`);
  }

  /** What lies in a shared object is forgotten, so that clients send it again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from upload_chunks where blob_key like '%/whole.%';
      drop index upload_chunks_of_blob;
      alter table upload_chunks add constraint upload_chunks_blob_key_key unique (blob_key);`);
  }
}
