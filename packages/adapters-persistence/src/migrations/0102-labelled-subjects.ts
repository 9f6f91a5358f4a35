import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A list counts what is withheld among the labelled subjects, without looking at all the others (records 3.4). */
export class LabelledSubjects0102 implements MigrationInterface {
  readonly name = 'LabelledSubjects1700000000102';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index subjects_labelled on subjects (workspace_id, effective_mask) where effective_mask > 1',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index subjects_labelled');
  }
}
