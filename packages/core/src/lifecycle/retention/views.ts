import { z } from 'zod';
import type { DocumentHold } from '../../documents/index.ts';
import { shown } from '../../kernel/shapes.ts';
import { retentionTriggers } from '../policies/expiration-policy.ts';
import { retentionCandidateStates, retentionDecisions } from './candidate.ts';
import type { ListedCandidate } from './ports.ts';

const RetentionReviewView = z.object({
  byUserId: z.string().describe('The id of who decided.'),
  decision: z.enum(retentionDecisions).describe('What was decided.'),
  note: z.string().nullable().describe('What was said with it; null for nothing.'),
  at: shown.instant().describe('When it was decided.'),
  singlePerson: z.boolean().describe('True if nobody else could decide.'),
  singlePersonReason: z.string().nullable().describe('Why one person decided alone; null unless one did.'),
  counts: z
    .boolean()
    .describe('False if something has changed since: a hold, the policy, or another decision.'),
});

const TombstoneView = z.object({
  sha256s: z.array(z.string()).describe('The SHA-256 of each version, the oldest first.'),
  versions: z.int().describe('How many versions there were.'),
  bytes: z.int().describe('How many bytes they were.'),
  approvedBy: z.array(z.string()).describe('The ids of who approved the destruction.'),
  singlePerson: z.boolean().describe('True if somebody approved alone what asks for a second person.'),
  executedAt: shown.instant().describe('When it was destroyed.'),
  keptByRecords: z.boolean().describe('True if a record keeps a sealed copy of its own.'),
});

export const RetentionCandidateView = z
  .object({
    id: shown.ownId(),
    documentId: z.uuid().describe('The id of the document.'),
    documentName: z.string().describe('The name of the document; confirm an approval with it.'),
    policyId: z.uuid().describe('The id of the policy that gives the period.'),
    policyRevision: z.int().describe('The revision of the policy that the period was computed by.'),
    trigger: z.enum(retentionTriggers).describe('What the period is counted from.'),
    triggerDate: shown.date().describe('The day from which it is counted.'),
    eligibleOn: shown.date().describe('The first day after the period.'),
    status: z.enum(retentionCandidateStates.states).describe('What has been decided so far.'),
    deferredUntil: shown
      .date()
      .nullable()
      .describe('The day on which it is to be looked at again; null for none.'),
    retainUntil: shown.date().nullable().describe('The day until which it is kept; null if nobody said.'),
    executeAfter: shown
      .instant()
      .nullable()
      .describe('When it is destroyed unless somebody stops it; null unless it is scheduled.'),
    approvalsNeeded: z.int().describe('How many people have to approve the destruction.'),
    reviews: z.array(RetentionReviewView).describe('What was decided, the oldest first.'),
    blockedBy: z.array(z.string()).describe('The ids of the active holds on the document.'),
    executedAt: shown.instant().nullable().describe('When it was destroyed; null unless it was.'),
    tombstone: TombstoneView.nullable().describe(
      'What is left of the document; null unless it was destroyed.',
    ),
    failureCode: z.string().nullable().describe('Why it could not be destroyed; null unless that failed.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({
    id: 'RetentionCandidate',
    description: 'A document whose retention period is over, so that its destruction can be decided.',
  });

/** The candidate as an answer shows it; the active holds may be those on other documents too. */
export const candidateView = (
  { round, coolOffDays: _, ...candidate }: ListedCandidate,
  holds: readonly DocumentHold[],
): z.input<typeof RetentionCandidateView> => ({
  ...candidate,
  reviews: candidate.reviews.map(({ round: of, ...review }) => ({ ...review, counts: of === round })),
  blockedBy: holds
    .filter(({ documentId }) => documentId === candidate.documentId)
    .map(({ holdId }) => holdId),
  tombstone: candidate.tombstone && {
    ...candidate.tombstone,
    sha256s: [...candidate.tombstone.sha256s],
    approvedBy: [...candidate.tombstone.approvedBy],
  },
});
