import type { Usage, UsageCounters } from '@chancery/core';
import type { Sql } from './sql.ts';

/** The period of limits that are not counted by the month. */
const always = 'epoch';

/** Makes one conditional write per counted thing (BIL-4): of fifty creations at limit − 1 exactly one passes. */
export function usageCounters(sql: Sql, workspaceId: string): UsageCounters {
  const raise = (column: 'used' | 'reserved') => {
    const first = column === 'used' ? '$4::bigint, 0' : '0, $4::bigint';
    const text = `insert into usage_counters as c (workspace_id, code, period_start, used, reserved)
      select $1, $2, $3::date, ${first} where $5::bigint is null or $4 <= $5
      on conflict (workspace_id, code, period_start) do update set ${column} = c.${column} + $4
      where $5 is null or c.used + c.reserved + $4 <= $5`;
    return (code: string, count: number, limit: number | null, period: string = always) =>
      sql.did(text, [workspaceId, code, period, count, limit]);
  };
  const change = async (assignments: string, code: string, count: number, period: string = always) => {
    await sql(
      `update usage_counters set ${assignments} where workspace_id = $1 and code = $2 and period_start = $3`,
      [workspaceId, code, period, count],
    );
  };

  return {
    take: raise('used'),
    reserve: (code, count, limit) => raise('reserved')(code, count, limit),
    async note(code, count, period = always) {
      await sql(
        `insert into usage_counters (workspace_id, code, period_start, used) values ($1, $2, $3, $4)
         on conflict (workspace_id, code, period_start) do update set used = usage_counters.used + excluded.used`,
        [workspaceId, code, period, count],
      );
    },
    release: (code, count, period) => change('used = greatest(0, used - $4)', code, count, period),
    settle: (code, count) => change('used = used + $4, reserved = greatest(0, reserved - $4)', code, count),
    unreserve: (code, count) => change('reserved = greatest(0, reserved - $4)', code, count),
    async counted(code, period = always) {
      const [row] = await sql<Usage>(
        'select used, reserved from usage_counters where workspace_id = $1 and code = $2 and period_start = $3',
        [workspaceId, code, period],
      );
      return row ?? { used: 0, reserved: 0 };
    },
  };
}
