import type { CaseStatus, RecordReach } from '../../records/index.ts';
import type { ReportPeriod } from './period.ts';

/** A number of a report, and how many cases that are labelled and that the caller does not see are in it. */
export interface Cell {
  /** Null where nothing counts. */
  readonly value: number | null;
  readonly labelledCases: number;
}

/** What a report counts. */
export interface Reporting {
  readonly reach: RecordReach;
  /** Whether everything counts, as far as no wall stands before it, or what the caller sees. */
  readonly countsAll: boolean;
  readonly period: ReportPeriod;
  readonly caseType: string | null;
  /** Only cases that this person is on. */
  readonly memberUserId: string | null;
}

export interface Caseload {
  readonly open: Cell;
  readonly byStatus: ReadonlyMap<CaseStatus, Cell>;
  /** Of open cases, the most frequent first. */
  readonly byCaseType: readonly { readonly caseType: string; readonly cell: Cell }[];
  readonly openedInPeriod: Cell;
  readonly closedInPeriod: Cell;
  readonly medianDaysOpen: Cell;
}

export interface SignatureLatency {
  readonly finalized: Cell;
  readonly medianHours: Cell;
  readonly p90Hours: Cell;
  readonly over72h: Cell;
  readonly unsignedOverdue: Cell;
}

export interface DisclosureTurnaround {
  readonly requested: Cell;
  readonly decided: Cell;
  readonly released: Cell;
  readonly denied: Cell;
  readonly medianDays: Cell;
  readonly p90Days: Cell;
  readonly overdue: Cell;
}

/** Steps that one person decided alone, by the exception for a practice of one (SPR-7). */
export interface SinglePersonSteps {
  readonly entries: Cell;
  readonly amendments: Cell;
  readonly authorizations: Cell;
  readonly packages: Cell;
  readonly access: Cell;
}

export interface ReportedAmendments {
  readonly requested: Cell;
  readonly accepted: Cell;
  readonly denied: Cell;
  readonly overdue: Cell;
}

/** Counts over the records of the workspace of this transaction; none reads what is written in them. */
export interface RecordReports {
  caseload(asked: Reporting): Promise<Caseload>;
  signatureLatency(asked: Reporting): Promise<SignatureLatency>;
  disclosureTurnaround(asked: Reporting): Promise<DisclosureTurnaround>;
  amendments(asked: Reporting): Promise<ReportedAmendments>;
  singlePerson(asked: Reporting): Promise<SinglePersonSteps>;
}
