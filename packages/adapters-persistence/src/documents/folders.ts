import { documents as core, versionConflict } from '@chancery/core';
import { boolean, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { patternsOf } from '../kernel/words.ts';
import { talliedParts, visibleParts } from './visible.ts';

type Folder = core.Folder;
type CountedFolder = core.CountedFolder;

export const FolderRow = new EntitySchema<Folder & { workspaceId: string }>({
  name: 'DocumentFolder',
  tableName: 'document_folders',
  columns: {
    id: key(),
    workspaceId: tenant(),
    name: text(),
    parentId: nullable(uuid()),
    depth: int(),
    status: text(),
    isHidden: boolean(),
    archivedAt: nullable(instant()),
    createdByUserId: text(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function folderRepository(sql: Sql, workspaceId: string): core.FolderRepository {
  const folders = table(sql, FolderRow, { workspaceId });
  async function seen<R extends object>(id: string, viewer: core.Viewer, selected: string): Promise<R> {
    const found = await sql.first<R>(
      `select ${selected} from document_folders f where f.workspace_id = $1 and f.id = $4 and ${isVisible}`,
      [workspaceId, ...viewing(viewer), id],
    );
    if (found === null) throw core.folderNotFound();
    return found;
  }

  return {
    async add(folder) {
      await folders.insert({ ...folder, workspaceId });
      await sql(plantSql, [workspaceId, folder.id, folder.parentId]);
    },
    see: (id, viewer) => seen<CountedFolder>(id, viewer, `${columns}, ${countsOf(viewer)}`),
    async get(id) {
      const found = await folders.find({ id });
      if (found === null) throw core.folderNotFound();
      return found;
    },
    async save(folder) {
      const version = folder.version + 1;
      // What is above decides whether a folder is hidden; `rehide` notes it for all of them.
      const { isHidden: _, ...columnsOfIt } = folder;
      const saved = await folders.update(
        { id: folder.id, version: folder.version },
        { ...columnsOfIt, version },
      );
      if (saved === 0) throw versionConflict();
      return { ...folder, version };
    },
    list: (filter, after, limit) => listed(sql, workspaceId, filter, after, limit),
    counts: (id, viewer) => seen(id, viewer, countsOf(viewer)),
    isNameTaken: async (parentId, name, exceptId) =>
      (await sql.first(nameTakenSql, [workspaceId, parentId, name, exceptId])) !== null,
    async countIn(parentId, exceptId) {
      const row = await sql.first<{ count: number }>(countInSql, [workspaceId, parentId, exceptId]);
      return row?.count ?? 0;
    },
  };
}

const listed = (
  sql: Sql,
  workspaceId: string,
  { viewer, parentId, words, archivedToo }: core.FolderFilter,
  after: Parameters<core.FolderRepository['list']>[1],
  limit: number,
): ReturnType<core.FolderRepository['list']> =>
  sql(listSql(viewer, parentId, words.length > 0), [
    workspaceId,
    ...viewing(viewer),
    parentId,
    words,
    archivedToo,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit,
  ]);

/** The parameters of a viewer here: everybody but guests sees every folder. */
const viewing = ({ userId, isGuest }: core.Viewer) => [userId, isGuest] as const;

const columns = `
  f.id, f.name, f.parent_id "parentId", f.depth, f.status, f.is_hidden "isHidden", f.archived_at "archivedAt",
  f.created_by_user_id "createdByUserId", f.created_at "createdAt", f.updated_at "updatedAt", f.version`;

/** Members see every folder; a guest sees one if it leads to a document that names them. */
const isVisibleAs = (folder: string) => `
  (not $3::boolean or exists (
    select from document_access a
    join documents d on d.workspace_id = a.workspace_id and d.id = a.document_id and d.status = 'active'
    join document_folder_paths p on p.workspace_id = d.workspace_id and p.descendant_id = d.folder_id
    where a.workspace_id = $1 and a.user_id = $2 and p.ancestor_id = ${folder}.id))`;
const isVisible = isVisibleAs('f');

/** Counts are cut off, so that a page costs the same whatever lies below its folders (LIB-17). */
const mostCounted = 1000;
const countsOf = (viewer: core.Viewer) => `
  (select count(*)::int from (select from document_folders c
     where c.workspace_id = $1 and c.parent_id = f.id and c.status = 'active' and ${isVisibleAs('c')} limit ${mostCounted}) some_folders)
    "folderCount",
  least(${mostCounted}, ${visibleParts(viewer, () => '$2')
    .map((part) => countOf(part))
    .join(' + ')})::int "documentCount"`;

/** What everybody sees alike is counted where it changes; what this person may see of the rest is counted here. */
const countOf = (part: string) =>
  part in talliedParts
    ? `(select coalesce(sum(t.${talliedParts[part]}), 0) from document_folder_tallies t
         where t.workspace_id = $1 and t.folder_id = f.id)`
    : `(select count(*) from (select from documents d
         where d.workspace_id = $1 and d.folder_id = f.id and d.status = 'active' and ${part} limit ${mostCounted}) some_documents)`;

const listSql = (viewer: core.Viewer, parentId: string | null, isSearch: boolean) => `
  select ${columns}, f.sort_name "sortName", ${countsOf(viewer)}
  from document_folders f
  where f.workspace_id = $1 and ${isSearch ? belowSql(parentId) : besideSql(parentId)}
    and (f.status = 'active' or $6::boolean) and ${isVisible}
    and f.sort_name like all ${patternsOf('$5')}
    and ($8::uuid is null or (f.sort_name, f.id) > ($7::text collate "und-x-icu", $8::uuid))
  order by f.sort_name, f.id
  limit $9`;

const besideSql = (parentId: string | null) =>
  parentId === null ? 'f.parent_id is null and $4::uuid is null' : 'f.parent_id = $4::uuid';
/** What lies in an archived folder is not found by its name. */
const belowSql = (parentId: string | null) =>
  parentId === null
    ? '$4::uuid is null and (not f.is_hidden or $6::boolean)'
    : `(not f.is_hidden or $6::boolean) and f.id <> $4::uuid and exists (select from document_folder_paths p
         where p.workspace_id = $1 and p.ancestor_id = $4::uuid and p.descendant_id = f.id)`;

const nameTakenSql = `
  select from document_folders
  where workspace_id = $1 and parent_id is not distinct from $2::uuid and sort_name = chancery_search_text($3) and status = 'active'
    and id is distinct from $4::uuid`;

const countInSql = `
  select count(*)::int "count" from document_folders
  where workspace_id = $1 and parent_id is not distinct from $2::uuid and status = 'active' and id is distinct from $3::uuid`;

/** The folder itself, and every folder above its parent. */
const plantSql = `
  insert into document_folder_paths (workspace_id, descendant_id, ancestor_id, distance)
  select $1::text, $2::uuid, $2::uuid, 0
  union all
  select $1::text, $2::uuid, ancestor_id, distance + 1 from document_folder_paths where workspace_id = $1 and descendant_id = $3::uuid`;
