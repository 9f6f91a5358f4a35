import type { workspace } from '@chancery/core';
import { plusDays, plusMinutes } from '@chancery/core/internal';
import type { Sql } from './sql.ts';

/** Deletes rows of all workspaces. It reaches jobs only by functions that may delete them, and nothing else of them (row-level security). */
export function housekeeping(sql: Sql): workspace.Housekeeping {
  const counted = async (call: string, values: readonly unknown[]) =>
    (await sql<{ rows: number }>(`select ${call} "rows"`, values))[0]?.rows ?? 0;

  return {
    reapJobs: (now, limit) => counted('chancery_reap_jobs($1, $2)', [now, limit]),
    pruneJobs: (now, limit) => counted('chancery_prune_jobs($1, $2)', [now, limit]),
    pruneInbox: (now, limit) =>
      sql.changed(
        'delete from inbox where (handler, job_id) in (select handler, job_id from inbox where ran_at <= $1 limit $2)',
        [plusDays(now, -30), limit],
      ),
    pruneIdempotency: (now, limit) => counted('chancery_prune_idempotency($1, $2)', [now, limit]),
    pruneDenials: (now, limit) => counted('chancery_prune_denials($1, $2)', [plusMinutes(now, -60), limit]),
    pruneMailCounts: (now, limit) =>
      counted('chancery_prune_mail_counts($1, $2)', [plusDays(now, -2).slice(0, 10), limit]),
  };
}
