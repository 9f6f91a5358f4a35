import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Access for a time knows who gave it: that to a subject reaches no case that is walled off from them, and on the word of a
 * lead only those cases that they lead. That of an emergency was given by nobody.
 */
export class Grantors0340 implements MigrationInterface {
  readonly name = 'Grantors1700000000340';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table record_grants add column granted_by_user_id text, add column by_lead boolean not null default false;
      update record_grants g set granted_by_user_id = t.created_by_user_id,
        by_lead = not exists (select from member_clearances m where m.workspace_id = t.workspace_id
          and m.user_id = t.created_by_user_id and 'privacy_officer' = any(m.duties))
      from temporary_grants t where t.workspace_id = g.workspace_id and t.id = g.id;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table record_grants drop column granted_by_user_id, drop column by_lead');
  }
}
