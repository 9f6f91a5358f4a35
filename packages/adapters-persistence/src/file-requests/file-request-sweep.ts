import type { fileRequests } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweeps by functions that see all workspaces and return ids alone. */
export const fileRequestSweep = (sql: Sql): fileRequests.FileRequestSweep => {
  const asked = (name: string) => (now: string, limit: number) =>
    sql<fileRequests.DueFileRequest>(`select workspace_id "workspaceId", id from ${name}($1, $2)`, [
      now,
      limit,
    ]);
  return {
    toExpire: asked('chancery_file_requests_to_expire'),
    toRemind: asked('chancery_file_requests_to_remind'),
    toDestroy: (now, after, limit) =>
      sql('select workspace_id "workspaceId", id from chancery_client_uploads_to_destroy($1, $2, $3)', [
        now,
        after,
        limit,
      ]),
    toMailAsDue: asked('chancery_file_requests_to_mail'),
  };
};
