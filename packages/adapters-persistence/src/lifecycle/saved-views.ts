import { lifecycle as core, versionConflict } from '@chancery/core';
import { boolean, instant, int, json, key, tenant, text, texts } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { foldedName } from './named-things.ts';

type ViewRow = core.SavedView & { workspaceId: string; nameFold: string };

const SavedViewRow = new EntitySchema<ViewRow>({
  name: 'SavedView',
  tableName: 'saved_views',
  columns: {
    id: key(),
    workspaceId: tenant(),
    ownerUserId: text(),
    name: text(),
    nameFold: text(),
    filters: json(),
    columns: texts(),
    sort: text(),
    visibility: text(),
    isDefault: boolean(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

const isSeen = "(owner_user_id = $2 or visibility = 'workspace')";

const viewOf = ({ nameFold: _, ...view }: ViewRow): core.SavedView => view;

export function savedViewRepository(sql: Sql, workspaceId: string): core.SavedViewRepository {
  const views = table(sql, SavedViewRow, { workspaceId });
  const rowOf = (view: core.SavedView): ViewRow => ({
    ...view,
    workspaceId,
    nameFold: foldedName(view.name),
  });

  return {
    lock: () => lockName(sql, `saved_views:${workspaceId}`),
    async listFor(userId) {
      const rows = await sql<ViewRow>(
        `select ${views.selection} from saved_views where workspace_id = $1 and ${isSeen}
         order by name collate "und-x-icu", id`,
        [workspaceId, userId],
      );
      return rows.map(viewOf);
    },
    async see(id, userId) {
      const row = await sql.first<ViewRow>(
        `select ${views.selection} from saved_views where workspace_id = $1 and id = $3 and ${isSeen}`,
        [workspaceId, userId, id],
      );
      if (row === null) throw core.viewNotFound();
      return viewOf(row);
    },
    add: (view) => views.insert(rowOf(view)),
    async save(view) {
      const after = { ...view, version: view.version + 1 };
      const saved = await views.update({ id: view.id, version: view.version }, rowOf(after));
      if (saved === 0) throw versionConflict();
      return after;
    },
    async delete(id) {
      await views.delete({ id });
    },
    ...besidesPart(sql, workspaceId),
    ...endsPart(sql, workspaceId),
  };
}

/** What others there are beside a view. */
const besidesPart = (sql: Sql, workspaceId: string) =>
  ({
    async counts(userId) {
      const counts = await sql.first<{ own: number; shared: number }>(
        `select (count(*) filter (where owner_user_id = $2))::integer own,
           (count(*) filter (where visibility = 'workspace'))::integer shared
         from saved_views where workspace_id = $1 and ${isSeen}`,
        [workspaceId, userId],
      );
      return counts ?? { own: 0, shared: 0 };
    },
    isNamed: async (userId, name, exceptId) =>
      (await sql.first(
        `select id from saved_views
         where workspace_id = $1 and owner_user_id = $2 and name_fold = $3 and id is distinct from $4::uuid limit 1`,
        [workspaceId, userId, foldedName(name), exceptId],
      )) !== null,
    async clearDefault(userId, exceptId) {
      await sql(
        `update saved_views set is_default = false
         where workspace_id = $1 and owner_user_id = $2 and is_default and id <> $3`,
        [workspaceId, userId, exceptId],
      );
    },
  }) satisfies Partial<core.SavedViewRepository>;

/** What happens to views when a person leaves, or the workspace closes. */
const endsPart = (sql: Sql, workspaceId: string) =>
  ({
    async handOver(userId, heirUserId, at) {
      await sql(
        `update saved_views set owner_user_id = $3, is_default = false, updated_at = $4, version = version + 1
         where workspace_id = $1 and owner_user_id = $2 and visibility = 'workspace'`,
        [workspaceId, userId, heirUserId, at],
      );
    },
    forget: (userId) =>
      sql.changed(
        `delete from saved_views where workspace_id = $1 and owner_user_id = $2 and visibility = 'private'`,
        [workspaceId, userId],
      ),
    async purge() {
      await sql('delete from saved_views where workspace_id = $1', [workspaceId]);
    },
  }) satisfies Partial<core.SavedViewRepository>;
