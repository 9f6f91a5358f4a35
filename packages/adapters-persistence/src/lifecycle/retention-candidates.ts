import { lifecycle as core, versionConflict } from '@chancery/core';
import { date, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { liveCandidates } from './sql-parts.ts';

type CandidateRow = core.RetentionCandidate & { workspaceId: string };

const RetentionCandidateRow = new EntitySchema<CandidateRow>({
  name: 'RetentionCandidate',
  tableName: 'retention_candidates',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    policyId: uuid(),
    policyRevision: int(),
    trigger: text(),
    triggerDate: date(),
    eligibleOn: date(),
    approvalsNeeded: int(),
    coolOffDays: int(),
    status: text(),
    deferredUntil: nullable(date()),
    retainUntil: nullable(date()),
    executeAfter: nullable(instant()),
    reviews: json(),
    round: int(),
    executedAt: nullable(instant()),
    tombstone: nullable(json()),
    failureCode: nullable(text()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

const documentName = `(select d.name from documents d
  where d.workspace_id = retention_candidates.workspace_id and d.id = retention_candidates.document_id) "documentName"`;

export function retentionCandidateRepository(
  sql: Sql,
  workspaceId: string,
): core.RetentionCandidateRepository {
  const candidates = table(sql, RetentionCandidateRow, { workspaceId });
  const { selection } = candidates;

  return {
    add: (candidate) => candidates.insert({ ...candidate, workspaceId }),
    async get(id) {
      const found = await sql.first<core.ListedCandidate>(
        `select ${selection}, ${documentName} from retention_candidates where workspace_id = $1 and id = $2`,
        [workspaceId, id],
      );
      if (found === null) throw core.candidateNotFound();
      return found;
    },
    async save(candidate) {
      const { id, version } = candidate;
      const after = { ...candidate, version: version + 1 };
      if ((await candidates.update({ id, version }, after)) === 0) throw versionConflict();
      return after;
    },
    liveOf: (documentIds) =>
      sql<core.RetentionCandidate>(
        `select ${selection} from retention_candidates
         where workspace_id = $1 and document_id = any($2::uuid[]) and status in (${liveCandidates}) order by document_id`,
        [workspaceId, documentIds],
      ),
    ...listPart(sql, workspaceId, selection),
  };
}

const isFound = `workspace_id = $1 and ($2::uuid is null or document_id = $2::uuid)
  and ($3::date is null or eligible_on < $3::date)`;

const listPart = (sql: Sql, workspaceId: string, selection: string) =>
  ({
    list: ({ status, documentId, dueBefore }, after, limit) =>
      sql<core.ListedCandidate>(
        `select ${selection}, ${documentName} from retention_candidates
         where ${isFound} and ($4::text is null or status = $4)
           and ($5::date is null or (eligible_on, id) > ($5::date, $6::uuid))
         order by eligible_on, id limit $7`,
        [workspaceId, documentId, dueBefore, status, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    counts: ({ documentId, dueBefore }) =>
      sql<{ status: core.RetentionStatus; count: number }>(
        `select status, count(*)::integer count from retention_candidates where ${isFound} group by status`,
        [workspaceId, documentId, dueBefore],
      ),
    async purge() {
      await sql('delete from retention_candidates where workspace_id = $1', [workspaceId]);
    },
    async blockingClosure() {
      const [count = 0] = await sql.column<number>(
        `select count(*)::integer count from retention_candidates
         where workspace_id = $1 and status in ('scheduled', 'blocked')`,
        [workspaceId],
      );
      return count;
    },
  }) satisfies Partial<core.RetentionCandidateRepository>;
