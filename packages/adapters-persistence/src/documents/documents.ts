import { documents as core, versionConflict } from '@chancery/core';
import { instant, int, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { documentColumns } from './document-columns.ts';
import { browse } from './document-list.ts';
import { documentVersionTable } from './document-versions.ts';
import { isVisible, seenBy } from './visible.ts';

type Document = core.Document;
type DocumentRow = Omit<Document, 'inArchivedFolder' | 'accessList'> & { workspaceId: string };

export const DocumentRow = new EntitySchema<DocumentRow>({
  name: 'Document',
  tableName: 'documents',
  columns: {
    id: key(),
    workspaceId: tenant(),
    name: text(),
    description: nullable(text()),
    fileName: text(),
    folderId: nullable(uuid()),
    documentTypeId: nullable(uuid()),
    ownerUserId: text(),
    tags: texts(),
    visibility: text(),
    status: text(),
    signatureStatus: text(),
    mimeType: text(),
    sizeBytes: int(),
    sha256: text(),
    pageCount: nullable(int()),
    originalSha256: text(),
    sealedSha256: nullable(text()),
    contentFlags: texts(),
    scan: text(),
    shareCount: int(),
    trashedAt: nullable(instant()),
    trashedByUserId: nullable(text()),
    purgeAfter: nullable(instant()),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function documentRepository(sql: Sql, workspaceId: string): core.DocumentRepository {
  const documents = table(sql, DocumentRow, { workspaceId });
  const versions = documentVersionTable(sql, workspaceId);
  const setAccess: core.DocumentRepository['setAccess'] = async (id, entries) => {
    await sql(setAccessSql, [
      workspaceId,
      id,
      entries.map(({ userId }) => userId),
      entries.map(({ level }) => level),
    ]);
  };

  return {
    async add({ inArchivedFolder: _, accessList, ...document }, original) {
      await documents.insert({ ...document, workspaceId });
      await versions.insert({ ...original, workspaceId });
      if (accessList.length > 0) await setAccess(document.id, accessList);
    },
    async see(id, viewer, lock) {
      const sees = isVisible(viewer, () => '$3');
      const found = await sql.first<Document>(`${getSql} and ${sees}${locked(lock)}`, [
        workspaceId,
        id,
        ...seenBy(viewer),
      ]);
      if (found === null) throw core.documentNotFound();
      return found;
    },
    get: (id, lock) => sql.first(`${getSql}${locked(lock)}`, [workspaceId, id]),
    async save(document) {
      const { inArchivedFolder: _, accessList: __, shareCount: ___, ...columns } = document;
      const version = document.version + 1;
      const saved = await documents.update(
        { id: document.id, version: document.version },
        { ...columns, version },
      );
      if (saved === 0) throw versionConflict();
      return { ...document, version };
    },
    setAccess,
    browse: (browsing, after, limit) => browse(sql, workspaceId, browsing, after, limit),
    ...several(sql, workspaceId),
    noteReading: (id, userId, now) => sql.did(noteReadingSql, [workspaceId, id, userId, now]),
    ...departures(sql, workspaceId),
  };
}

/** What reads several documents in one statement. */
const several = (sql: Sql, workspaceId: string): Pick<core.DocumentRepository, 'among' | 'duplicates'> => ({
  among: (ids) =>
    sql(`select ${documentColumns} from documents d where d.workspace_id = $1 and d.id = any($2::uuid[])`, [
      workspaceId,
      ids,
    ]),
  duplicates: (sha256, viewer, exceptId, limit) =>
    sql(duplicatesSql(viewer), [workspaceId, sha256, exceptId, limit, ...seenBy(viewer)]),
});

const getSql = `select ${documentColumns} from documents d where d.workspace_id = $1 and d.id = $2`;

/** What becomes of documents when people leave and when the workspace closes. */
const departures = (sql: Sql, workspaceId: string) =>
  ({
    async handOver(userId: string, heirUserId: string, at: string) {
      await sql(handOverSql, [workspaceId, userId, heirUserId, at]);
    },
    inLiveRounds: (ownerUserId: string) =>
      sql.column(`${liveRoundsSql} and owner_user_id = $2 order by id`, [workspaceId, ownerUserId]),
    blockingClosure: () => sql.column(`${liveRoundsSql} order by id`, [workspaceId]),
    async purge() {
      await sql('delete from documents where workspace_id = $1', [workspaceId]);
      await sql('delete from document_folders where workspace_id = $1', [workspaceId]);
    },
  }) satisfies Partial<core.DocumentRepository>;

const locked = (lock: 'for update' | undefined) => (lock === undefined ? '' : ' for update of d');

const setAccessSql = `
  with kept as (
    insert into document_access (workspace_id, document_id, user_id, level)
    select $1, $2, listed.user_id, listed.level from unnest($3::text[], $4::text[]) listed (user_id, level)
    on conflict (document_id, user_id, workspace_id) do update set level = excluded.level
  )
  delete from document_access where workspace_id = $1 and document_id = $2 and user_id <> all($3::text[])`;

const duplicatesSql = (viewer: core.Viewer) => `
  select d.id "documentId", d.name from documents d
  where d.workspace_id = $1 and d.sha256 = $2 and d.id <> $3 and d.status = 'active' and ${isVisible(viewer, () => '$5')}
  order by d.id desc limit $4`;

const noteReadingSql = `
  insert into document_readings (workspace_id, document_id, user_id, read_in) values ($1, $2, $3, date_trunc('hour', $4::timestamptz))
  on conflict (document_id, user_id, workspace_id) do update set read_in = excluded.read_in
  where document_readings.read_in < excluded.read_in`;

const handOverSql = `
  with left_out as (delete from document_access where workspace_id = $1 and user_id = $2)
  update documents set owner_user_id = $3, updated_at = $4, version = version + 1
  where workspace_id = $1 and owner_user_id = $2 and status <> 'disposed'`;

const liveRoundsSql = `
  select id from documents where workspace_id = $1 and signature_status in ('sent', 'completed') and status <> 'disposed'`;
