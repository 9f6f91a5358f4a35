import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';

/** What types and policies have in common: names that are unique among those that are not archived, and lists by name. */
export const namedThings = (
  sql: Sql,
  workspaceId: string,
  table: 'document_types' | 'expiration_policies',
) => ({
  async purge(): Promise<void> {
    await sql(`delete from ${table} where workspace_id = $1`, [workspaceId]);
  },
  lockNames: () => lockName(sql, `${table}:${workspaceId}`),
  async liveCount(): Promise<number> {
    const [count = 0] = await sql.column<number>(
      `select count(*)::integer from ${table} where workspace_id = $1 and status = 'active'`,
      [workspaceId],
    );
    return count;
  },
  async isNamed(name: string, exceptId: string | null): Promise<boolean> {
    const found = await sql(
      `select from ${table} where workspace_id = $1 and name_fold = $2 and status = 'active' and id is distinct from $3::uuid`,
      [workspaceId, foldedName(name), exceptId],
    );
    return found.length > 0;
  },
  listed: <T extends object>(
    selection: string,
    status: string,
    after: readonly (string | null)[] | null,
    limit: number,
  ): Promise<T[]> =>
    sql<T>(
      `select ${selection} from ${table}
       where workspace_id = $1 and ($2 = 'all' or status = $2)
         and ($3::text is null or (name collate "und-x-icu", id) > ($3::text collate "und-x-icu", $4::uuid))
       order by name collate "und-x-icu", id limit $5`,
      [workspaceId, status, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
    ),
});

export const foldedName = (name: string): string => name.toLowerCase();
