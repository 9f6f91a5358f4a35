import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { caseOpens, caseReach, openedFor, parameters, reachingAs } from './reach.ts';

/** How much there is in a case, as far as the caller passes it for the purpose, in one statement. */
export async function caseContents(
  sql: Sql,
  workspaceId: string,
  caseId: string,
  reach: core.RecordReach,
): Promise<core.CaseContents> {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const isAuthor = `e.author_user_id = ${as.user}`;
  const masks = given(reach.masks);
  const onCase = caseReach(as);
  const passed = (mask: string, author = 'false') =>
    `(${mask} & ~${caseOpens(as, author)}) = 0 and ${openedFor(mask, masks, as, author)}`;
  const [contents] = await sql<core.CaseContents>(
    `with place as materialized (
       select c.*, m.role member_role from record_cases c ${onCase.member}
       where c.workspace_id = $1 and c.id = ${given(caseId)}::uuid),
     seen as materialized (
       select e.id, e.working_number, e.current_version
       from place c cross join lateral (select c.member_role role) m
       join record_entries e on e.workspace_id = $1 and e.case_id = c.id ${caseReach(as, 'entry').grants}
       where ${passed('e.effective_mask', isAuthor)}),
     to_do as materialized (
       select f.due_at from place c cross join lateral (select c.member_role role) m
       join follow_ups f on f.workspace_id = $1 and f.case_id = c.id and f.status in ('open', 'in_progress')
       left join record_entries e on e.workspace_id = $1 and e.id = f.artifact_id ${onCase.grants}
       where ${passed('(c.effective_mask | coalesce(e.effective_mask, 0))', `coalesce(${isAuthor}, false)`)})
     select
       (select count(*)::integer from place c cross join lateral (select c.member_role role) m
        join encounters n on n.workspace_id = $1 and n.case_id = c.id ${onCase.grants}
        where ${passed('(c.effective_mask | n.own_mask)')}) encounters,
       (select count(*)::integer from seen) entries,
       (select count(*)::integer from seen where current_version is not null) "entriesFinalized",
       (select count(*)::integer from seen s join record_entry_versions v
        on v.workspace_id = $1 and v.entry_id = s.id and v.number = s.working_number and v.state = 'approved') "entriesAwaitingSignature",
       (select count(*)::integer from to_do) "followUpsOpen",
       (select count(*)::integer from to_do where due_at < ${as.at}) "followUpsOverdue",
       (select count(*)::integer from seen s join record_attachments a
        on a.workspace_id = $1 and a.entry_id = s.id and a.removed_at is null) attachments`,
    values,
  );
  if (contents === undefined) throw new TypeError('A statement of counts gives one line');
  return contents;
}
