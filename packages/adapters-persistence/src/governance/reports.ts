import type { governance as core, records } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { reportedEmergencies, retentionBacklog } from './report-governance.ts';
import {
  type Cells,
  cellOf,
  counted,
  onlyRow,
  percentile,
  type ReportParts,
  reportParts,
} from './report-parts.ts';
import { amendmentsOf, disclosureTurnaround, singlePersonSteps } from './report-sections.ts';
import { signatureLatency } from './report-signatures.ts';

export const recordReports = (sql: Sql, workspaceId: string): core.RecordReports => ({
  caseload: (asked) => caseload(sql, reportParts(workspaceId, asked)),
  signatureLatency: (asked) => signatureLatency(sql, reportParts(workspaceId, asked)),
  disclosureTurnaround: (asked) =>
    disclosureTurnaround(sql, reportParts(workspaceId, asked), asked.period.today),
  retentionBacklog: (asked) => retentionBacklog(sql, reportParts(workspaceId, asked), asked.period.today),
  breakGlass: (asked) => reportedEmergencies(sql, reportParts(workspaceId, asked)),
  amendments: (asked) => amendmentsOf(sql, reportParts(workspaceId, asked), asked.period.today),
  singlePerson: (asked) => singlePersonSteps(sql, reportParts(workspaceId, asked)),
});

const isOpen = "r.status in ('intake', 'active', 'on_hold')";

async function caseload(sql: Sql, parts: ReportParts): Promise<core.Caseload> {
  const { cases, counts, isLabelled, within } = parts;
  const mask = 'c.effective_mask';
  const days = "date_part('epoch', r.closed_at - r.opened_at) / 86400";
  type Totals = Cells<'open' | 'opened' | 'closed' | 'median_days'>;
  type Group = Cells<'number'> & { readonly name: string };
  const { totals, statuses, types } = await onlyRow<{
    totals: Totals;
    statuses: readonly Group[];
    types: readonly Group[];
  }>(
    sql,
    parts,
    `r as materialized (
           select c.id case_id, c.status, c.case_type, c.opened_at, c.closed_at, ${isLabelled(mask)} labelled from ${cases} where ${counts(mask)}
         )
         select (select to_json(t) from (select ${counted('open', isOpen)}, ${counted('opened', within('r.opened_at'))},
             ${counted('closed', within('r.closed_at'))}, ${percentile('median_days', 0.5, days, within('r.closed_at'))} from r) t) totals,
           (select coalesce(json_agg(g), '[]') from (select r.status name, ${counted('number', 'true')} from r group by 1) g) statuses,
           (select coalesce(json_agg(g order by g.number desc, g.name), '[]')
             from (select r.case_type name, ${counted('number', isOpen)} from r where ${isOpen} group by 1) g) types`,
  );
  return {
    open: cellOf<'open'>(totals, 'open'),
    byStatus: new Map(
      statuses.map((each) => [each.name as records.CaseStatus, cellOf<'number'>(each, 'number')] as const),
    ),
    byCaseType: types.map((each) => ({ caseType: each.name, cell: cellOf<'number'>(each, 'number') })),
    openedInPeriod: cellOf<'opened'>(totals, 'opened'),
    closedInPeriod: cellOf<'closed'>(totals, 'closed'),
    medianDaysOpen: cellOf<'median_days'>(totals, 'median_days'),
  };
}
