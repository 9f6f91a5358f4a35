import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { plannedDate, text, version } from '../../kernel/shapes.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { plusDays } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { reason, writesOfRecords } from '../../records/index.ts';
import { secondPersonErrors } from '../../workspace/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { command, type GovernancePorts } from '../ports.ts';
import { today } from '../retention/today.ts';
import { requireAsRequested } from './as-requested.ts';
import { endItems } from './end-items.ts';
import { dispositionBlocked, dispositionManifestChanged, dispositionReviewNotFound } from './errors.ts';
import { aboutReview, dispositionCancelled, dispositionDecided } from './events.ts';
import { type FoundReview, foundReview, reviewId } from './found-review.ts';
import { type DispositionReview, daysOfApproval, dispositionReviewStates } from './review.ts';
import { DispositionReviewView, shownReviews } from './views.ts';

const decisions = ['approve', 'reject', 'defer', 'cancel'] as const;
const input = z.strictObject({
  reviewId: reviewId(),
  decision: z.enum(decisions).describe('What is decided.'),
  reason: reason()
    .nullable()
    .default(null)
    .describe('Why; needed for everything but approve, where it may be null.')
    .meta({ examples: ['Nobody needs the records any more'] }),
  deferUntil: plannedDate()
    .nullable()
    .default(null)
    .describe('When it comes back, a day to come; null unless it is deferred.'),
  singlePersonReason: text(1000, 20)
    .optional()
    .describe('Why you decide this alone; where you are the only one who could.'),
  expectedVersion: version().optional(),
});
type Input = z.output<typeof input>;
const cancels = (_: FoundReview, { decision }: Pick<Input, 'decision'>): boolean => decision === 'cancel';
const decides = (found: FoundReview, given: Pick<Input, 'decision'>): boolean => !cancels(found, given);

export const decideDispositionReview = command({
  summary: 'Decide on a disposition review',
  description:
    'Whoever requested it does not decide it. An approval is good for thirty days. What stands against it is looked at once more.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance dispositions decide' },
  input,
  output: z.object({ review: DispositionReviewView }),
  errors: [dispositionReviewNotFound, dispositionBlocked, dispositionManifestChanged, ...secondPersonErrors],

  find: (asked, context) => foundReview(asked, context, 'for update'),
  may: [
    onlyWhen('it is not cancelled', decides, onGovernance('decideDisposition')),
    onlyWhen('it is cancelled', cancels, onGovernance('cancelDisposition')),
  ],
  version: ({ review }) => review.version,

  async run(given, context) {
    const { found, dispositions, emit } = context;
    const { decision, reason: why } = given;
    if (decision !== 'approve' && why === null) throw invalidField('/reason', 'field.required', 'Say why.');
    await requireDay(given, context);
    const status = dispositionReviewStates.next(found.review.status, decision);
    if (decision === 'cancel') {
      const cancelled = await dispositions.save({ ...found.review, ...decided(given, context), status });
      await endItems(found.items, context);
      emit(dispositionCancelled, { ...aboutReview(cancelled), reason: why ?? '' });
      return shown(cancelled, context);
    }
    const { singlePerson } = await settledAlone(found, given, context);
    if (decision === 'approve') await requireAsRequested(found, context);
    const saved = await dispositions.save({
      ...found.review,
      ...decided(given, context),
      ...{ status, singlePerson },
      singlePersonReason: singlePerson ? (given.singlePersonReason ?? null) : null,
      deferUntil: decision === 'defer' ? given.deferUntil : null,
      approvalExpiresAt: decision === 'approve' ? plusDays(context.now, daysOfApproval) : null,
    });
    if (decision === 'reject') await endItems(found.items, context);
    emit(dispositionDecided, { ...aboutReview(saved), decision, singlePerson, reason: why });
    return shown(saved, context);
  },
});

type Context = GovernancePorts & WritingContext;

const decided = ({ reason: why }: Input, { user, now }: Pick<Context, 'user' | 'now'>) => ({
  decidedByUserId: user.userId,
  decidedAt: now,
  decisionReason: why,
  updatedAt: now,
  updatedByUserId: user.userId,
});

async function shown(review: DispositionReview, context: Context) {
  const [view] = await shownReviews([review], context);
  // One review was asked for.
  return { review: view as NonNullable<typeof view> };
}

async function requireDay({ decision, deferUntil }: Input, context: Context): Promise<void> {
  if (decision !== 'defer' && deferUntil !== null)
    throw invalidField('/deferUntil', 'field.invalid', 'Leave this out: only defer has a day.');
  if (decision === 'defer' && deferUntil === null)
    throw invalidField('/deferUntil', 'field.required', 'Say when it comes back.');
  if (deferUntil !== null && deferUntil <= (await today(context)))
    throw invalidField('/deferUntil', 'field.out_of_range', 'Give a day to come.');
}

/** Whoever asked does not decide, unless they are alone and the workspace allows it (GOV-23). */
const settledAlone = (
  { review }: FoundReview,
  { singlePersonReason }: Input,
  context: Context,
): Promise<{ readonly singlePerson: boolean }> =>
  context.secondPersonRule.check(context, {
    step: 'disposition.decide',
    target: { kind: 'disposition_review', id: review.id },
    requesterIds: [review.requestedByUserId],
    countedFrom: review.requestedAt,
    mayAlso: [],
    reason: singlePersonReason ?? null,
    actor: context.user.userId,
  });
