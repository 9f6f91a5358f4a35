import type { documents as core } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type DocumentVersion = core.DocumentVersion;
type VersionRow = DocumentVersion & { workspaceId: string };
export const DocumentVersionRow = new EntitySchema<VersionRow>({
  name: 'DocumentVersion',
  tableName: 'document_versions',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    ordinal: int(),
    kind: text(),
    sha256: text(),
    sizeBytes: int(),
    mimeType: text(),
    pageCount: nullable(int()),
    pages: nullable(json()),
    blobKey: text(),
    createdByUserId: nullable(text()),
    createdAt: instant(),
  },
});

/** For the document that writes its first version with itself. */
export const documentVersionTable = (sql: Sql, workspaceId: string) =>
  table(sql, DocumentVersionRow, { workspaceId });

export function documentVersionRepository(sql: Sql, workspaceId: string): core.DocumentVersionRepository {
  return {
    add: (version) => documentVersionTable(sql, workspaceId).insert({ ...version, workspaceId }),
    of: (documentId) => sql(`${versionSql} order by ordinal`, [workspaceId, documentId]),
    newest: (documentId, kind) =>
      sql.first(`${versionSql} and kind = $3 and released_at is null order by ordinal desc limit 1`, [
        workspaceId,
        documentId,
        kind,
      ]),
    async inspected(documentId, versionId, { pages, flags }) {
      const given = [pages?.length ?? null, JSON.stringify(pages), flags];
      await sql(inspectedSql, [workspaceId, documentId, versionId, ...given]);
    },
    async release(documentId, at) {
      const released = await sql.first<{ sizeBytes: number }>(releaseSql, [workspaceId, documentId, at]);
      return released?.sizeBytes ?? 0;
    },
    releasedBlobs: (documentId) => sql.column(releasedBlobsSql, [workspaceId, documentId]),
    async forgetBlobs(keys) {
      await sql(forgetBlobsSql, [workspaceId, keys]);
    },
    allBlobs: () => sql.column(blobKeysSql, [workspaceId]),
  };
}

const versionSql = `
  select id, document_id "documentId", ordinal, kind, sha256, size_bytes::float8 "sizeBytes", mime_type "mimeType", page_count "pageCount",
         pages, blob_key "blobKey", created_by_user_id "createdByUserId", created_at "createdAt"
  from document_versions where workspace_id = $1 and document_id = $2`;

/** Of the document only if these are still its current bytes and nobody has looked into them meanwhile. */
const inspectedSql = `
  with looked_into as (
    update document_versions set page_count = $4, pages = $5::jsonb
    where workspace_id = $1 and document_id = $2 and id = $3 returning sha256
  )
  update documents d set page_count = $4, content_flags = $6, version = version + 1
  from looked_into v
  where d.workspace_id = $1 and d.id = $2 and d.sha256 = v.sha256 and 'uninspected' = any(d.content_flags)`;

const releaseSql = `
  with released as (
    update document_versions set released_at = $3
    where workspace_id = $1 and document_id = $2 and released_at is null returning size_bytes
  )
  select coalesce(sum(size_bytes), 0)::float8 "sizeBytes" from released`;

const releasedBlobsSql = `
  select blob_key from document_versions
  where workspace_id = $1 and document_id = $2 and released_at is not null and blob_key is not null`;

const forgetBlobsSql = `
  update document_versions set blob_key = null
  where workspace_id = $1 and blob_key = any($2) and released_at is not null`;

const blobKeysSql = `select blob_key from document_versions where workspace_id = $1 and blob_key is not null`;
