import type { records as core } from '@chancery/core';
import { bytes, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type AddendumRow = core.Addendum & { workspaceId: string };
const AddendumRow = new EntitySchema<AddendumRow>({
  name: 'RecordAddendum',
  tableName: 'record_addenda',
  columns: {
    id: key(),
    workspaceId: tenant(),
    entryId: uuid(),
    versionNumber: int(),
    kind: text(),
    documentSealed: nullable(bytes()),
    contentHash: text(),
    amendmentId: nullable(uuid()),
    authorUserId: text(),
    createdAt: instant(),
  },
});

export function addendumRepository(sql: Sql, workspaceId: string): core.AddendumRepository {
  const addenda = table(sql, AddendumRow, { workspaceId });
  return {
    add: (addendum) => addenda.insert({ ...addendum, workspaceId }),
    of: (entryId) =>
      sql<core.Addendum>(
        `select ${addenda.selection} from record_addenda where workspace_id = $1 and entry_id = $2 order by created_at, id`,
        [workspaceId, entryId],
      ),
    async ofEntries(entryIds) {
      if (entryIds.length === 0) return [];
      return sql<core.Addendum>(
        `select ${addenda.selection} from record_addenda where workspace_id = $1 and entry_id = any($2::uuid[]) order by created_at, id`,
        [workspaceId, entryIds],
      );
    },
    async withIds(ids) {
      if (ids.length === 0) return [];
      return sql<core.Addendum>(
        `select ${addenda.selection} from record_addenda where workspace_id = $1 and id = any($2::uuid[]) order by created_at, id`,
        [workspaceId, ids],
      );
    },
    async countsOf(entryIds) {
      const rows = await sql<{ readonly entryId: string; readonly count: number }>(
        `select entry_id "entryId", count(*)::integer count from record_addenda
         where workspace_id = $1 and entry_id = any($2::uuid[]) group by entry_id`,
        [workspaceId, entryIds],
      );
      return new Map(rows.map(({ entryId, count }) => [entryId, count]));
    },
  };
}
