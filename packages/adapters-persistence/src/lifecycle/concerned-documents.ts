import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { isBelow } from './standing-sql.ts';

/** Finds the documents that a change of a policy or of where it stands concerns. */
export const concernedPart = (
  sql: Sql,
  workspaceId: string,
): Pick<core.LifecycleRepository, 'concerned' | 'countConcerned'> => ({
  concerned(by, after, limit) {
    const { from, id, value } = documentsOf(by);
    return sql.column(`select ${id} ${from} and ${id} > $3::uuid order by ${id} limit $4`, [
      workspaceId,
      value,
      after ?? beforeAll,
      limit,
    ]);
  },
  async countConcerned(by) {
    const { from, value } = documentsOf(by);
    const [count = 0] = await sql.column<number>(`select count(*)::integer ${from}`, [workspaceId, value]);
    return count;
  },
});

/** Before the id of every document, so that a walk begins at its place in the index. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Where the documents are looked for, and the column that orders them. */
interface Place {
  /** Its second parameter is the id that the change is about; the workspace itself has none. */
  readonly from: string;
  readonly id: string;
}

const where = (condition: string): Place => ({
  id: 'd.id',
  from: `from documents d where d.workspace_id = $1 and d.status <> 'disposed' and (${condition})`,
});

const ofScope: Readonly<Record<core.AssignmentTarget['scope'], Place>> = {
  document: where('d.id = $2::uuid'),
  folder: where(isBelow('$2::uuid')),
  type: where('d.document_type_id = $2::uuid'),
  workspace: where('$2::uuid is null'),
};

/** The index of lifecycles by policy has those of one in the order of their documents, however many others there are. */
const ofPolicy: Place = {
  id: 'l.document_id',
  from: `from document_lifecycles l join documents d on d.workspace_id = $1 and d.id = l.document_id
    where l.workspace_id = $1 and l.policy_id = $2::uuid and d.status <> 'disposed'`,
};

const ofAssignments = where(`exists (select from policy_assignments a
  where a.workspace_id = $1 and a.policy_id = $2::uuid and a.ended_at is null and (
    a.scope = 'workspace' or (a.scope = 'document' and a.target_id = d.id)
    or (a.scope = 'type' and a.target_id = d.document_type_id) or (a.scope = 'folder' and ${isBelow('a.target_id')})))`);

function documentsOf(by: core.ConcernedDocuments): Place & { readonly value: string | null } {
  if ('policyId' in by) return { ...ofPolicy, value: by.policyId };
  if ('assignedPolicyId' in by) return { ...ofAssignments, value: by.assignedPolicyId };
  return { ...ofScope[by.scope], value: by.targetId };
}
