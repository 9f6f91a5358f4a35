import type { PlainDate } from '../../kernel/time.ts';
import type { CaseStatus, RecordReach } from '../../records/index.ts';
import type { ReportPeriod } from './period.ts';

/** A number of a report, and how many cases that are labelled and that the caller does not see are in it. */
export interface Cell<T = number> {
  /** Null where nothing counts. */
  readonly value: T | null;
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
  readonly breakGlass: Cell;
  readonly dispositions: Cell;
  readonly access: Cell;
}

/** How many cases are kept longer than they have to be. */
export interface RetentionBacklog {
  readonly due: Cell;
  readonly overdueDays90: Cell;
  readonly onHold: Cell;
  readonly dueNext90Days: Cell;
  readonly oldestDueOn: Cell<PlainDate>;
  readonly reviewsPending: Cell;
}

/** Emergencies, and what was found of them; those of a subject whose cases do not matter are counted by the subject. */
export interface ReportedEmergencies {
  readonly sessions: Cell;
  readonly justified: Cell;
  readonly unjustified: Cell;
  readonly awaitingReview: Cell;
  readonly overdue: Cell;
  readonly medianReviewHours: Cell;
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
  retentionBacklog(asked: Reporting): Promise<RetentionBacklog>;
  breakGlass(asked: Reporting): Promise<ReportedEmergencies>;
  amendments(asked: Reporting): Promise<ReportedAmendments>;
  singlePerson(asked: Reporting): Promise<SinglePersonSteps>;
}
