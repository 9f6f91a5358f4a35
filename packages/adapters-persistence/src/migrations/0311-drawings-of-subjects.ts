import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drawn signatures are sealed under the key of the subject that they are about (governance 7); those from before stay under
 * the key ring, which an empty column says.
 */
export class DrawingsOfSubjects0311 implements MigrationInterface {
  readonly name = 'DrawingsOfSubjects1700000000311';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table consents add column drawing_key_id uuid,
        add constraint consents_drawing_under_key check (drawing_key_id is null or sealed_drawing is not null);
      alter table portal_decisions add column drawing_key_id uuid,
        add constraint portal_decisions_drawing_under_key check (drawing_key_id is null or sealed_drawing is not null);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table consents drop constraint consents_drawing_under_key, drop column drawing_key_id;
      alter table portal_decisions drop constraint portal_decisions_drawing_under_key, drop column drawing_key_id;`);
  }
}
