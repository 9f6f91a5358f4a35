import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id } from '../kernel/shapes.ts';
import type { WebhookEntry } from '../kernel/webhook-events.ts';
import { policyBases } from './dates/calculation.ts';
import { assignmentScopes } from './dates/precedence.ts';
import { lifecycleStatuses } from './dates/status.ts';
import { applicableFields, reviewDecisions } from './extraction/evidence/evidence.ts';
import { evidenceKinds } from './extraction/rules/proposals.ts';
import { extractionFailures } from './extraction/runs/extraction-run.ts';
import { legalHoldKinds, legalHoldStates } from './holds/legal-hold.ts';
import { verificationOutcomes } from './identities/outcome.ts';
import { confirmedSources } from './lifecycles/lifecycle.ts';

const documentType = { typeId: id(), key: z.string(), name: z.string(), version: z.int() };
type AboutType = z.output<z.ZodObject<typeof documentType>>;
const ofType = {
  target: ({ typeId, version }: AboutType) => ({ kind: 'document_type', id: typeId, version }),
  facts: ({ key }: AboutType) => ({ key }),
  detail: ({ name }: AboutType) => ({ name }),
};

export const documentTypeCreated = event('document_type.created', z.strictObject(documentType), ofType);
export const documentTypeUpdated = event('document_type.updated', z.strictObject(documentType), ofType);
export const documentTypeWasArchived = event('document_type.archived', z.strictObject(documentType), ofType);

const policy = {
  policyId: id(),
  basis: z.enum(policyBases),
  revision: z.int(),
  name: z.string(),
  version: z.int(),
};
type AboutPolicy = z.output<z.ZodObject<typeof policy>>;
const ofPolicy = {
  target: ({ policyId, version }: AboutPolicy) => ({ kind: 'expiration_policy', id: policyId, version }),
  facts: ({ basis, revision }: AboutPolicy) => ({ basis, revision }),
  detail: ({ name }: AboutPolicy) => ({ name }),
};

export const policyCreated = event('expiration_policy.created', z.strictObject(policy), ofPolicy);
export const policyUpdated = event('expiration_policy.updated', z.strictObject(policy), ofPolicy);
export const policyWasArchived = event('expiration_policy.archived', z.strictObject(policy), ofPolicy);

const assignment = {
  assignmentId: id(),
  policyId: id(),
  scope: z.enum(assignmentScopes),
  targetId: id().nullable(),
  /** Who sees what it was put on. */
  visibility: z.enum(['workspace', 'restricted']),
};
type AboutAssignment = z.output<z.ZodObject<typeof assignment>>;
const ofAssignment = {
  target: ({ policyId }: AboutAssignment) => ({ kind: 'expiration_policy', id: policyId }),
  refs: ({ scope, targetId }: AboutAssignment) => ({ artifactId: scope === 'document' ? targetId : null }),
  facts: ({ assignmentId, scope, targetId }: AboutAssignment) => ({ assignmentId, scope, targetId }),
};
/** A document that not everybody sees is not named outside (LIB-4). */
const assignmentOutside = {
  webhook: {
    context: 'lifecycle',
    data: ({ visibility, ...about }) => (visibility === 'restricted' ? null : about),
  } satisfies WebhookEntry<AboutAssignment>,
} as const;

export const policyAssigned = event(
  'expiration_policy.assigned',
  z.strictObject(assignment),
  ofAssignment,
  assignmentOutside,
);
export const policyUnassigned = event(
  'expiration_policy.unassigned',
  z.strictObject(assignment),
  ofAssignment,
  assignmentOutside,
);

const lifecycle = {
  documentId: id(),
  visibility: z.enum(['workspace', 'restricted']),
  status: z.enum(lifecycleStatuses),
  expiresOn: z.iso.date().nullable(),
  version: z.int(),
};
type AboutLifecycle = z.output<z.ZodObject<typeof lifecycle>>;
const ofLifecycle = {
  target: ({ documentId, version }: AboutLifecycle) => ({ kind: 'document', id: documentId, version }),
  refs: ({ documentId }: AboutLifecycle) => ({ artifactId: documentId }),
  facts: ({ status, expiresOn }: AboutLifecycle) => ({ status, expiresOn }),
};
/** What is said of a restricted document would tell of it those who may not see it, so nothing is (LIB-4). */
const lifecycleOutside = {
  webhook: {
    context: 'lifecycle',
    data: ({ documentId, status, expiresOn, visibility, version }) =>
      visibility === 'restricted' ? null : { documentId, status, expiresOn, version },
  } satisfies WebhookEntry<AboutLifecycle>,
} as const;

export const lifecycleConfigured = event(
  'lifecycle.configured',
  z.strictObject(lifecycle),
  ofLifecycle,
  lifecycleOutside,
);

/** Documents have to be computed anew. It has no ledger line, since it follows an event that has one. */
export const recalculationDue = event(
  'lifecycle.recalculation_due',
  z.strictObject({
    by: z.union([
      z.strictObject({ scope: z.enum(assignmentScopes), targetId: id().nullable() }),
      z.strictObject({ policyId: id() }),
      z.strictObject({ assignedPolicyId: id() }),
    ]),
    /** The last document of the batch before; null at the beginning. */
    after: id().nullable(),
  }),
  null,
);

const hold = {
  holdId: id(),
  documentId: id(),
  kind: z.enum(legalHoldKinds),
  status: z.enum(legalHoldStates.states),
  visibility: z.enum(['workspace', 'restricted']),
  matter: z.string(),
  reason: z.string(),
};
type AboutHold = z.output<z.ZodObject<typeof hold>>;
const ofHold = {
  target: ({ holdId }: AboutHold) => ({ kind: 'document_hold', id: holdId }),
  refs: ({ documentId }: AboutHold) => ({ artifactId: documentId }),
  facts: ({ documentId, kind }: AboutHold) => ({ documentId, kind }),
  detail: ({ matter, reason }: AboutHold) => ({ matter, reason }),
};
const holdOutside = {
  webhook: {
    context: 'lifecycle',
    data: ({ holdId, documentId, status, visibility }) =>
      visibility === 'restricted' ? null : { holdId, documentId, status },
  } satisfies WebhookEntry<AboutHold>,
} as const;

export const documentHoldPlaced = event('document_hold.placed', z.strictObject(hold), ofHold, holdOutside);
export const documentHoldReleased = event(
  'document_hold.released',
  z.strictObject(hold),
  ofHold,
  holdOutside,
);

/** The day has come on which somebody is to look whether a hold is still needed; the hold stays (HLD-3). */
export const documentHoldReviewDue = event(
  'document_hold.review_due',
  z.strictObject({ ...hold, reviewOn: z.iso.date() }),
  { ...ofHold, facts: ({ documentId, kind }: AboutHold) => ({ documentId, kind }) },
  holdOutside,
);

const calculated = z.strictObject({ ...lifecycle, calculationId: id(), policyId: id().nullable() });
type AboutCalculation = z.output<typeof calculated>;

export const lifecycleCalculated = event('lifecycle.calculated', calculated, {
  ...ofLifecycle,
  facts: ({ calculationId, policyId, expiresOn }: AboutCalculation) => ({
    calculationId,
    policyId,
    expiresOn,
  }),
});

const confirmed = z.strictObject({ ...lifecycle, source: z.enum(confirmedSources) });
type AboutConfirmation = z.output<typeof confirmed>;

export const lifecycleConfirmed = event(
  'lifecycle.confirmed',
  confirmed,
  {
    ...ofLifecycle,
    facts: ({ status, expiresOn, source }: AboutConfirmation) => ({ status, expiresOn, source }),
  },
  lifecycleOutside,
);

const verified = z.strictObject({
  verificationId: id(),
  documentId: id(),
  outcome: z.enum(verificationOutcomes),
  visibility: z.enum(['workspace', 'restricted']),
});
type AboutVerification = z.output<typeof verified>;

/** Says the outcome, and nothing of what the document says (IDV-7). */
export const identityDocumentVerified = event(
  'identity.document_verified',
  verified,
  {
    target: ({ documentId }: AboutVerification) => ({ kind: 'document', id: documentId }),
    refs: ({ documentId }: AboutVerification) => ({ artifactId: documentId }),
    facts: ({ verificationId, outcome }: AboutVerification) => ({ verificationId, outcome }),
  },
  {
    webhook: {
      context: 'lifecycle',
      data: ({ verificationId, documentId, outcome, visibility }) =>
        visibility === 'restricted' ? null : { verificationId, documentId, outcome },
    } satisfies WebhookEntry<AboutVerification>,
  },
);

/** The text of a document is to be read, so that it is found by it. It has no ledger line: nobody sees a difference. */
export const documentTextDue = event('document_text.due', z.strictObject({ documentId: id() }), null);

/** A document is to be read. It has no ledger line: what it comes to has one. */
export const extractionRequested = event(
  'extraction.requested',
  z.strictObject({ runId: id(), documentId: id() }),
  null,
);

const extracted = z.strictObject({
  runId: id(),
  documentId: id(),
  evidenceCount: z.int(),
  visibility: z.enum(['workspace', 'restricted']),
});
type AboutExtraction = z.output<typeof extracted>;

export const extractionCompleted = event(
  'extraction.completed',
  extracted,
  {
    target: ({ documentId }: AboutExtraction) => ({ kind: 'document', id: documentId }),
    refs: ({ documentId }: AboutExtraction) => ({ artifactId: documentId }),
    facts: ({ runId, evidenceCount }: AboutExtraction) => ({ runId, evidenceCount }),
  },
  {
    webhook: {
      context: 'lifecycle',
      data: ({ runId, documentId, evidenceCount, visibility }) =>
        visibility === 'restricted' ? null : { runId, documentId, evidenceCount },
    } satisfies WebhookEntry<AboutExtraction>,
  },
);

const unread = z.strictObject({ runId: id(), documentId: id(), failureCode: z.enum(extractionFailures) });
type AboutFailure = z.output<typeof unread>;

export const extractionFailed = event('extraction.failed', unread, {
  target: ({ documentId }: AboutFailure) => ({ kind: 'document', id: documentId }),
  refs: ({ documentId }: AboutFailure) => ({ artifactId: documentId }),
  facts: ({ runId, failureCode }: AboutFailure) => ({ runId, failureCode }),
});

const review = z.strictObject({
  evidenceId: id(),
  documentId: id(),
  kind: z.enum(evidenceKinds),
  decision: z.enum(reviewDecisions),
  appliedTo: z.enum(applicableFields).nullable(),
});
type AboutReview = z.output<typeof review>;

/** Says what somebody made of it, and nothing of what the document says. */
export const evidenceReviewed = event('evidence.reviewed', review, {
  target: ({ documentId }: AboutReview) => ({ kind: 'document', id: documentId }),
  refs: ({ documentId }: AboutReview) => ({ artifactId: documentId }),
  facts: ({ evidenceId, kind, decision, appliedTo }: AboutReview) => ({
    evidenceId,
    kind,
    decision,
    appliedTo,
  }),
});
