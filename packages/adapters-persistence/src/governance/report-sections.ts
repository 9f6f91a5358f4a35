import type { governance as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { isOverdue } from './authorization-list.ts';
import { type Cells, cellOf, counted, onlyRow, percentile, type ReportParts } from './report-parts.ts';

const mask = 'c.effective_mask';

/** From what was asked for to its first release. */
export async function disclosureTurnaround(
  sql: Sql,
  { values, given, casesOf, counts, isLabelled, within }: ReportParts,
  today: string,
): Promise<core.DisclosureTurnaround> {
  type Row = Cells<'requested' | 'decided' | 'released' | 'denied' | 'median_days' | 'p90_days' | 'overdue'>;
  const days = 'extract(epoch from r.released_at - r.requested_at) / 86400';
  const row = await onlyRow<Row>(
    sql,
    `with r as materialized (
       select a.case_id, ${isLabelled(mask)} labelled, a.status, a.requested_at, a.decided_at, ${isOverdue(given(today))} late,
         (select min(p.released_at) from release_packages p where p.workspace_id = $1 and p.authorization_id = a.id) released_at
       from disclosure_authorizations a ${casesOf('a')} where a.workspace_id = $1 and ${counts(mask)}
     )
     select ${counted('requested', within('r.requested_at'))}, ${counted('decided', `coalesce(${within('r.decided_at')}, false)`)},
       ${counted('released', `coalesce(${within('r.released_at')}, false)`)},
       ${counted('denied', `coalesce(${within('r.decided_at')}, false) and r.status = 'denied'`)},
       ${percentile('median_days', 0.5, days, within('r.released_at'))}, ${percentile('p90_days', 0.9, days, within('r.released_at'))},
       ${counted('overdue', 'r.late')} from r`,
    values,
  );
  return {
    requested: cellOf(row, 'requested'),
    decided: cellOf(row, 'decided'),
    released: cellOf(row, 'released'),
    denied: cellOf(row, 'denied'),
    medianDays: cellOf(row, 'median_days'),
    p90Days: cellOf(row, 'p90_days'),
    overdue: cellOf(row, 'overdue'),
  };
}
