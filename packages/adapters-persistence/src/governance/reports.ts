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

async function caseload(
  sql: Sql,
  { values, cases, counts, isLabelled, within }: ReportParts,
): Promise<core.Caseload> {
  const mask = 'c.effective_mask';
  const days = 'extract(epoch from r.closed_at - r.opened_at) / 86400';
  type Totals = Cells<'open' | 'opened' | 'closed' | 'median_days'>;
  type Group = Cells<'number'> & { readonly name: string };
  const { totals, statuses, types } = await onlyRow<{
    totals: Totals;
    statuses: readonly Group[];
    types: readonly Group[];
  }>(
    sql,
    `with r as materialized (
           select c.id case_id, c.status, c.case_type, c.opened_at, c.closed_at, ${isLabelled(mask)} labelled from ${cases} where ${counts(mask)}
         )
         select (select to_json(t) from (select ${counted('open', isOpen)}, ${counted('opened', within('r.opened_at'))},
             ${counted('closed', within('r.closed_at'))}, ${percentile('median_days', 0.5, days, within('r.closed_at'))} from r) t) totals,
           (select coalesce(json_agg(g), '[]') from (select r.status name, ${counted('number', 'true')} from r group by 1) g) statuses,
           (select coalesce(json_agg(g order by g.number desc, g.name), '[]')
             from (select r.case_type name, ${counted('number', isOpen)} from r where ${isOpen} group by 1) g) types`,
    values,
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

/** A version that was submitted once says itself when; only what was submitted again is looked up. */
const firstSubmission = `case when v.submission = 1 then v.submitted_at else (select s.submitted_at from record_entry_submissions s
  where s.workspace_id = $1 and s.entry_id = v.entry_id and s.number = v.number and s.submission = 1) end`;

async function signatureLatency(
  sql: Sql,
  { values, as, casesOf, counts, isLabelled, within }: ReportParts,
): Promise<core.SignatureLatency> {
  const isAuthor = `e.author_user_id = ${as.user}`;
  const mask = 'e.effective_mask';
  const joined = casesOf('e');
  type Row = Cells<'finalized' | 'median_hours' | 'p90_hours' | 'over_72h' | 'overdue'>;
  const row = await onlyRow<Row>(
    sql,
    `with signed as materialized (
           select e.case_id, ${isLabelled(mask, isAuthor)} labelled, extract(epoch from v.finalized_at - ${firstSubmission}) / 3600 hours
           from record_entry_versions v
           join record_entries e on e.workspace_id = $1 and e.id = v.entry_id
           ${joined}
           where v.workspace_id = $1 and ${within('v.finalized_at')} and ${counts(mask, isAuthor)}
         ), unsigned as materialized (
           select e.case_id, ${isLabelled(mask, isAuthor)} labelled from record_entries e ${joined}
           where e.workspace_id = $1 and e.signature_due_at < ${as.at} and ${counts(mask, isAuthor)}
         )
         select a.*, b.* from (select ${counted('finalized', 'true')}, ${percentile('median_hours', 0.5, 'r.hours', 'true')},
             ${percentile('p90_hours', 0.9, 'r.hours', 'true')}, ${counted('over_72h', 'r.hours > 72')} from signed r) a,
           (select ${counted('overdue', 'true')} from unsigned r) b`,
    values,
  );
  return {
    finalized: cellOf(row, 'finalized'),
    medianHours: cellOf(row, 'median_hours'),
    p90Hours: cellOf(row, 'p90_hours'),
    over72h: cellOf(row, 'over_72h'),
    unsignedOverdue: cellOf(row, 'overdue'),
  };
}
