import { lifecycle as core } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { transition } from '../kernel/transition.ts';

const cancel = transition(core.extractionRunStates, 'cancel');

type RunRow = core.ExtractionRun & { workspaceId: string };

const RunRow = new EntitySchema<RunRow>({
  name: 'ExtractionRun',
  tableName: 'extraction_runs',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    versionId: uuid(),
    kinds: texts(),
    languages: texts(),
    ocr: text(),
    dateOrder: text(),
    pages: json(),
    requestHash: text(),
    status: text(),
    pagesProcessed: int(),
    pagesOcr: int(),
    pagesFailed: int(),
    findings: texts(),
    engine: nullable(json()),
    evidenceCount: int(),
    failureCode: nullable(text()),
    requestedByUserId: nullable(text()),
    createdAt: instant(),
    startedAt: nullable(instant()),
    finishedAt: nullable(instant()),
  },
});

export function extractionRunRepository(sql: Sql, workspaceId: string): core.ExtractionRunRepository {
  const runs = table(sql, RunRow, { workspaceId });
  const { selection } = runs;

  return {
    add: (run) => runs.insert({ ...run, workspaceId }),
    find: (id) => runs.find({ id }),
    async save(run, action) {
      const { id, status, pagesProcessed, pagesOcr, pagesFailed, findings, engine, evidenceCount } = run;
      const { failureCode, startedAt, finishedAt } = run;
      const counts = { pagesProcessed, pagesOcr, pagesFailed, evidenceCount };
      const values = { ...counts, status, findings, engine, failureCode, startedAt, finishedAt };
      // One state at a time, so that each is a comparison with what is stored.
      const { from } = core.extractionRunStates.step(action);
      for (const before of from) if ((await runs.update({ id, status: before }, values)) > 0) return true;
      return false;
    },
    completed: (documentId, requestHash) =>
      sql.first<core.ExtractionRun>(
        `select ${selection} from extraction_runs
         where workspace_id = $1 and document_id = $2 and request_hash = $3 and status = 'completed'
         order by id desc limit 1`,
        [workspaceId, documentId, requestHash],
      ),
    list: (documentId, limit) =>
      sql<core.ExtractionRun>(
        `select ${selection} from extraction_runs where workspace_id = $1 and document_id = $2 order by id desc limit $3`,
        [workspaceId, documentId, limit],
      ),
    async cancelQueued(documentId, requestHash, at) {
      await sql(
        `update extraction_runs set status = ${cancel.to}, finished_at = $4
         where workspace_id = $1 and document_id = $2 and status in ${cancel.from} and ($3::text is null or request_hash = $3)`,
        [workspaceId, documentId, requestHash, at],
      );
    },
  };
}
