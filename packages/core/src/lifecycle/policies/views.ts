import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { PolicyAssignment } from '../assignments/assignment.ts';
import { PolicyAssignmentView, policyAssignmentView } from '../assignments/views.ts';
import { policyBases } from '../dates/calculation.ts';
import { mostCounted } from '../types/views.ts';
import {
  type ExpirationPolicy,
  expirationPolicyStates,
  noticeRecipients,
  retentionTriggers,
} from './expiration-policy.ts';

/** How many assignments of a policy an answer shows. */
export const shownAssignments = 50;

const DurationView = z.object({
  years: z.int().describe('Years, which are added first.'),
  months: z.int().describe('Months, which are added with the years.'),
  days: z.int().describe('Days, which are added last.'),
});

const NoticeView = z.object({
  daysBefore: z.int().describe('How many days before the date; 0 is on it, and less than 0 after it.'),
  recipients: z.array(z.enum(noticeRecipients)).describe('Who gets it.'),
  emails: z.array(z.string()).describe('The addresses of the recipient custom.'),
});

const RetentionPeriodView = z.object({
  trigger: z.enum(retentionTriggers).describe('What the period is counted from.'),
  months: z.int().describe('How many months it lasts.'),
  approvals: z.int().describe('How many people have to approve the destruction.'),
  coolOffDays: z.int().describe('How many days lie between the last approval and the destruction.'),
});

export const ExpirationPolicyView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    name: z.string().describe('The name of the policy.'),
    description: z.string().nullable().describe('What the policy is for; null if nothing is said.'),
    status: z.enum(expirationPolicyStates.states).describe('An archived policy counts nowhere.'),
    basis: z.enum(policyBases).describe('What the date is counted from.'),
    duration: DurationView.nullable().describe('What is added; null unless the basis ends in _plus.'),
    fixedDate: shown.date().nullable().describe('The date; null unless the basis is fixed_date.'),
    graceDays: z.int().describe('For how many days after its date a document is not yet treated as expired.'),
    notices: z.array(NoticeView).describe('When notices are sent, and to whom, the earliest first.'),
    noticeLocalTime: z.string().describe('The time of day of notices, in the zone of the document.'),
    timeZone: z.string().nullable().describe('The zone in which days begin; null is that of the workspace.'),
    requireConfirmation: z
      .boolean()
      .describe('Whether a date counts in full only once a person has confirmed it.'),
    openRenewalDaysBefore: z
      .int()
      .nullable()
      .describe('How many days before the date a renewal is opened; null opens none.'),
    revokeSharesOnExpiry: z
      .boolean()
      .describe('Whether the shares of a document end once it has expired and its grace is over.'),
    retention: RetentionPeriodView.nullable().describe(
      'How long documents are kept; null keeps none and proposes none for destruction.',
    ),
    assignmentCount: z.int().describe('To how many things it is assigned.'),
    documentCount: z
      .int()
      .describe(
        `To how many documents that you see it applies; ${mostCounted} means ${mostCounted} or more.`,
      ),
    assignments: z
      .array(PolicyAssignmentView)
      .describe(`What it is assigned to, the newest first, at most ${shownAssignments}.`),
    revision: z.int().describe('Grows by one with every change of what the policy says.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({
    id: 'ExpirationPolicy',
    description: 'A rule that gives a date, days of grace, notices, a renewal and a retention period.',
  });

/** What a policy is shown with. */
export interface PolicyUse {
  readonly assignmentCount: number;
  readonly documentCount: number;
  readonly assignments: readonly PolicyAssignment[];
}

export const expirationPolicyView = (
  policy: ExpirationPolicy,
  { assignments, ...counts }: PolicyUse,
  workspaceId: string,
): z.input<typeof ExpirationPolicyView> => ({
  ...policy,
  ...counts,
  workspaceId,
  assignments: assignments.map(policyAssignmentView),
  notices: policy.notices.map(({ daysBefore, recipients, emails }) => ({
    daysBefore,
    recipients: [...recipients],
    emails: [...emails],
  })),
});
