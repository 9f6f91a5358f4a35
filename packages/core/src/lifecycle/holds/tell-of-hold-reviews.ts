import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { documentHoldReviewDue } from '../events.ts';
import { renewalJobs } from '../jobs.ts';
import { type LifecyclePorts, scheduled } from '../ports.ts';
import { settleEach } from '../sweep.ts';
import { aboutHold } from './place-hold.ts';
import type { HoldToReview } from './ports.ts';

const batch = 200;

/** Has people told once that the day has come to look at a hold, in the zone of the document. It ends no hold (HLD-3). */
export const tellOfHoldReviews = scheduled(
  { topic: 'lifecycle.hold_reviews', cron: '20 * * * *', policy: renewalJobs, databaseRole: 'identity' },
  async (context) => {
    // Somewhere on earth it is this day already.
    const before = daysLater(context.now.slice(0, 10), 2);
    const find = (after: HoldToReview | null, most: number) =>
      context.read(({ legalHoldSweep }) => legalHoldSweep.toReview(before, after?.holdId ?? null, most));
    await settleEach({ most: batch, find }, tell, context);
  },
);

async function tell(
  { holdId }: HoldToReview,
  { legalHolds, documentLibrary, lifecycles, now, timeZones, emit }: LifecyclePorts & FollowUpContext,
): Promise<void> {
  const { documentId } = await legalHolds.get(holdId);
  const document = await documentLibrary.get(documentId, 'for update');
  const hold = await legalHolds.get(holdId);
  const { reviewOn, reviewToldFor, matter, reason } = hold;
  if (document === null || hold.status !== 'active' || reviewOn === null || reviewToldFor === reviewOn)
    return;
  const { timeZone } = await lifecycles.read(documentId, now);
  if (localDate(now, timeZone, timeZones) < reviewOn) return;
  await legalHolds.noteReview(holdId, reviewOn);
  emit(documentHoldReviewDue, { ...aboutHold(hold, document), matter, reason, reviewOn });
}
