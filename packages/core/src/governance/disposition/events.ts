import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { recordWebhook } from '../../records/index.ts';
import { type DispositionReview, dispositionActions } from './review.ts';

const about = { reviewId: id(), version: z.int() };
type About = z.output<z.ZodObject<typeof about>>;
const ofReview = {
  target: ({ reviewId, version }: About) => ({ kind: 'disposition_review', id: reviewId, version }),
};
export const aboutReview = ({ id: reviewId, version }: Pick<DispositionReview, 'id' | 'version'>) => ({
  reviewId,
  version,
});

export const dispositionRequested = event(
  'disposition.requested',
  z.strictObject({
    ...about,
    items: z.int(),
    action: z.enum(dispositionActions),
    manifestSha256: z.string(),
    justification: z.string(),
  }),
  {
    ...ofReview,
    facts: ({ items, action, manifestSha256 }) => ({ items, action, manifestSha256 }),
    detail: ({ justification }) => ({ justification }),
  },
);
export const dispositionDecided = event(
  'disposition.decided',
  z.strictObject({
    ...about,
    decision: z.enum(['approve', 'reject', 'defer']),
    singlePerson: z.boolean(),
    reason: z.string().nullable(),
  }),
  {
    ...ofReview,
    facts: ({ decision, singlePerson }) => ({ decision, singlePerson }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
);
export const dispositionCancelled = event(
  'disposition.cancelled',
  z.strictObject({ ...about, reason: z.string() }),
  { ...ofReview, detail: ({ reason }) => ({ reason }) },
);
export const dispositionExpired = event('disposition.expired', z.strictObject(about), ofReview);

const aboutItem = { ...about, caseId: id(), subjectId: id() };
type AboutItem = z.output<z.ZodObject<typeof aboutItem>>;
const ofItem = {
  ...ofReview,
  refs: ({ caseId, subjectId }: AboutItem) => ({ caseId, subjectId }),
};
export const dispositionItemStarted = event('disposition.item_started', z.strictObject(aboutItem), ofItem);
export const dispositionItemDestroyed = event(
  'disposition.item_destroyed',
  z.strictObject({ ...aboutItem, entries: z.int(), attachments: z.int(), keysDestroyed: z.int() }),
  {
    ...ofItem,
    facts: ({ entries, attachments, keysDestroyed }) => ({ entries, attachments, keysDestroyed }),
  },
);
export const dispositionFailed = event(
  'disposition.failed',
  z.strictObject({ ...about, caseId: id().nullable(), code: z.string() }),
  { ...ofReview, refs: ({ caseId }) => ({ caseId }), facts: ({ code }) => ({ code }), outcome: 'failure' },
);
/** The line that the certificate names: it holds its digest. */
export const dispositionExecuted = event(
  'disposition.executed',
  z.strictObject({
    ...about,
    certificateId: id(),
    sha256: z.string(),
  }),
  { ...ofReview, facts: ({ certificateId, sha256 }) => ({ certificateId, sha256 }) },
  { webhook: recordWebhook(ofReview.target) },
);

/** A job is to erase what was approved; the items say where it goes on. */
export const dispositionExecutionDue = event(
  'disposition.execution_due',
  z.strictObject({ reviewId: id() }),
  null,
);
