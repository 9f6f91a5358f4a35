import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { isBelow } from './standing-sql.ts';

/** Finds the documents that a change of a policy or of where it stands concerns. */
export const concernedPart = (
  sql: Sql,
  workspaceId: string,
): Pick<core.LifecycleRepository, 'concerned' | 'countConcerned'> => ({
  concerned(by, after, limit) {
    const begin = after ?? beforeAll;
    if ('policyId' in by) return sql.column(ofPolicyFrom, [workspaceId, by.policyId, begin, limit]);
    const { condition, value } = conditionOf(by);
    return sql.column(`select d.id ${from(condition)} and d.id > $3::uuid order by d.id limit $4`, [
      workspaceId,
      value,
      begin,
      limit,
    ]);
  },
  async countConcerned(by) {
    const { condition, value } = conditionOf(by);
    const [count = 0] = await sql.column<number>(`select count(*)::integer ${from(condition)}`, [
      workspaceId,
      value,
    ]);
    return count;
  },
});

/** The second parameter is the id that the condition is about; the workspace itself has none. */
const from = (condition: string) =>
  `from documents d where d.workspace_id = $1 and d.status <> 'disposed' and (${condition})`;

const ofScope: Readonly<Record<core.AssignmentTarget['scope'], string>> = {
  document: 'd.id = $2::uuid',
  folder: isBelow('$2::uuid'),
  type: 'd.document_type_id = $2::uuid',
  workspace: '$2::uuid is null',
};

/** Before the id of every document, so that a walk begins at its place in the index. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** The index of lifecycles by policy has those of one in the order of their documents, however many others there are. */
const ofPolicyFrom = `
  select l.document_id from document_lifecycles l
  where l.workspace_id = $1 and l.policy_id = $2::uuid and l.document_id > $3::uuid
    and exists (select from documents d where d.workspace_id = $1 and d.id = l.document_id and d.status <> 'disposed')
  order by l.document_id limit $4`;

const ofPolicy = `exists (select from document_lifecycles l
  where l.workspace_id = $1 and l.document_id = d.id and l.policy_id = $2::uuid)`;

const ofAssignments = `exists (select from policy_assignments a
  where a.workspace_id = $1 and a.policy_id = $2::uuid and a.ended_at is null and (
    a.scope = 'workspace' or (a.scope = 'document' and a.target_id = d.id)
    or (a.scope = 'type' and a.target_id = d.document_type_id) or (a.scope = 'folder' and ${isBelow('a.target_id')})))`;

function conditionOf(by: core.ConcernedDocuments): { condition: string; value: string | null } {
  if ('policyId' in by) return { condition: ofPolicy, value: by.policyId };
  if ('assignedPolicyId' in by) return { condition: ofAssignments, value: by.assignedPolicyId };
  return { condition: ofScope[by.scope], value: by.targetId };
}
