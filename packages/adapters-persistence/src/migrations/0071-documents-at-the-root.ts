import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The orders of documents that lie in no folder (LIB-17). The indexes over all folders do not give them in order: PostgreSQL
 * counts a column that equals a value as constant, and a column that is null it does not.
 */
export class DocumentsAtTheRoot0071 implements MigrationInterface {
  readonly name = 'DocumentsAtTheRoot1700000000071';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of indexes)
      await runner.query(
        `create index ${name} on documents (workspace_id, visibility, ${columns}) where status = 'active' and folder_id is null`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of indexes) await runner.query(`drop index ${name}`);
  }
}

const indexes = [
  ['documents_at_root_by_update', 'updated_at desc, id desc'],
  ['documents_at_root_by_name', 'sort_name, id'],
  ['documents_at_root_by_creation', 'created_at desc, id desc'],
  ['documents_at_root_by_size', 'size_bytes desc, id desc'],
] as const;
