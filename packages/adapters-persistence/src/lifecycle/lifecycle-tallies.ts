import type { lifecycle as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export const lifecycleTallies = (sql: Sql, workspaceId: string): core.LifecycleTallies => ({
  async fold(most) {
    const [count = 0] = await sql.column<number>('select lifecycle_tallies_fold($1, $2) count', [
      workspaceId,
      most,
    ]);
    return count;
  },
});

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const tallySweep = (sql: Sql): core.TallySweep => ({
  toFold: (fewest, after, most) =>
    sql.column('select workspace_id id from chancery_lifecycle_tallies_to_fold($1, $2, $3)', [
      fewest,
      after,
      most,
    ]),
});
