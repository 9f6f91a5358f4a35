import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const legalHoldSweep = (sql: Sql): core.LegalHoldSweep => ({
  toReview: (before, after, limit) =>
    sql('select hold_id "holdId", workspace_id "workspaceId" from chancery_holds_to_review($1, $2, $3)', [
      before,
      after,
      limit,
    ]),
});
