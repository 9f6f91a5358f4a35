import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { caseOpens, caseReach, parameters, reachingAs } from './reach.ts';

/** So many are named at most. */
const mostNamed = 100;

/** What keeps a case from being closed, as far as the caller passes it (REC-31). */
export function openItemsIn(
  sql: Sql,
  workspaceId: string,
  caseId: string,
  reach: Pick<core.RecordReach, 'reader'> & { readonly now: string },
): Promise<readonly core.OpenItem[]> {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const { joins, opens } = caseReach(as);
  const of = given(caseId);
  return sql<core.OpenItem>(
    `with seen as (
       select e.id, e.co_sign_status from record_entries e
       join record_cases c on c.workspace_id = $1 and c.id = e.case_id ${joins}
       where e.workspace_id = $1 and e.case_id = ${of}::uuid
         and (e.effective_mask & ~${caseOpens(as, `e.author_user_id = ${as.user}`)}) = 0)
     select i.kind, i.id from (
       select 'review' kind, s.id from seen s join record_entry_versions v on v.workspace_id = $1 and v.entry_id = s.id
         and v.state in ('in_review', 'approved')
       union all
       select 'co_sign', s.id from seen s where s.co_sign_status = 'pending'
       union all
       select 'amendment', a.id from seen s join amendments a on a.workspace_id = $1 and a.entry_id = s.id and a.status = 'requested'
       union all
       select 'follow_up', f.id from follow_ups f
       join record_cases c on c.workspace_id = $1 and c.id = f.case_id ${joins}
       left join record_entries e on e.workspace_id = $1 and e.id = f.artifact_id
       where f.workspace_id = $1 and f.case_id = ${of}::uuid and f.status in ('open', 'in_progress')
         and ((c.effective_mask | coalesce(e.effective_mask, 0)) & ~${opens}) = 0) i
     order by i.kind, i.id limit ${mostNamed}`,
    values,
  );
}
