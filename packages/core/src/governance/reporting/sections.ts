import type { z } from 'zod';
import { type CaseStatus, caseStates } from '../../records/index.ts';
import type { Caseload, Cell, RecordReports, Reporting, RetentionBacklog } from './ports.ts';
import { type Suppressing, shownCell, shownCells } from './shown-report.ts';
import type { RecordReportView } from './views.ts';

type Sections = Omit<z.input<typeof RecordReportView>, 'from' | 'to' | 'timeZone' | 'suppressed' | 'asOf'>;

/** All parts of a report, as far as they are shown. */
export async function shownSections(
  asked: Reporting,
  suppressing: Suppressing,
  reports: RecordReports,
): Promise<Sections> {
  const [caseload, signatures, disclosures, retention, emergencies, amendments, alone] = await Promise.all([
    reports.caseload(asked),
    reports.signatureLatency(asked),
    reports.disclosureTurnaround(asked),
    reports.retentionBacklog(asked),
    reports.breakGlass(asked),
    reports.amendments(asked),
    reports.singlePerson(asked),
  ]);
  return {
    caseload: shownCaseload(caseload, suppressing),
    signatureLatency: shownCells({ ...signatures }, suppressing),
    disclosureTurnaround: shownCells({ ...disclosures }, suppressing),
    retentionBacklog: shownBacklog(retention, suppressing),
    breakGlass: shownCells({ ...emergencies }, suppressing),
    amendments: shownCells({ ...amendments }, suppressing),
    singlePerson: shownCells({ ...alone }, suppressing),
  };
}

const shownBacklog = (
  { oldestDueOn, ...counts }: RetentionBacklog,
  suppressing: Suppressing,
): Sections['retentionBacklog'] => ({
  ...shownCells(counts, suppressing),
  oldestDueOn: shownCell(oldestDueOn, suppressing),
});

const none: Cell = { value: 0, labelledCases: 0 };

function shownCaseload(
  { byStatus, byCaseType, ...totals }: Caseload,
  suppressing: Suppressing,
): Sections['caseload'] {
  const [first, ...others] = caseStates.states.map((status: CaseStatus) => ({
    [status]: shownCell(byStatus.get(status) ?? none, suppressing),
  }));
  return {
    ...shownCells(totals, suppressing),
    // Each status is a key.
    byStatus: Object.assign({}, first, ...others),
    byCaseType: byCaseType.map(({ caseType, cell }) => ({ caseType, count: shownCell(cell, suppressing) })),
  };
}
