import { z } from 'zod';
import { localDate } from '../../kernel/plain-dates.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { ReviewOfRenewalView } from '../reviews/views.ts';
import type { ListedRenewal } from './ports.ts';
import {
  isOpen,
  renewalActions,
  renewalDecisions,
  renewalOrigins,
  renewalPriorities,
  renewalStates,
} from './renewal.ts';

const RenewalStepView = z.object({
  at: shown.instant().describe('When it was done.'),
  byUserId: z.string().nullable().describe('The id of who did it; null for a policy or a job.'),
  action: z.enum(renewalActions).describe('What was done.'),
  note: z.string().nullable().describe('What was said with it; null for nothing.'),
});

export const RenewalCaseView = z
  .object({
    id: shown.ownId(),
    documentId: z.uuid().describe('The id of the document that is to be replaced.'),
    documentName: z.string().describe('The name of that document.'),
    status: z.enum(renewalStates.states).describe('How far it is.'),
    ownerUserId: z.string().describe('The id of the person who works on it.'),
    dueOn: shown.date().describe('By when the replacement should be there.'),
    overdue: z.boolean().describe('True if that day has passed in the zone of the document, and it is open.'),
    priority: z.enum(renewalPriorities).describe('How urgent it is.'),
    openedBy: z.enum(renewalOrigins).describe('Whether a person or a policy opened it.'),
    note: z.string().nullable().describe('What those who work on it should know; null for nothing.'),
    replacementDocumentId: z
      .uuid()
      .nullable()
      .describe('The id of the document that is to take the place; null until one is submitted.'),
    submittedByUserId: z.string().nullable().describe('The id of who submitted it; null until then.'),
    submittedAt: shown.instant().nullable().describe('When it was submitted; null until then.'),
    decidedByUserId: z
      .string()
      .nullable()
      .describe('The id of who approved or rejected the last submission; null until then.'),
    decidedAt: shown.instant().nullable().describe('When that was decided; null until then.'),
    decision: z.enum(renewalDecisions).nullable().describe('What was decided; null until then.'),
    decisionNote: z.string().nullable().describe('What was said with it; null for nothing.'),
    singlePerson: z.boolean().describe('True if whoever approved it had submitted it too.'),
    singlePersonReason: z.string().nullable().describe('Why one person did both; null unless one did.'),
    reviewMeetings: z
      .array(ReviewOfRenewalView)
      .describe('The meetings about it that were not called off, the earliest first.'),
    history: z.array(RenewalStepView).describe('What was done, the newest first, at most a hundred lines.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'RenewalCase', description: 'The work of replacing a document that expires.' });

/** The renewal as an answer shows it. */
export const renewalView = (
  { timeZone, forExpiresOn: _, overdueToldFor: __, ...renewal }: ListedRenewal,
  { now, timeZones }: { readonly now: Instant; readonly timeZones: Pick<TimeZoneRules, 'wall'> },
): z.input<typeof RenewalCaseView> => ({
  ...renewal,
  overdue: isOpen(renewal) && localDate(now, timeZone, timeZones) > renewal.dueOn,
  reviewMeetings: [...renewal.reviewMeetings],
  history: [...renewal.history],
});
