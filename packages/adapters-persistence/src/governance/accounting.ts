import type { governance as core } from '@chancery/core';
import { instant, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type AccountedRow = core.AccountedRelease & { workspaceId: string };
const AccountedRow = new EntitySchema<AccountedRow>({
  name: 'AccountedRelease',
  tableName: 'disclosure_accounting',
  columns: {
    id: key(),
    workspaceId: tenant(),
    subjectId: uuid(),
    packageId: uuid(),
    packageNumber: text(),
    releasedAt: instant(),
    recipientName: text(),
    recipientOrganization: nullable(text()),
    description: text(),
    purposeOfUse: text(),
    basis: text(),
  },
});

export function accountingRepository(sql: Sql, workspaceId: string): core.AccountingRepository {
  const lines = table(sql, AccountedRow, { workspaceId });
  return {
    add: (line) => lines.insert({ ...line, workspaceId }),
    list: (subjectIds, { from, to }, after, limit) =>
      sql<core.AccountedRelease>(
        `select ${lines.selection} from disclosure_accounting
         where workspace_id = $1 and subject_id = any($2::uuid[]) and released_at >= $3 and released_at < $4
           and ($5::timestamptz is null or (released_at, id) < ($5::timestamptz, $6::uuid))
         order by released_at desc, id desc limit $7`,
        [workspaceId, subjectIds, from, to, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    async remove(ids) {
      await sql('delete from disclosure_accounting where workspace_id = $1 and id = any($2::uuid[])', [
        workspaceId,
        ids,
      ]);
    },
  };
}
