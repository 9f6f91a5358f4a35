import type { governance } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweeps by functions that see all workspaces and return ids alone. */
export const consentSweep = (sql: Sql): governance.ConsentSweep => {
  const asked = (name: string) => (now: string, limit: number) =>
    sql<governance.DueConsent>(`select workspace_id "workspaceId", id from ${name}($1, $2)`, [now, limit]);
  return { toExpire: asked('chancery_consents_to_expire'), toRemind: asked('chancery_consents_to_remind') };
};
