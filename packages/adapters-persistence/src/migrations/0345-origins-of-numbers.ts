import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Holds say how often and when they were changed, and what was found in a document when it was found. A number says which
 * evidence it comes from, and a check of an identity document of whom it is.
 */
export class OriginsOfNumbers0345 implements MigrationInterface {
  readonly name = 'OriginsOfNumbers1700000000345';

  // An owner of the tables who is no superuser sees all workspaces only while row-level security is not forced.
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table document_holds add column updated_at timestamptz, add column version integer not null default 1;
      alter table evidence add column created_at timestamptz;
      alter table identity_verifications add column subject_id uuid;

      ${forced(false)}
      update document_holds set updated_at = coalesce(released_at, placed_at),
        version = case when status = 'released' then 2 else 1 end;
      update evidence e set created_at = coalesce(r.finished_at, r.created_at)
        from extraction_runs r where r.workspace_id = e.workspace_id and r.id = e.run_id;
      update document_lifecycles l set identifiers = (
          select jsonb_agg(i.number || '{"evidenceId": null}' order by i.place)
          from jsonb_array_elements(l.identifiers) with ordinality i (number, place))
        where l.identifiers <> '[]';
      ${forced(true)}
      alter table document_holds alter column updated_at set not null;
      alter table evidence alter column created_at set not null;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${forced(false)}
      update document_lifecycles l set identifiers = (
          select jsonb_agg(i.number - 'evidenceId' order by i.place)
          from jsonb_array_elements(l.identifiers) with ordinality i (number, place))
        where l.identifiers <> '[]';
      ${forced(true)}
      alter table identity_verifications drop column subject_id;
      alter table evidence drop column created_at;
      alter table document_holds drop column updated_at, drop column version;`);
  }
}

const changed = ['document_holds', 'evidence', 'extraction_runs', 'document_lifecycles'];
const forced = (isForced: boolean) =>
  changed
    .map((table) => `alter table ${table} ${isForced ? '' : 'no '}force row level security;`)
    .join('\n      ');
