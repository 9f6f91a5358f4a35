import type { signing } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweeps by functions that see all workspaces and return ids alone. */
export const signingSweep = (sql: Sql): signing.SigningSweep => {
  const asked = (name: string) => (now: string, limit: number) =>
    sql<signing.DueInWorkspace>(`select workspace_id "workspaceId", id from ${name}($1, $2)`, [now, limit]);
  return {
    roundsToExpire: asked('chancery_signing_rounds_to_expire'),
    roundsToWarn: asked('chancery_signing_rounds_to_warn'),
    signersToRemind: asked('chancery_signers_to_remind'),
  };
};
