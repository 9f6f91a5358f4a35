import { type records as core, versionConflict } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { caseReach, parameters, reachingAs } from './reach.ts';

type MergeRow = core.SubjectMerge & { workspaceId: string };

const MergeRow = new EntitySchema<MergeRow>({
  name: 'SubjectMerge',
  tableName: 'subject_merges',
  columns: {
    id: key(),
    workspaceId: tenant(),
    survivingSubjectId: uuid(),
    mergedSubjectId: uuid(),
    status: text(),
    reason: text(),
    mergedByUserId: text(),
    mergedAt: instant(),
    reversedByUserId: nullable(text()),
    reversedAt: nullable(instant()),
    reversalReason: nullable(text()),
    log: json(),
    summary: json(),
    place: int(),
    version: int(),
  },
});

export function subjectMergeRepository(sql: Sql, workspaceId: string): core.SubjectMergeRepository {
  const merges = table(sql, MergeRow, { workspaceId });
  const found = (condition: string, values: readonly unknown[]) =>
    sql<core.FoundMerge>(
      `select ${merges.selection},
         exists (select from subject_merges l where l.workspace_id = $1 and l.status = 'applied' and l.place > m.place
           and (l.surviving_subject_id in (m.surviving_subject_id, m.merged_subject_id)
             or l.merged_subject_id in (m.surviving_subject_id, m.merged_subject_id))) "laterStands",
         exists (select from subjects s where s.workspace_id = $1 and s.disposed_at is not null
           and s.id in (m.surviving_subject_id, m.merged_subject_id)) "isDisposed"
       from subject_merges m where m.workspace_id = $1 and ${condition}`,
      [workspaceId, ...values],
    );

  return {
    lockMerges: () => lockName(sql, `subject-merges:${workspaceId}`),
    async lockCasesOf(subjectIds) {
      await sql(
        'select from record_cases where workspace_id = $1 and primary_subject_id = any($2::uuid[]) order by id for update',
        [workspaceId, subjectIds],
      );
    },
    async add(merge) {
      const { survivingSubjectId, mergedSubjectId } = merge;
      const [place = 1] = await sql.column<number>(
        `select coalesce(max(place), 0)::integer + 1 from subject_merges where workspace_id = $1
           and (surviving_subject_id = any($2::uuid[]) or merged_subject_id = any($2::uuid[]))`,
        [workspaceId, [survivingSubjectId, mergedSubjectId]],
      );
      await merges.insert({ ...merge, place, workspaceId });
      return { ...merge, place, laterStands: false, isDisposed: false };
    },
    async find(id) {
      const [merge = null] = await found('m.id = $2', [id]);
      return merge;
    },
    // Two merges of one subject never have the same place.
    of: (subjectId, most) =>
      found('$2::uuid in (m.surviving_subject_id, m.merged_subject_id) order by m.place desc limit $3', [
        subjectId,
        most,
      ]),
    casesOf(subjectIds, reach) {
      const { values, given } = parameters(workspaceId);
      const as = reachingAs(reach, given);
      const { joins, opens } = caseReach(as);
      return sql<core.PairedCase>(
        `select c.id "caseId", c.case_number "caseNumber", l.ends "subjectIds", c.status in ('intake', 'active', 'on_hold') "isOpen",
           m.role "caseRole", coalesce((c.effective_mask & ~${opens}) = 0, false) "isSeen"
         from (select cs.case_id, array_agg(distinct s.end_id) ends from case_subjects cs
           join (select id, case when canonical_subject_id = any(${given(subjectIds)}::uuid[]) then canonical_subject_id else id end end_id
             from subjects where workspace_id = $1
               and (canonical_subject_id = any(${given(subjectIds)}::uuid[]) or id = any(${given(subjectIds)}::uuid[]))) s on s.id = cs.subject_id
           where cs.workspace_id = $1 and cs.ended_at is null group by cs.case_id) l
         join record_cases c on c.workspace_id = $1 and c.id = l.case_id ${joins} order by c.id`,
        values,
      );
    },
    async save(merge) {
      const after = { ...merge, version: merge.version + 1 };
      const saved = await merges.update({ id: merge.id, version: merge.version }, { ...after, workspaceId });
      if (saved === 0) throw versionConflict();
      return after;
    },
  };
}
