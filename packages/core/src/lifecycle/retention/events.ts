import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import type { WebhookEntry } from '../../kernel/webhook-events.ts';
import { retentionCandidateStates } from './candidate.ts';

const candidate = {
  candidateId: id(),
  documentId: id(),
  status: z.enum(retentionCandidateStates.states),
  visibility: z.enum(['workspace', 'restricted']),
  version: z.int(),
};
type AboutCandidate = z.output<z.ZodObject<typeof candidate>>;
const ofCandidate = {
  target: ({ candidateId, version }: AboutCandidate) => ({
    kind: 'retention_candidate',
    id: candidateId,
    version,
  }),
  refs: ({ documentId }: AboutCandidate) => ({ artifactId: documentId }),
};
/** What is said of a restricted document would tell of it those who may not see it, so nothing is (LIB-4). */
const outside = {
  webhook: {
    context: 'lifecycle',
    data: ({ candidateId, documentId, status, visibility, version }) =>
      visibility === 'restricted' ? null : { candidateId, documentId, status, version },
  } satisfies WebhookEntry<AboutCandidate>,
} as const;

const found = z.strictObject({ ...candidate, policyId: id(), eligibleOn: z.iso.date() });
export const retentionCandidateCreated = event(
  'retention.candidate_created',
  found,
  {
    ...ofCandidate,
    facts: ({ documentId, policyId, eligibleOn, status }: z.output<typeof found>) => ({
      documentId,
      policyId,
      eligibleOn,
      status,
    }),
  },
  outside,
);

const review = z.strictObject({
  ...candidate,
  /** Until when it is deferred or kept; null for neither, or for good. */
  until: z.iso.date().nullable(),
  executeAfter: z.iso.datetime().nullable(),
  singlePerson: z.boolean(),
  singlePersonReason: z.string().nullable(),
  note: z.string().nullable(),
});
type AboutReview = z.output<typeof review>;
const ofReview = {
  ...ofCandidate,
  facts: ({ documentId, status, until, executeAfter, singlePerson }: AboutReview) => ({
    documentId,
    status,
    until,
    executeAfter,
    singlePerson,
  }),
  detail: ({ note, singlePersonReason }: AboutReview) => ({ note, singlePersonReason }),
};
export const retentionApproved = event('retention.approved', review, ofReview, outside);
export const retentionDeferred = event('retention.deferred', review, ofReview);
export const retentionRetained = event('retention.retained', review, ofReview, outside);
export const retentionReopened = event('retention.reopened', review, ofReview);

export const retentionWithdrawn = event('retention.withdrawn', z.strictObject(candidate), {
  ...ofCandidate,
  facts: ({ documentId, status }: AboutCandidate) => ({ documentId, status }),
});

/** A candidate is to be executed once its time has come. It has no ledger line, since it follows an event that has one. */
export const dispositionScheduled = event(
  'retention.disposition_scheduled',
  z.strictObject({ candidateId: id(), executeAfter: z.iso.datetime() }),
  null,
);

/** So many candidates were found at once. It has no ledger line, since each of them has one. */
export const retentionCandidatesFound = event(
  'retention.candidates_found',
  z.strictObject({ candidateIds: z.array(id()) }),
  null,
);

/** A candidate was executed, or could not be. It has no ledger line: the document has one. */
export const dispositionEnded = event(
  'retention.disposition_ended',
  z.strictObject({ candidateId: id() }),
  null,
);
