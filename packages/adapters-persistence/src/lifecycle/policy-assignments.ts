import type { lifecycle as core } from '@chancery/core';
import { instant, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { targetsPart } from './policy-targets.ts';

type AssignmentRow = core.PolicyAssignment & { workspaceId: string };

const PolicyAssignmentRow = new EntitySchema<AssignmentRow>({
  name: 'PolicyAssignment',
  tableName: 'policy_assignments',
  columns: {
    id: key(),
    workspaceId: tenant(),
    policyId: uuid(),
    scope: text(),
    targetId: nullable(uuid()),
    note: nullable(text()),
    createdByUserId: text(),
    createdAt: instant(),
    endedAt: nullable(instant()),
    endedByUserId: nullable(text()),
  },
});

export function policyAssignmentRepository(sql: Sql, workspaceId: string): core.PolicyAssignmentRepository {
  const assignments = table(sql, PolicyAssignmentRow, { workspaceId });

  return {
    add: (assignment) => assignments.insert({ ...assignment, workspaceId }),
    get: (id) => assignments.find({ id, endedAt: null }),
    lockTarget: ({ scope, targetId }) => lockName(sql, `policy of ${workspaceId} ${scope} ${targetId}`),
    on: ({ scope, targetId }) => assignments.find({ scope, targetId, endedAt: null }),
    async end({ id, endedAt, endedByUserId }) {
      await assignments.update({ id, endedAt: null }, { endedAt, endedByUserId });
    },
    standingOn: (places) =>
      sql<core.StandingAssignment>(standingSql, [
        workspaceId,
        places.map(({ documentId }) => documentId),
        [...new Set(places.flatMap(({ folderIds }) => folderIds))],
        [...new Set(places.flatMap(({ typeId }) => (typeId === null ? [] : [typeId])))],
      ]),
    ofPolicies: (policyIds, most) =>
      sql<core.PolicyAssignment>(ofPoliciesSql(assignments.selection), [workspaceId, policyIds, most]),
    async purge() {
      await sql('delete from policy_assignments where workspace_id = $1', [workspaceId]);
    },
    ...targetsPart(sql, workspaceId),
    async counts(policyIds) {
      const counts = await sql<{ policyId: string; count: number }>(countsSql, [workspaceId, policyIds]);
      return new Map(counts.map(({ policyId, count }) => [policyId, count]));
    },
  };
}

const standingSql = `
  select a.scope, a.target_id "targetId", a.policy_id "policyId", p.status "policyStatus"
  from policy_assignments a
  join expiration_policies p on p.workspace_id = a.workspace_id and p.id = a.policy_id
  where a.workspace_id = $1 and a.ended_at is null and (
    (a.scope = 'document' and a.target_id = any($2::uuid[]))
    or (a.scope = 'folder' and a.target_id = any($3::uuid[]))
    or (a.scope = 'type' and a.target_id = any($4::uuid[]))
    or a.scope = 'workspace')`;

const ofPoliciesSql = (selection: string) => `
  select newest.* from unnest($2::uuid[]) asked (id)
  cross join lateral (
    select ${selection} from policy_assignments
    where workspace_id = $1 and policy_id = asked.id and ended_at is null order by id desc limit $3) newest`;

const countsSql = `
  select policy_id "policyId", count(*)::integer count from policy_assignments
  where workspace_id = $1 and policy_id = any($2::uuid[]) and ended_at is null group by policy_id`;
