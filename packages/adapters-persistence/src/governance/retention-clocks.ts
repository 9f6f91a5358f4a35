import { governance as core } from '@chancery/core';
import { lockName } from '../kernel/name-lock.ts';
import { orderedPage } from '../kernel/ordered-page.ts';
import type { Sql } from '../kernel/sql.ts';
import { activeMembership, parameters, reachingAs } from '../records/reach.ts';
import { isHeld } from './held-cases.ts';

const columns = `k.case_id "caseId", k.policy_id "policyId", k.assignment_id "assignmentId", k.state,
  k.trigger_date "triggerDate", k.due_on "dueOn", k.extended_until "extendedUntil",
  k.extended_policy_id "extendedPolicyId", k.extended_trigger_date "extendedTriggerDate",
  k.kept_assignment_id "keptAssignmentId", k.computed_at "computedAt"`;

export const retentionClockRepository = (sql: Sql, workspaceId: string): core.RetentionClockRepository => ({
  lock: () => lockName(sql, `retention_clocks:${workspaceId}`),
  facts: (scope, after, limit) => factsOf(sql, workspaceId, { scope, after, limit }),
  async save(clocks) {
    if (clocks.length > 0) await sql(saveSql, [workspaceId, JSON.stringify(clocks)]);
  },
  async remove(caseIds) {
    if (caseIds.length > 0)
      await sql('delete from retention_clocks where workspace_id = $1 and case_id = any($2::uuid[])', [
        workspaceId,
        caseIds,
      ]);
  },
  find: (caseId) =>
    sql.first<core.ListedClock>(
      `select ${columns}, ${isHeld('k.case_id')} "onHold" from retention_clocks k
       where k.workspace_id = $1 and k.case_id = $2`,
      [workspaceId, caseId],
    ),
  list: (filter, after, limit) => listClocks(sql, workspaceId, { filter, after, limit }),
  ...sumsOf(sql, workspaceId),
  ...daysOf(sql, workspaceId),
  async purge() {
    await sql('delete from retention_clocks where workspace_id = $1', [workspaceId]);
  },
});

type Part<N extends keyof core.RetentionClockRepository> = Pick<core.RetentionClockRepository, N>;

const sumsOf = (sql: Sql, workspaceId: string): Part<'counts' | 'countKept'> => ({
  async counts(today) {
    const found = await sql.first<core.ClockCounts>(
      `select count(*) filter (where ${isDue('$2')})::integer due,
         count(*) filter (where k.state <> 'disposed' and ${isHeld('k.case_id')})::integer "onHold",
         count(*) filter (where ${isOverdue})::integer overdue,
         min(k.due_on) filter (where ${isOverdue}) "overdueSince"
       from retention_clocks k where k.workspace_id = $1`,
      [workspaceId, today],
    );
    return found ?? { due: 0, onHold: 0, overdue: 0, overdueSince: null };
  },
  async countKept() {
    const found = await sql.first<{ count: number }>(
      `select count(*)::integer count from retention_clocks k
       where k.workspace_id = $1 and k.state in ('running', 'due', 'permanent')`,
      [workspaceId],
    );
    return found?.count ?? 0;
  },
});

const daysOf = (sql: Sql, workspaceId: string): Part<'markDue' | 'noteDay' | 'noteDigest'> => ({
  async markDue(today, at) {
    await sql(
      `update retention_clocks set state = $4, computed_at = $3
       where workspace_id = $1 and state = $5 and due_on <= $2`,
      [workspaceId, today, at, core.fallsDue.to, core.fallsDue.from],
    );
  },
  noteDay: async (today) =>
    (await sql.changed(
      `insert into retention_days as d (workspace_id, marked_on) values ($1, $2)
       on conflict (workspace_id) do update set marked_on = $2 where d.marked_on < $2`,
      [workspaceId, today],
    )) > 0,
  noteDigest: async (today) =>
    (await sql.changed(
      `update retention_days set told_on = $2
       where workspace_id = $1 and (told_on is null or told_on <= $2::date - 7)`,
      [workspaceId, today],
    )) > 0,
});

const isDue = (today: string): string => `k.state in ('running', 'due') and k.due_on <= ${today}::date`;

const isOverdue = `k.state in ('running', 'due') and k.due_on < $2::date - 30 and not ${isHeld('k.case_id')}`;

const saveSql = `
  insert into retention_clocks (workspace_id, case_id, policy_id, assignment_id, state, trigger_date, due_on,
    extended_until, extended_policy_id, extended_trigger_date, kept_assignment_id, computed_at)
  select $1, "caseId", "policyId", "assignmentId", state, "triggerDate", "dueOn", "extendedUntil", "extendedPolicyId",
    "extendedTriggerDate", "keptAssignmentId", "computedAt"
  from jsonb_to_recordset($2::jsonb) as c ("caseId" uuid, "policyId" uuid, "assignmentId" uuid, state text,
    "triggerDate" date, "dueOn" date, "extendedUntil" date, "extendedPolicyId" uuid, "extendedTriggerDate" date,
    "keptAssignmentId" uuid, "computedAt" timestamptz)
  on conflict (workspace_id, case_id) do update set policy_id = excluded.policy_id,
    assignment_id = excluded.assignment_id, state = excluded.state, trigger_date = excluded.trigger_date,
    due_on = excluded.due_on, extended_until = excluded.extended_until,
    extended_policy_id = excluded.extended_policy_id, extended_trigger_date = excluded.extended_trigger_date,
    kept_assignment_id = excluded.kept_assignment_id, computed_at = excluded.computed_at`;

interface FactsAsked {
  readonly scope: core.ClockScope;
  readonly after: string | null;
  readonly limit: number;
}
type FactsRow = Omit<core.ClockFacts, 'candidates' | 'stored'> &
  Omit<core.StoredClock, 'caseId'> & {
    readonly ownAssignment: string | null;
    readonly ownPolicy: string | null;
    readonly typeAssignment: string | null;
    readonly typePolicy: string | null;
    readonly workspaceAssignment: string | null;
    readonly workspacePolicy: string | null;
    readonly clockCaseId: string | null;
  };

const assigned = (alias: string, condition: string): string =>
  `left join retention_assignments ${alias} on ${alias}.workspace_id = $1 and ${alias}.status = 'active' and ${condition}`;

async function factsOf(
  sql: Sql,
  workspaceId: string,
  { scope, after, limit }: FactsAsked,
): Promise<readonly core.ClockFacts[]> {
  const { values, given } = parameters(workspaceId);
  const conditions = ['c.workspace_id = $1', "c.status <> 'disposed'"];
  if (scope.caseIds !== null) conditions.push(`c.id = any(${given(scope.caseIds)}::uuid[])`);
  if (scope.caseType !== null) conditions.push(`c.case_type = ${given(scope.caseType)}`);
  if (scope.subjectId !== null)
    conditions.push(
      `c.primary_subject_id in (select u.id from subjects u where u.workspace_id = $1 and ${given(scope.subjectId)}::uuid in (u.id, u.canonical_subject_id))`,
    );
  // Cases of a policy are walked by their clocks, which are in the same order.
  let [from, id] = ['record_cases c', 'c.id'];
  if (scope.policyIds !== null) {
    [from, id] = ['retention_clocks o join record_cases c on c.id = o.case_id', 'o.case_id'];
    conditions.push(`o.workspace_id = $1 and o.policy_id = any(${given(scope.policyIds)}::uuid[])`);
  }
  if (after !== null) conditions.push(`${id} > ${given(after)}::uuid`);
  // The size of a page stands in the text: the plan of a statement whose limit is unknown sorts everything.
  const page = `select c.* from ${from} where ${conditions.join(' and ')} order by ${id} limit ${Math.trunc(limit)}`;
  // The page is cut first, so that nothing is joined or sorted that is not on it.
  const rows = await sql<FactsRow>(
    `select c.id "caseId", c.case_number "caseNumber", c.case_type "caseType", c.blocked_user_ids "blockedUserIds", c.status, c.opened_at "openedAt",
       case when c.status = 'cancelled' then c.status_changed_at else c.closed_at end "endedAt",
       (select max(e.ended_at) from encounters e
        where e.workspace_id = $1 and e.case_id = c.id and e.status = 'completed') "lastEncounterAt",
       (select max(r.occurred_at) from record_entries r
        where r.workspace_id = $1 and r.case_id = c.id and r.status in ('finalized', 'amended')) "lastEntryAt",
       s.birth_date "birthDate", s.kind = 'person' "isPerson",
       own.id "ownAssignment", own.policy_id "ownPolicy", type.id "typeAssignment", type.policy_id "typePolicy",
       whole.id "workspaceAssignment", whole.policy_id "workspacePolicy", k.case_id "clockCaseId",
       ${columns.replace('k.case_id "caseId", ', '')}
     from (${page}) c
     join subjects p on p.workspace_id = $1 and p.id = c.primary_subject_id
     join subjects s on s.workspace_id = $1 and s.id = p.canonical_subject_id
     ${assigned('own', "own.target_kind = 'case' and own.target_case_id = c.id")}
     ${assigned('type', "type.target_kind = 'case_type' and type.target_code = c.case_type")}
     ${assigned('whole', "whole.target_kind = 'workspace'")}
     left join lateral (select * from retention_clocks k where k.workspace_id = $1 and k.case_id = c.id limit 1) k on true
     order by c.id`,
    values,
  );
  return rows.map(factsIn);
}

function factsIn(row: FactsRow): core.ClockFacts {
  const { ownAssignment, ownPolicy, typeAssignment, typePolicy, workspaceAssignment, workspacePolicy } = row;
  const { policyId, assignmentId, state, triggerDate, dueOn, extendedUntil, extendedPolicyId } = row;
  const { extendedTriggerDate, keptAssignmentId, computedAt } = row;
  const { caseId, caseNumber, caseType, blockedUserIds, status, openedAt } = row;
  const { endedAt, lastEncounterAt, lastEntryAt } = row;
  const pair = (assignment: string | null, policy: string | null) =>
    assignment === null || policy === null ? null : { assignmentId: assignment, policyId: policy };
  return {
    ...{ caseId, caseNumber, caseType, blockedUserIds, status, openedAt },
    ...{ endedAt, lastEncounterAt, lastEntryAt },
    ...{ birthDate: row.birthDate, isPerson: row.isPerson },
    candidates: [
      pair(ownAssignment, ownPolicy),
      pair(typeAssignment, typePolicy),
      pair(workspaceAssignment, workspacePolicy),
    ],
    stored:
      row.clockCaseId === null
        ? null
        : {
            ...{ caseId, policyId, assignmentId, state, triggerDate, dueOn, extendedUntil, extendedPolicyId },
            ...{ extendedTriggerDate, keptAssignmentId, computedAt },
          },
  };
}

interface ListAsked {
  readonly filter: core.ClockFilter;
  readonly after: readonly [string | null, string] | null;
  readonly limit: number;
}

function listClocks(
  sql: Sql,
  workspaceId: string,
  { filter, after, limit }: ListAsked,
): Promise<readonly core.ListedClock[]> {
  const { values, given } = parameters(workspaceId);
  const { state, dueBefore, today, userId, now, onlyLed } = filter;
  const as = reachingAs({ reader: { userId, role: 'member', clearance: 0 } as never, now }, given);
  const conditions = ['k.workspace_id = $1', `not ${as.user} = any(c.blocked_user_ids)`];
  if (state !== null) {
    const on = `${given(today)}::date`;
    conditions.push(
      `(case when k.state = 'running' and k.due_on <= ${on} then 'due' else k.state end) = ${given(state)}`,
    );
  }
  if (dueBefore !== null) conditions.push(`k.due_on < ${given(dueBefore)}::date`);
  if (onlyLed)
    conditions.push(
      `exists (select from case_members m where m.case_id = k.case_id and m.role = 'lead' and ${activeMembership(as)})`,
    );
  const { text, values: all } = orderedPage({
    select: `${columns}, ${isHeld('k.case_id')} "onHold"`,
    from: 'retention_clocks k join record_cases c on c.workspace_id = $1 and c.id = k.case_id',
    where: conditions.join(' and '),
    order: [
      { column: 'k.due_on', as: 'dueOn', type: 'date', nulls: 'last' },
      { column: 'k.case_id', as: 'caseId', type: 'uuid' },
    ],
    after,
    values,
    rows: limit + 1,
  });
  return sql<core.ListedClock>(text, all);
}
