import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { caseReach, parameters, reachingAs } from './reach.ts';

/** The cases of subjects that are to be merged, or unmerged. */
export const casesOfPairs = (
  sql: Sql,
  workspaceId: string,
): Pick<core.SubjectMergeRepository, 'lockCasesOf' | 'casesOf'> => ({
  async lockCasesOf(subjectIds) {
    await sql(
      'select from record_cases where workspace_id = $1 and primary_subject_id = any($2::uuid[]) order by id for update',
      [workspaceId, subjectIds],
    );
  },
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
});
