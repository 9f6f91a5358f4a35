import type { governance } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweep by a function that sees all workspaces and returns their ids alone. */
export const retentionSweep = (sql: Sql): governance.RetentionSweep => ({
  due: (day, after, most) =>
    sql.column('select workspace_id from chancery_record_retention_due($1, $2, $3)', [day, after, most]),
});
