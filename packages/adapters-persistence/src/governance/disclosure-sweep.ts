import type { governance } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweeps by functions that see all workspaces and return ids alone. */
export const disclosureSweep = (sql: Sql): governance.DisclosureSweep => {
  const asked = (call: string, values: readonly unknown[]) =>
    sql<governance.DueDisclosure>(`select workspace_id "workspaceId", id from ${call}`, values);
  return {
    authorizationsToExpire: (now, limit) => asked('chancery_authorizations_to_expire($1, $2)', [now, limit]),
    authorizationsDue: (now, limit) => asked('chancery_authorizations_due($1, $2)', [now, limit]),
    packagesToEnd: (now, approvedBefore, limit) =>
      asked('chancery_packages_to_end($1, $2, $3)', [now, approvedBefore, limit]),
    accountingToPurge: (before, limit) => asked('chancery_accounting_to_purge($1, $2)', [before, limit]),
  };
};
