import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { multiline, version } from '../../kernel/shapes.ts';
import { writesOfRecords } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { command, type GovernancePorts } from '../ports.ts';
import { everyCase, recomputeBatch } from '../retention/recompute.ts';
import { requireAsRequested } from './as-requested.ts';
import { CertificateView, certificateView } from './certificate-view.ts';
import {
  dispositionBlocked,
  dispositionConfirmationMismatch,
  dispositionInvalidState,
  dispositionManifestChanged,
  dispositionReviewNotFound,
} from './errors.ts';
import { dispositionExecutionDue } from './events.ts';
import { type FoundReview, foundReview, reviewId } from './found-review.ts';
import { issueCertificate } from './issue-certificate.ts';
import {
  confirmationCodeOf,
  type DispositionItem,
  type DispositionReview,
  dispositionItemStates,
  dispositionReviewStates,
} from './review.ts';
import { DispositionReviewView, shownReviews } from './views.ts';

export const executeDispositionReview = command({
  summary: 'Execute an approved disposition review',
  description:
    'Destroys the keys of its cases, and with them everything that was written; nobody brings it back. A job does it and issues the certificate. To extend or keep for ever is done at once. A review that failed goes on where it stopped.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance dispositions execute' },
  input: z.strictObject({
    reviewId: reviewId(),
    confirmationCode: z
      .string()
      .regex(/^[0-9a-f]{8}$/, 'Give the confirmation code of the review, eight hexadecimal digits.')
      .describe('The confirmationCode of the review, so that nobody executes it by a slip.')
      .meta({ examples: ['3f9ac1d2'] }),
    reason: multiline(1000)
      .nullable()
      .default(null)
      .describe('Anything to be kept with it; null for nothing.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    review: DispositionReviewView,
    certificate: CertificateView.nullable().describe('The certificate; null while it is being executed.'),
  }),
  errors: [
    dispositionReviewNotFound,
    dispositionInvalidState,
    dispositionConfirmationMismatch,
    dispositionBlocked,
    dispositionManifestChanged,
  ],

  find: (asked, context) => foundReview(asked, context, 'for update'),
  may: onGovernance('executeDisposition'),
  version: ({ review }) => review.version,

  async run({ confirmationCode }, context) {
    const { found, dispositions, now, user, emit } = context;
    const { review } = found;
    const status = dispositionReviewStates.next(review.status, 'execute');
    if (confirmationCode !== confirmationCodeOf(review)) throw dispositionConfirmationMismatch();
    // What was begun already is not decided anew: it goes on.
    if (review.status === 'approved') await requireAsApproved(found, context);
    const started = await dispositions.save({
      ...review,
      status,
      ...{ executedByUserId: review.executedByUserId ?? user.userId, failedCaseId: null, failureCode: null },
      ...{ updatedAt: now, updatedByUserId: user.userId },
    });
    if (review.action === 'destroy') {
      emit(dispositionExecutionDue, { reviewId: review.id });
      return { ...(await shown(started, context)), certificate: null };
    }
    await settle(started, found.items, context);
    const { review: done, certificate } = await issueCertificate(started, context);
    return {
      ...(await shown(done, context)),
      certificate: certificateView({ ...certificate, auditSeq: null, checkpointSize: null }),
    };
  },
});

type Context = GovernancePorts & WritingContext;

async function shown(review: DispositionReview, context: Context) {
  const [view] = await shownReviews([review], context);
  // One review was asked for.
  return { review: view as NonNullable<typeof view> };
}

/** The approval is not too old, nothing stands against any case, and each is what was approved (GOV-22). */
async function requireAsApproved(found: FoundReview, context: Context): Promise<void> {
  const { approvalExpiresAt } = found.review;
  if (approvalExpiresAt === null || approvalExpiresAt <= context.now) throw dispositionInvalidState();
  await requireAsRequested(found, context);
}

/** Moves the day of each case, or takes it away for ever; nothing is erased. */
async function settle(
  { action, extendUntil }: DispositionReview,
  items: readonly DispositionItem[],
  context: Context,
): Promise<void> {
  const { dispositions, retentionClocks } = context;
  await retentionClocks.lock();
  const caseIds = items.map(({ caseId }) => caseId);
  const facts = await retentionClocks.facts({ ...everyCase, caseIds }, null, caseIds.length);
  await retentionClocks.save(
    facts.flatMap(({ stored }) =>
      stored === null
        ? []
        : [
            action === 'extend'
              ? {
                  ...stored,
                  ...{ extendedUntil: extendUntil, extendedPolicyId: stored.policyId },
                  extendedTriggerDate: stored.triggerDate,
                }
              : { ...stored, keptAssignmentId: stored.assignmentId },
          ],
    ),
  );
  await recomputeBatch({ ...everyCase, caseIds }, null, context);
  for (const item of items)
    await dispositions.saveItem({ ...item, state: dispositionItemStates.next(item.state, 'settle') });
}
