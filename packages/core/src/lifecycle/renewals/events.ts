import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id, userId } from '../../kernel/shapes.ts';
import type { WebhookEntry } from '../../kernel/webhook-events.ts';
import { renewalActions, renewalOrigins, renewalStates } from './renewal.ts';

const renewal = {
  renewalId: id(),
  documentId: id(),
  status: z.enum(renewalStates.states),
  visibility: z.enum(['workspace', 'restricted']),
  version: z.int(),
};
type AboutRenewal = z.output<z.ZodObject<typeof renewal>>;
const ofRenewal = {
  target: ({ renewalId, version }: AboutRenewal) => ({ kind: 'renewal', id: renewalId, version }),
  refs: ({ documentId }: AboutRenewal) => ({ artifactId: documentId }),
};
/** What is said of a restricted document would tell of it those who may not see it, so nothing is (LIB-4). */
const outside = {
  webhook: {
    context: 'lifecycle',
    data: ({ renewalId, documentId, status, visibility, version }) =>
      visibility === 'restricted' ? null : { renewalId, documentId, status, version },
  } satisfies WebhookEntry<AboutRenewal>,
} as const;

const opening = z.strictObject({ ...renewal, openedBy: z.enum(renewalOrigins), dueOn: z.iso.date() });
export const renewalOpened = event(
  'renewal.opened',
  opening,
  {
    ...ofRenewal,
    facts: ({ documentId, openedBy, dueOn }: z.output<typeof opening>) => ({ documentId, openedBy, dueOn }),
  },
  outside,
);

const change = z.strictObject({ ...renewal, action: z.enum(renewalActions), note: z.string().nullable() });
const ofChange = {
  ...ofRenewal,
  facts: ({ documentId, action, status }: z.output<typeof change>) => ({ documentId, action, status }),
  detail: ({ note }: z.output<typeof change>) => (note === null ? null : { note }),
};
export const renewalUpdated = event('renewal.updated', change, ofChange);
export const renewalNotRenewed = event('renewal.not_renewed', change, ofChange, outside);
export const renewalCancelled = event('renewal.cancelled', change, ofChange, outside);
export const renewalReopened = event('renewal.reopened', change, ofChange, outside);

const submission = z.strictObject({ ...renewal, replacementDocumentId: id(), submittedByUserId: userId() });
export const renewalSubmitted = event(
  'renewal.submitted',
  submission,
  {
    ...ofRenewal,
    facts: ({ documentId, replacementDocumentId }: z.output<typeof submission>) => ({
      documentId,
      replacementDocumentId,
    }),
  },
  outside,
);

const decision = z.strictObject({
  ...renewal,
  replacementDocumentId: id(),
  submittedByUserId: userId(),
  singlePerson: z.boolean(),
  singlePersonReason: z.string().nullable(),
  note: z.string().nullable(),
});
type AboutDecision = z.output<typeof decision>;
const ofDecision = {
  ...ofRenewal,
  facts: ({ documentId, replacementDocumentId, singlePerson }: AboutDecision) => ({
    documentId,
    replacementDocumentId,
    singlePerson,
  }),
  detail: ({ note, singlePersonReason }: AboutDecision) => ({ note, singlePersonReason }),
};
export const renewalCompleted = event('renewal.completed', decision, ofDecision, outside);
export const renewalRejected = event('renewal.rejected', decision, ofDecision, outside);

/** The day by which a renewal was due has passed. It has no ledger line: nobody has done anything. */
export const renewalOverdue = event('renewal.overdue', z.strictObject({ renewalId: id() }), null);

const superseding = z.strictObject({
  documentId: id(),
  replacementDocumentId: id(),
  visibility: z.enum(['workspace', 'restricted']),
  version: z.int(),
});
type AboutSuperseding = z.output<typeof superseding>;
export const documentSuperseded = event(
  'document.superseded',
  superseding,
  {
    target: ({ documentId, version }: AboutSuperseding) => ({ kind: 'document', id: documentId, version }),
    refs: ({ documentId }: AboutSuperseding) => ({ artifactId: documentId }),
    facts: ({ replacementDocumentId }: AboutSuperseding) => ({ replacementDocumentId }),
  },
  {
    webhook: {
      context: 'lifecycle',
      data: ({ documentId, replacementDocumentId, visibility, version }) =>
        visibility === 'restricted' ? null : { documentId, replacementDocumentId, version },
    },
  },
);
