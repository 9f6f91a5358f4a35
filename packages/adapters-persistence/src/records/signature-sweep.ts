import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Answers the sweep by a function that sees all workspaces and returns ids and times alone. */
export const signatureSweep = (sql: Sql): core.SignatureSweep => ({
  due: (now, most) =>
    sql<core.DueSignature>(
      `select workspace_id "workspaceId", entry_id "artifactId", due_at "dueAt", hours_late "hoursLate"
       from chancery_signatures_due($1, $2)`,
      [now, most],
    ),
  forLeads: (now, most) =>
    sql('select workspace_id "workspaceId", time_zone "timeZone" from chancery_unsigned_for_leads($1, $2)', [
      now,
      most,
    ]),
});
