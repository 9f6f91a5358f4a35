import type { UsageCounters } from '@chancery/core';
import type { Sql } from './sql.ts';

/** One conditional update per counted thing (BIL-4): fifty creations at limit − 1 let exactly one pass. */
export function usageCounters(sql: Sql, workspaceId: string): UsageCounters {
  const period = 'epoch';
  return {
    async take(code, count, limit) {
      await sql(
        'insert into usage_counters (workspace_id, code, period_start, used) values ($1, $2, $3, 0) on conflict do nothing',
        [workspaceId, code, period],
      );
      const taken = await sql.changed(
        'update usage_counters set used = used + $4 where workspace_id = $1 and code = $2 and period_start = $3 and ($5::bigint is null or used + $4 <= $5)',
        [workspaceId, code, period, count, limit],
      );
      return taken === 1;
    },
    async release(code, count) {
      await sql(
        'update usage_counters set used = greatest(0, used - $4) where workspace_id = $1 and code = $2 and period_start = $3',
        [workspaceId, code, period, count],
      );
    },
    async used(code) {
      const [row] = await sql<{ used: number }>(
        'select used from usage_counters where workspace_id = $1 and code = $2 and period_start = $3',
        [workspaceId, code, period],
      );
      return row?.used ?? 0;
    },
  };
}
