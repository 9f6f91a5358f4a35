import { governance as core, type records } from '@chancery/core';
import { bytes, instant, int, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { caseOpens, caseReach, type Given, parameters, reachingAs } from '../records/reach.ts';

type RunRow = Omit<core.IntelligenceRun, 'inputs'> & { workspaceId: string };
const RunRow = new EntitySchema<RunRow>({
  name: 'IntelligenceRun',
  tableName: 'intelligence_runs',
  columns: {
    id: key(),
    workspaceId: tenant(),
    caseId: uuid(),
    kinds: texts(),
    provider: text(),
    model: text(),
    language: text(),
    excludedByLabel: int(),
    status: text(),
    droppedFindings: int(),
    errorCode: nullable(text()),
    createdByUserId: text(),
    createdAt: instant(),
    startedAt: nullable(instant()),
    finishedAt: nullable(instant()),
    expiresAt: nullable(instant()),
    reviewedByUserId: nullable(text()),
    reviewedAt: nullable(instant()),
    reviewCommentSealed: nullable(bytes()),
    updatedAt: instant(),
    updatedByUserId: nullable(text()),
    version: int(),
  },
});
type FindingRow = core.StoredFinding & { workspaceId: string };
const FindingRow = new EntitySchema<FindingRow>({
  name: 'IntelligenceFinding',
  tableName: 'intelligence_findings',
  columns: {
    id: key(),
    workspaceId: tenant(),
    runId: uuid(),
    position: int(),
    kind: text(),
    proposedSealed: bytes(),
    decision: text(),
    editedSealed: nullable(bytes()),
    decidedByUserId: nullable(text()),
    decidedAt: nullable(instant()),
    resultKind: nullable(text()),
    resultId: nullable(uuid()),
  },
});

/** The labels of all that a run was drawn from, and whether the caller wrote all of it that is labelled beyond confidential. */
const drawnFrom = (user: string) => `
  cross join lateral (
    select coalesce(bit_or(e.effective_mask), 255) mask, coalesce(bool_and(e.author_user_id = ${user} or e.effective_mask <= 1), false) mine,
      coalesce(json_agg(json_build_object('artifactId', i.artifact_id, 'versionNumber', i.version_number, 'contentHash', i.content_hash)
        order by i.position), '[]') inputs
    from intelligence_inputs i join record_entries e on e.workspace_id = $1 and e.id = i.artifact_id
    where i.workspace_id = $1 and i.run_id = r.id) x`;

type Found = RunRow & { readonly inputs: core.IntelligenceRun['inputs']; readonly effectiveMask: number };

export function intelligenceRunRepository(sql: Sql, workspaceId: string): core.IntelligenceRunRepository {
  const runs = table(sql, RunRow, { workspaceId });
  const reading = readingOf(sql, workspaceId, runs.selection.replaceAll(/(^|, )/g, '$1r.'));

  return {
    ...reading,
    ...findingsOf(sql, workspaceId),
    async add({ inputs, ...run }) {
      // Whoever begins another run of the case waits, and then sees this one.
      await sql('select from record_cases where workspace_id = $1 and id = $2 for update', [
        workspaceId,
        run.caseId,
      ]);
      const active = await sql.first(
        `select id from intelligence_runs where workspace_id = $1 and case_id = $2 and status in ('queued', 'running')`,
        [workspaceId, run.caseId],
      );
      if (active !== null) throw core.intelligenceRunActive();
      await runs.insert({ ...run, workspaceId });
      await sql(
        `insert into intelligence_inputs (workspace_id, run_id, position, artifact_id, version_number, content_hash)
         select $1, $2, i.position, i."artifactId", i."versionNumber", i."contentHash"
         from jsonb_to_recordset($3::jsonb) i (position integer, "artifactId" uuid, "versionNumber" integer, "contentHash" text)`,
        [workspaceId, run.id, JSON.stringify(inputs.map((input, position) => ({ ...input, position })))],
      );
    },
    async save({ inputs: _, ...run }, before) {
      const after = { ...run, workspaceId, version: run.version + 1 };
      return (await runs.update({ id: run.id, version: run.version, status: before }, after)) > 0;
    },
    async purge() {
      await sql('delete from intelligence_runs where workspace_id = $1', [workspaceId]);
    },
  };
}

function readingOf(
  sql: Sql,
  workspaceId: string,
  selection: string,
): Pick<core.IntelligenceRunRepository, 'find' | 'findSeen' | 'list'> {
  const statement = (
    reach: Pick<records.RecordReach, 'reader'> & { readonly now: string },
    given: Given,
    { conditions, rest }: { conditions: string; rest: string },
  ) => {
    const as = reachingAs(reach, given);
    return `select ${selection}, x.inputs, x.mask "effectiveMask"
      from intelligence_runs r join record_cases c on c.workspace_id = $1 and c.id = r.case_id ${caseReach(as).joins}
      ${drawnFrom(as.user)}
      where r.workspace_id = $1 and ${conditions} and ((x.mask | c.effective_mask) & ~${caseOpens(as, 'x.mine')}) = 0 ${rest}`;
  };
  return {
    async find(id, lock) {
      const row = await sql.first<Found>(
        `select ${selection}, x.inputs, x.mask "effectiveMask" from intelligence_runs r ${drawnFrom("''")}
         where r.workspace_id = $1 and r.id = $2${lock === undefined ? '' : ' for update of r'}`,
        [workspaceId, id],
      );
      return row === null ? null : labelled(row).run;
    },
    async findSeen(id, reach, lock) {
      const { values, given } = parameters(workspaceId);
      const conditions = `r.id = ${given(id)}::uuid`;
      const rest = lock === undefined ? '' : 'for update of r';
      const row = await sql.first<Found>(statement(reach, given, { conditions, rest }), values);
      return row === null ? null : labelled(row);
    },
    async list({ caseId, status, reach }, after, limit) {
      const { values, given } = parameters(workspaceId);
      const conditions = [
        `r.case_id = ${given(caseId)}::uuid`,
        ...(status === null ? [] : [`${statusAt(`${given(reach.now)}::timestamptz`)} = ${given(status)}`]),
        ...(after === null
          ? []
          : [`(r.created_at, r.id) < (${given(after[0])}::timestamptz, ${given(after[1])}::uuid)`]),
      ].join(' and ');
      const rest = `and x.mask = any(${given(reach.masks)}::integer[]) order by r.created_at desc, r.id desc limit ${given(limit + 1)}`;
      return (await sql<Found>(statement(reach, given, { conditions, rest }), values)).map(labelled);
    },
  };
}

/** The status at a time, as `runStatusAt` says of one. */
const statusAt = (now: string): string =>
  `case when r.status = 'needs_review' and r.expires_at <= ${now} then 'expired' else r.status end`;

const labelled = ({ effectiveMask, ...run }: Found): core.LabelledRun => ({ run, effectiveMask });

function findingsOf(
  sql: Sql,
  workspaceId: string,
): Pick<core.IntelligenceRunRepository, 'addFindings' | 'findings' | 'decide' | 'rejectUndecided'> {
  const findings = table(sql, FindingRow, { workspaceId });
  return {
    addFindings: (added) => findings.insert(added.map((finding) => ({ ...finding, workspaceId }))),
    findings: (runIds) =>
      sql<core.StoredFinding>(
        `select ${findings.selection} from intelligence_findings
         where workspace_id = $1 and run_id = any($2::uuid[]) order by run_id, position`,
        [workspaceId, runIds],
      ),
    async decide({ id, ...decided }) {
      await findings.update({ id, decision: 'proposed' }, decided);
    },
    async rejectUndecided(runId, at, byUserId) {
      await sql(
        `update intelligence_findings set decision = 'rejected', decided_by_user_id = $4, decided_at = $3
         where workspace_id = $1 and run_id = $2 and decision = 'proposed'`,
        [workspaceId, runId, at, byUserId],
      );
    },
  };
}

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const intelligenceSweep = (sql: Sql): core.IntelligenceSweep => ({
  toExpire: (now, most) =>
    sql<core.DueRun>('select workspace_id "workspaceId", id from chancery_intelligence_to_expire($1, $2)', [
      now,
      most,
    ]),
});
