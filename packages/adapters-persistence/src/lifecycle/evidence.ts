import { lifecycle as core, versionConflict } from '@chancery/core';
import { boolean, instant, int, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type EvidenceRow = Omit<core.Evidence, 'confidence'> & {
  workspaceId: string;
  /** As the database writes a number with two decimals. */
  confidence: string;
};

const EvidenceRow = new EntitySchema<EvidenceRow>({
  name: 'Evidence',
  tableName: 'evidence',
  columns: {
    id: key(),
    workspaceId: tenant(),
    runId: uuid(),
    documentId: uuid(),
    kind: text(),
    value: text(),
    precision: nullable(text()),
    page: nullable(int()),
    line: int(),
    boundingBox: nullable(json()),
    quote: text(),
    method: text(),
    label: nullable(text()),
    ambiguous: boolean(),
    alternatives: texts(),
    confidence: text(),
    status: text(),
    isSuperseded: boolean(),
    correctedValue: nullable(text()),
    reviewedByUserId: nullable(text()),
    reviewedAt: nullable(instant()),
    reviewNote: nullable(text()),
    appliedTo: nullable(text()),
    createdAt: instant(),
    version: int(),
  },
});

const evidenceOf = ({ confidence, ...row }: Omit<EvidenceRow, 'workspaceId'>): core.Evidence => ({
  ...row,
  confidence: Number(confidence),
});
const perStatement = 200;

export function evidenceRepository(sql: Sql, workspaceId: string): core.EvidenceRepository {
  const found = table(sql, EvidenceRow, { workspaceId });

  return {
    async add(evidence) {
      const rows = evidence.map(({ confidence, ...one }) => ({
        ...one,
        confidence: String(confidence),
        workspaceId,
      }));
      for (let at = 0; at < rows.length; at += perStatement)
        await found.insert(rows.slice(at, at + perStatement));
    },
    async get(id) {
      const row = await found.find({ id });
      if (row === null) throw core.evidenceNotFound();
      return evidenceOf(row);
    },
    async save(evidence) {
      const after = { ...evidence, version: evidence.version + 1 };
      const { id, version } = evidence;
      const { status, correctedValue, reviewedByUserId, reviewedAt, reviewNote, appliedTo } = after;
      const said = { status, correctedValue, reviewedByUserId, reviewedAt, reviewNote, appliedTo };
      const saved = await found.update({ id, version }, { ...said, version: after.version });
      if (saved === 0) throw versionConflict();
      return after;
    },
    list: (documentId, filter, after, limit) =>
      listed(sql, listSql(found.selection), [workspaceId, documentId], { filter, after, limit }),
    async supersede(documentId, exceptRunId) {
      await sql(
        `update evidence set is_superseded = true
         where workspace_id = $1 and document_id = $2 and run_id <> $3 and status = 'proposed' and not is_superseded`,
        [workspaceId, documentId, exceptRunId],
      );
    },
    async destroy(documentId) {
      await sql('delete from extraction_runs where workspace_id = $1 and document_id = $2', [
        workspaceId,
        documentId,
      ]);
    },
  };
}

interface Asked {
  readonly filter: core.EvidenceFilter;
  readonly after: core.EvidenceKey | null;
  readonly limit: number;
}

async function listed(
  sql: Sql,
  statement: string,
  document: readonly string[],
  { filter: { kind, status, runId, minConfidence }, after, limit }: Asked,
): Promise<readonly core.Evidence[]> {
  const key = after ?? [null, null, null, null, null];
  const values = [...document, kind, status, runId, minConfidence, ...key, limit + 1];
  return (await sql<Omit<EvidenceRow, 'workspaceId'>>(statement, values)).map(evidenceOf);
}

const listSql = (selection: string) => `
  select ${selection} from evidence
  where workspace_id = $1 and document_id = $2 and ($3::text is null or kind = $3) and ($4::text is null or status = $4)
    and (case when $5::uuid is null then not is_superseded else run_id = $5::uuid end) and confidence >= $6::numeric
    and ($11::uuid is null or (coalesce(page, 0), line, kind collate "C", value collate "C", id)
      > ($7::integer, $8::integer, $9::text collate "C", $10::text collate "C", $11::uuid))
  order by coalesce(page, 0), line, kind collate "C", value collate "C", id limit $12`;
