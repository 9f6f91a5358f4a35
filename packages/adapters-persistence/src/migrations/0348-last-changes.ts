import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who changed last what is decided about records, and who asked for a check; null where no member did. */
export class LastChanges0348 implements MigrationInterface {
  readonly name = 'LastChanges1700000000348';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(lastChangedBy))
      await runner.query(`alter table ${table} add column updated_by_user_id text`);
    await runner.query(`
      alter table disposition_reviews add column updated_at timestamptz;
      alter table integrity_checks add column created_by_user_id text, add column version integer not null default 1;
      ${inEveryWorkspace('disposition_reviews', 'updated_at = greatest(requested_at, decided_at, executed_at)')}
      alter table disposition_reviews alter column updated_at set not null;`);
    for (const [table, by] of Object.entries(lastChangedBy))
      await runner.query(inEveryWorkspace(table, `updated_by_user_id = ${by}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table disposition_reviews drop column updated_at;
      alter table integrity_checks drop column created_by_user_id, drop column version;`);
    for (const table of Object.keys(lastChangedBy))
      await runner.query(`alter table ${table} drop column updated_by_user_id`);
  }
}

/** An owner of the tables who is no superuser sees all workspaces only while row-level security is not forced. */
const inEveryWorkspace = (table: string, change: string) => `
  alter table ${table} no force row level security;
  update ${table} set ${change};
  alter table ${table} force row level security;`;

/** As far as it is known of what was there before. */
const lastChangedBy = {
  consents: `case when revoked_at is not null then revoked_by_user_id
    when status in ('active', 'requested') and decided_at is null then created_by_user_id end`,
  disclosure_authorizations: `case when status = 'expired' then null
    when decided_at is not null then decided_by_user_id else created_by_user_id end`,
  release_packages: `case when status = 'expired' then null when revoked_at is not null then revoked_by_user_id
    else coalesce(released_by_user_id, approved_by_user_id, prepared_by_user_id) end`,
  break_glass_sessions: `case status when 'active' then user_id else review->>'reviewerUserId' end`,
  disposition_reviews: `case when status in ('expired', 'executed', 'failed') then null
    else coalesce(executed_by_user_id, decided_by_user_id, requested_by_user_id) end`,
  intelligence_runs: `case when status in ('reviewed', 'rejected') then reviewed_by_user_id
    when status = 'queued' then created_by_user_id end`,
} as const;
