import { type records as core, versionConflict } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { casesOfPairs } from './cases-of-pairs.ts';

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
    ...casesOfPairs(sql, workspaceId),
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
    async save(merge) {
      const after = { ...merge, version: merge.version + 1 };
      const saved = await merges.update({ id: merge.id, version: merge.version }, { ...after, workspaceId });
      if (saved === 0) throw versionConflict();
      return after;
    },
  };
}
