import type { documents as core } from '@chancery/core';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';

/** The closure of the folders: every pair of a folder and one above it. */
export const folderTree = (sql: Sql, workspaceId: string): core.FolderTree => ({
  lock: () => lockName(sql, `document folders of ${workspaceId}`),
  path: (id) => sql(pathSql, [workspaceId, id]),
  isBelow: async (id, ancestorId) => (await sql.first(isBelowSql, [workspaceId, id, ancestorId])) !== null,
  async levelsBelow(id) {
    const row = await sql.first<{ levels: number }>(levelsBelowSql, [workspaceId, id]);
    return row?.levels ?? 0;
  },
  async replant(id, parentId) {
    await sql(uprootSql, [workspaceId, id]);
    await sql(replantSql, [workspaceId, id, parentId]);
    await sql(depthsSql, [workspaceId, id]);
    await sql(rehideSql, [workspaceId, id]);
  },
  async rehide(id) {
    await sql(rehideSql, [workspaceId, id]);
  },
});

const pathSql = `
  select f.id, f.name from document_folder_paths p
  join document_folders f on f.workspace_id = p.workspace_id and f.id = p.ancestor_id
  where p.workspace_id = $1 and p.descendant_id = $2
  order by p.distance desc`;

const isBelowSql = `
  select from document_folder_paths where workspace_id = $1 and descendant_id = $2 and ancestor_id = $3`;

const levelsBelowSql = `
  select max(distance) "levels" from document_folder_paths where workspace_id = $1 and ancestor_id = $2`;

/** Takes the folder, with all below it, from under what lies above. */
const uprootSql = `
  delete from document_folder_paths p
  using document_folder_paths below, document_folder_paths above
  where below.workspace_id = $1 and below.ancestor_id = $2
    and above.workspace_id = $1 and above.descendant_id = $2 and above.ancestor_id <> $2
    and p.workspace_id = $1 and p.descendant_id = below.descendant_id and p.ancestor_id = above.ancestor_id`;

const replantSql = `
  insert into document_folder_paths (workspace_id, descendant_id, ancestor_id, distance)
  select $1, below.descendant_id, above.ancestor_id, below.distance + above.distance + 1
  from document_folder_paths below, document_folder_paths above
  where below.workspace_id = $1 and below.ancestor_id = $2 and above.workspace_id = $1 and above.descendant_id = $3::uuid`;

const below = `(select descendant_id from document_folder_paths where workspace_id = $1 and ancestor_id = $2)`;

const depthsSql = `
  update document_folders f set depth = (select count(*) - 1 from document_folder_paths p where p.workspace_id = $1 and p.descendant_id = f.id)
  where f.workspace_id = $1 and f.id in ${below}`;

const rehideSql = `
  update document_folders f set is_hidden = exists (
    select from document_folder_paths p join document_folders a on a.workspace_id = p.workspace_id and a.id = p.ancestor_id
    where p.workspace_id = $1 and p.descendant_id = f.id and a.status = 'archived')
  where f.workspace_id = $1 and f.id in ${below}`;
