import type { MigrationInterface, QueryRunner } from 'typeorm';
import { granted, live, search } from './0185-record-search-function.ts';

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
    await runner.query(again(search.replace(granted, grantedByCases)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(again(search));
    await runner.query('alter table record_grants drop column granted_by_user_id, drop column by_lead');
  }
}

const again = (text: string): string => text.replace('create function', 'create or replace function');

const masks =
  'bit_or(g.label_mask) mask, bit_or(g.label_mask) filter (where g.purpose_of_use = $15) purpose_mask';

/** That to a subject as that to each of its cases which whoever gave it may give (`reach.ts` says the same of lists). */
const grantedByCases = `select g.scope_kind, g.scope_id, ${masks}
      from record_grants g where ${live} and g.scope_kind <> 'subject' group by 1, 2
      union all
      select 'case', c.id, ${masks}
      from record_grants g
      cross join lateral (select k.id from subjects k where k.workspace_id = $1 and k.id = g.scope_id
        union select k.id from subjects k where k.workspace_id = $1 and k.canonical_subject_id = g.scope_id) k
      join record_cases c on c.workspace_id = $1 and c.primary_subject_id = k.id
      where ${live} and g.scope_kind = 'subject' and not coalesce(g.granted_by_user_id = any(c.blocked_user_ids), false)
        and (not g.by_lead or exists (select from case_members l where l.workspace_id = $1 and l.case_id = c.id
          and l.user_id = g.granted_by_user_id and l.role = 'lead' and l.ended_at is null
          and (l.ends_at is null or l.ends_at > $6)))
      group by 1, 2`;
