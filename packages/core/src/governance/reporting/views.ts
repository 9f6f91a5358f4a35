import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { caseStates } from '../../records/index.ts';

const leftOut = 'null if too few labelled cases are in it';
const count = (what: string) => z.int().nullable().describe(`${what}; ${leftOut}.`);
const measure = (what: string) =>
  z
    .number()
    .nullable()
    .describe(`${what}, to one decimal; null if nothing counts, or too few labelled cases do.`);

const CaseloadView = z
  .object({
    open: count('Cases that are open now'),
    byStatus: z
      .object(
        Object.fromEntries(
          caseStates.states.map((status) => [status, count(`Cases that are ${status} now`)]),
        ) as Record<(typeof caseStates.states)[number], ReturnType<typeof count>>, // each status is a key
      )
      .describe('Cases, by their status now.'),
    byCaseType: z
      .array(
        z.object({
          caseType: z.string().describe('The kind of case.'),
          count: count('Open cases of it'),
        }),
      )
      .describe('Cases that are open now, by their kind; the most frequent first.'),
    openedInPeriod: count('Cases that were opened in the period'),
    closedInPeriod: count('Cases that were closed in the period and are closed'),
    medianDaysOpen: measure('The median of days from opening to closing of these'),
  })
  .describe('How many cases there are.');

const SignatureLatencyView = z
  .object({
    finalized: count('Versions of entries that were signed in the period'),
    medianHours: measure('The median of hours from their first submission to their signature'),
    p90Hours: measure('The hours within which nine of ten of them were signed'),
    over72h: count('How many of them took longer than 72 hours'),
    unsignedOverdue: count('Entries that should have been signed by now'),
  })
  .describe('How long entries wait for a signature.');

const DisclosureTurnaroundView = z
  .object({
    requested: count('Authorizations that were asked for in the period'),
    decided: count('Authorizations that were decided in the period'),
    released: count('Authorizations on which a package was released for the first time in the period'),
    denied: count('Authorizations that were denied in the period'),
    medianDays: measure('The median of days from asking to that first release'),
    p90Days: measure('The days within which nine of ten of them were released'),
    overdue: count('Authorizations that should have led to a release by now'),
  })
  .describe('How long disclosures take.');

const RetentionBacklogView = z
  .object({
    due: count('Cases whose time is over now'),
    overdueDays90: count('Cases whose time was over more than 90 days ago'),
    onHold: count('Cases that a legal hold covers now'),
    dueNext90Days: count('Cases whose time will be over within 90 days'),
    oldestDueOn: shown
      .date()
      .nullable()
      .describe(
        'The first day on which the time of one of those that are due was over; null if none is due, or too few labelled cases are.',
      ),
    reviewsPending: count('Disposition reviews that wait for a decision'),
  })
  .describe('Which cases are kept longer than they have to be.');

const ReportedBreakGlassView = z
  .object({
    sessions: count('Emergencies that began in the period'),
    justified: count('Emergencies that were found justified in the period'),
    unjustified: count('Emergencies that were found unjustified in the period'),
    awaitingReview: count('Emergencies that are over and on which nobody has decided'),
    overdue: count('Emergencies on which somebody should have decided by now'),
    medianReviewHours: measure('The median of hours from the end of an emergency to a finding in the period'),
  })
  .describe('What was opened in emergencies.');

const ReportedAmendmentsView = z
  .object({
    requested: count('Amendments that were asked for in the period'),
    accepted: count('Amendments that were accepted in the period, in whole or in part'),
    denied: count('Amendments that were denied in the period'),
    overdue: count('Amendments that should have been decided by now'),
  })
  .describe('What was asked to be changed in entries.');

const SinglePersonView = z
  .object({
    entries: count('Versions of entries'),
    amendments: count('Amendments'),
    authorizations: count('Authorizations of disclosures'),
    packages: count('Packages'),
    breakGlass: count('Reviews of emergencies'),
    dispositions: count('Disposition reviews'),
    access: count('Changes of clearances and duties that hold now'),
  })
  .describe('What one person decided alone in the period, because there was nobody else.');

export const RecordReportView = z
  .object({
    from: shown.date().describe('The first day.'),
    to: shown.date().describe('The last day.'),
    timeZone: z.string().describe('The zone of the workspace, whose days they are.'),
    caseload: CaseloadView,
    signatureLatency: SignatureLatencyView,
    disclosureTurnaround: DisclosureTurnaroundView,
    retentionBacklog: RetentionBacklogView,
    breakGlass: ReportedBreakGlassView,
    amendments: ReportedAmendmentsView,
    singlePerson: SinglePersonView,
    suppressed: z
      .int()
      .describe(
        'How many numbers were left out, because one to four labelled cases are in them that you do not see.',
      ),
    asOf: shown.instant().describe('When it was counted.'),
  })
  .meta({ id: 'RecordReport', description: 'A report on the records of the workspace.' });
