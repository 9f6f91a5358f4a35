import { z } from 'zod';
import { id, multiline, plannedDate } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { caseNotFound, writesOfRecords } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { command } from '../ports.ts';
import { numberedInYear } from '../retention/hold.ts';
import { today } from '../retention/today.ts';
import { blocksOf, type Weighed, weighed } from './blocks.ts';
import { dispositionBlocked } from './errors.ts';
import { aboutReview, dispositionRequested } from './events.ts';
import {
  type DispositionItem,
  type DispositionReview,
  dispositionActions,
  dispositionItemStates,
  dispositionReviewStates,
  manifestSha256,
  mostItems,
} from './review.ts';
import { DispositionReviewView, shownReviews } from './views.ts';

export const createDispositionReview = command({
  summary: 'Request that something becomes of cases whose time is over',
  description:
    'Somebody else decides. To destroy needs cases that are closed, due and under no hold; to extend or to keep for ever needs cases that are closed and have a policy.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance dispositions request' },
  input: z.strictObject({
    action: z.enum(dispositionActions).describe('What is to become of the cases.'),
    caseIds: z
      .array(id())
      .min(1)
      .max(mostItems)
      .refine((all) => new Set(all).size === all.length, {
        error: 'Name each of them once.',
        params: { code: 'field.duplicate' },
      })
      .describe('The cases, at most 500.'),
    justification: multiline(5000, 1).describe('Why.'),
    extendUntil: plannedDate()
      .nullable()
      .default(null)
      .describe('Until when the cases are kept, a day to come; null unless they are extended.'),
  }),
  output: z.object({ review: DispositionReviewView }),
  errors: [dispositionBlocked, caseNotFound],

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),
  may: onGovernance('requestDisposition'),

  async run({ action, caseIds, justification, extendUntil }, context) {
    const { dispositions, recordHolds, newId, now, user, emit } = context;
    const day = await today(context);
    requireSound(action, extendUntil, day);
    // A hold that is placed at this moment is seen, or waits (GOV-21).
    await recordHolds.lock();
    const cases = await weighed(caseIds, action, null, context);
    const ordered = caseIds.map((caseId, at) => found(cases, caseId, at, user.userId));
    const blocks = blocksOf(ordered, (caseId) => `/caseIds/${caseIds.indexOf(caseId)}`);
    if (blocks.length > 0) throw dispositionBlocked({ details: blocks });

    const reviewId = newId();
    const items = ordered.map((each, position) => itemOf(each, reviewId, position));
    const review: DispositionReview = {
      ...{ id: reviewId, action, justification, extendUntil },
      reviewNumber: numberedInYear(
        'DR',
        day.slice(0, 4),
        await dispositions.nextReviewNumber(day.slice(0, 4)),
      ),
      status: dispositionReviewStates.begin('pending'),
      manifestSha256: manifestSha256(reviewId, action, items),
      ...{ requestedByUserId: user.userId, requestedAt: now },
      ...{ decidedByUserId: null, decidedAt: null, decisionReason: null, deferUntil: null },
      ...{ singlePerson: false, singlePersonReason: null, approvalExpiresAt: null },
      ...{ executedByUserId: null, executedAt: null, failedCaseId: null, failureCode: null },
      ...{ updatedAt: now, updatedByUserId: user.userId, version: 1 },
    };
    await dispositions.add(review, items);
    emit(dispositionRequested, {
      ...aboutReview(review),
      ...{ items: items.length, action, manifestSha256: review.manifestSha256, justification },
    });
    const [view] = await shownReviews([review], context);
    // One review was asked for.
    return { review: view as NonNullable<typeof view> };
  },
});

function requireSound(action: string, extendUntil: string | null, day: string): void {
  if (action !== 'extend' && extendUntil !== null)
    throw invalidField('/extendUntil', 'field.invalid', 'Leave this out: only extend has a day.');
  if (action === 'extend' && extendUntil === null)
    throw invalidField('/extendUntil', 'field.required', 'Say until when the cases are kept.');
  if (extendUntil !== null && extendUntil <= day)
    throw invalidField('/extendUntil', 'field.out_of_range', 'Give a day to come.');
}

/** A case behind whose wall the caller stands is none. */
function found(cases: readonly Weighed[], caseId: string, at: number, userId: string): Weighed {
  const each = cases.find(({ of }) => of.caseId === caseId);
  if (each === undefined || each.of.blockedUserIds.includes(userId))
    throw caseNotFound({
      details: [
        { path: `/caseIds/${at}`, code: caseNotFound.code, message: 'Name a case of the workspace.' },
      ],
    });
  return each;
}

const itemOf = ({ of, clock, policyCode }: Weighed, reviewId: string, position: number): DispositionItem => ({
  ...{ reviewId, position, caseId: of.caseId, caseNumber: of.caseNumber },
  // What has no clock is blocked, so there is a policy.
  ...{ policyId: clock?.policyId ?? '', policyCode, dueOn: clock?.dueOn ?? null },
  ...{ subjectId: of.subjectId, subjectNumber: of.subjectNumber },
  ...{ entries: of.entries, attachments: of.attachments },
  state: dispositionItemStates.begin('pending'),
  ...{ keyId: null, keyDestroyedAt: null },
  ...{ subjectState: 'kept', subjectKeyIds: [], subjectKeyDestroyedAt: null },
});
