import { governance as core, versionConflict } from '@chancery/core';
import { boolean, date, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { transition } from '../kernel/transition.ts';

type PolicyRow = core.RetentionPolicy & { workspaceId: string };
const PolicyRow = new EntitySchema<PolicyRow>({
  name: 'RetentionPolicy',
  tableName: 'retention_policies',
  columns: {
    id: key(),
    workspaceId: tenant(),
    code: text(),
    name: text(),
    jurisdiction: nullable(text()),
    legalBasis: text(),
    trigger: text(),
    fixedDate: nullable(date()),
    period: nullable(text()),
    majorityAge: nullable(int()),
    untilAge: nullable(int()),
    action: text(),
    includeSubject: boolean(),
    status: text(),
    effectiveFrom: nullable(date()),
    supersedesPolicyId: nullable(uuid()),
    createdByUserId: text(),
    createdAt: instant(),
    updatedByUserId: text(),
    updatedAt: instant(),
    version: int(),
  },
});

type AssignmentRow = core.RetentionAssignment & { workspaceId: string };
const AssignmentRow = new EntitySchema<AssignmentRow>({
  name: 'RetentionAssignment',
  tableName: 'retention_assignments',
  columns: {
    id: key(),
    workspaceId: tenant(),
    policyId: uuid(),
    targetKind: text(),
    targetCaseId: nullable(uuid()),
    targetCode: nullable(text()),
    reason: text(),
    status: text(),
    assignedByUserId: text(),
    assignedAt: instant(),
  },
});

const supersede = transition(core.retentionAssignmentStates, 'supersede');
const supersedeSql = `update retention_assignments set status = ${supersede.to}
  where workspace_id = $1 and status in ${supersede.from}`;

export function retentionPolicyRepository(sql: Sql, workspaceId: string): core.RetentionPolicyRepository {
  const policies = table(sql, PolicyRow, { workspaceId });
  return {
    lock: () => lockName(sql, `retention_policies:${workspaceId}`),
    async add(policy) {
      if ((await policies.insertUnlessTaken({ ...policy, workspaceId })) === 0)
        throw core.retentionPolicyCodeTaken();
    },
    find: (id, lock) => policies.find({ id }, lock),
    findAll: (ids) =>
      sql<core.RetentionPolicy>(
        `select ${policies.selection} from retention_policies where workspace_id = $1 and id = any($2::uuid[])`,
        [workspaceId, ids],
      ),
    async save(policy) {
      const after = { ...policy, version: policy.version + 1 };
      if ((await policies.update({ id: policy.id, version: policy.version }, after)) === 0)
        throw versionConflict();
      return after;
    },
    active: () => policies.findAll({ status: 'active' }),
    list: (after, limit) =>
      sql<core.RetentionPolicy>(
        `select ${policies.selection} from retention_policies where workspace_id = $1
           and ($2::text is null or (code, id) > ($2::text, $3::uuid)) order by code, id limit $4`,
        [workspaceId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    ...assignmentsOf(sql, workspaceId),
    async purge() {
      await sql('delete from retention_days where workspace_id = $1', [workspaceId]);
      await sql('delete from retention_assignments where workspace_id = $1', [workspaceId]);
      await sql('delete from retention_policies where workspace_id = $1', [workspaceId]);
    },
  };
}

function assignmentsOf(
  sql: Sql,
  workspaceId: string,
): Pick<
  core.RetentionPolicyRepository,
  'countAssignments' | 'assign' | 'moveAssignments' | 'endAssignments' | 'assignments'
> {
  const assignments = table(sql, AssignmentRow, { workspaceId });
  return {
    async countAssignments(policyIds) {
      const rows = await sql<{ policyId: string; count: number }>(
        `select policy_id "policyId", count(*)::integer count from retention_assignments
         where workspace_id = $1 and status = 'active' and policy_id = any($2::uuid[]) group by policy_id`,
        [workspaceId, policyIds],
      );
      return new Map(rows.map(({ policyId, count }) => [policyId, count]));
    },
    async assign(assignment) {
      const { targetKind, targetCaseId, targetCode } = assignment;
      await sql(
        `${supersedeSql} and target_kind = $2 and target_case_id is not distinct from $3::uuid
         and target_code is not distinct from $4::text`,
        [workspaceId, targetKind, targetCaseId, targetCode],
      );
      await assignments.insert({ ...assignment, workspaceId });
    },
    async moveAssignments(fromPolicyId, toPolicyId) {
      await sql(
        `update retention_assignments set policy_id = $3
         where workspace_id = $1 and status in ${supersede.from} and policy_id = $2`,
        [workspaceId, fromPolicyId, toPolicyId],
      );
    },
    async endAssignments(policyId) {
      await sql(`${supersedeSql} and policy_id = $2`, [workspaceId, policyId]);
    },
    assignments: (limit) =>
      sql<core.RetentionAssignment>(
        `select ${assignments.selection} from retention_assignments where workspace_id = $1 and status = 'active'
         order by assigned_at desc, id desc limit $2`,
        [workspaceId, limit],
      ),
  };
}
