import { type lifecycle as core, documents, versionConflict } from '@chancery/core';
import { isVisible, seenBy } from '../documents/visible.ts';
import { boolean, instant, int, key, nullable, tenant, text, texts } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { foldedName, namedThings } from './named-things.ts';

type TypeRow = core.DocumentType & { workspaceId: string; nameFold: string };

const DocumentTypeRow = new EntitySchema<TypeRow>({
  name: 'DocumentType',
  tableName: 'document_types',
  columns: {
    id: key(),
    workspaceId: tenant(),
    key: text(),
    name: text(),
    nameFold: text(),
    description: nullable(text()),
    category: text(),
    builtIn: boolean(),
    status: text(),
    expirationExpected: boolean(),
    ownerRequired: boolean(),
    requiredDates: texts(),
    requiredIdentifiers: texts(),
    governmentIdentity: boolean(),
    identityFormats: texts(),
    extractionLanguages: texts(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

const columnsOf = (type: core.DocumentType, workspaceId: string): TypeRow => ({
  ...type,
  workspaceId,
  nameFold: foldedName(type.name),
});

const typeOf = ({ nameFold: _, ...type }: TypeRow): core.DocumentType => type;

export function documentTypeRepository(sql: Sql, workspaceId: string): core.DocumentTypeRepository {
  const types = table(sql, DocumentTypeRow, { workspaceId });
  const { lockNames, liveCount, isNamed, purge, listed } = namedThings(sql, workspaceId, 'document_types');

  return {
    lockNames,
    liveCount,
    isNamed,
    purge,
    add: (added) => types.insert(added.map((type) => columnsOf(type, workspaceId))),
    async get(id, lock) {
      const found = await types.find({ id }, lock);
      if (found === null) throw documents.documentTypeNotFound();
      return typeOf(found);
    },
    async statusOf(id) {
      const found = await types.find({ id });
      return found?.status ?? null;
    },
    async save(type) {
      const after = { ...type, version: type.version + 1 };
      const saved = await types.update({ id: type.id, version: type.version }, columnsOf(after, workspaceId));
      if (saved === 0) throw versionConflict();
      return after;
    },
    takenKeys: (keys) =>
      sql.column('select key from document_types where workspace_id = $1 and key = any($2)', [
        workspaceId,
        keys,
      ]),
    async list(status, after, limit) {
      return (await listed<TypeRow>(types.selection, status, after, limit)).map(typeOf);
    },
    async documentCounts(ids, viewer, most) {
      const counts = await sql<{ id: string; count: number }>(countsSql(viewer), [
        workspaceId,
        ids,
        most,
        ...seenBy(viewer),
      ]);
      return new Map(counts.map(({ id, count }) => [id, count]));
    },
  };
}

const countsSql = (viewer: documents.Viewer) => `
  select t.id, (select count(*)::integer from (
      select from documents d
      where d.workspace_id = $1 and d.document_type_id = t.id and d.status = 'active' and ${isVisible(viewer, () => '$4')}
      limit $3) seen) count
  from unnest($2::uuid[]) t (id)`;
