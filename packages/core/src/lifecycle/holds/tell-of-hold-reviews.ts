import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import { documentHoldReviewDue } from '../events.ts';
import { renewalJobs } from '../jobs.ts';
import { type LifecycleReacting, scheduled } from '../ports.ts';
import type { HoldToReview } from './ports.ts';

const batch = 200;

/** Has people told once that the day has come to look at a hold, in the zone of the document. It ends no hold (HLD-3). */
export const tellOfHoldReviews = scheduled(
  { topic: 'lifecycle.hold_reviews', cron: '20 * * * *', policy: renewalJobs, databaseRole: 'identity' },
  async (context) => {
    // Somewhere on earth it is this day already.
    const before = daysLater(context.now.slice(0, 10), 2);
    let after: string | null = null;
    for (;;) {
      const from: string | null = after;
      const due: readonly HoldToReview[] = await context.read(({ legalHoldSweep }) =>
        legalHoldSweep.toReview(before, from, batch),
      );
      for (const one of due) await tell(one, context);
      after = due.at(-1)?.holdId ?? null;
      if (due.length < batch) return;
    }
  },
);

const tell = ({ workspaceId, holdId }: HoldToReview, { now, timeZones, transact }: LifecycleReacting) =>
  transact(async (work) => {
    work.enter(workspaceId);
    const { documentId } = await work.legalHolds.get(holdId);
    const document = await work.documentLibrary.get(documentId, 'for update');
    const hold = await work.legalHolds.get(holdId);
    const { reviewOn, reviewToldFor, status, kind, matter, reason } = hold;
    if (document === null || status !== 'active' || reviewOn === null || reviewToldFor === reviewOn) return;
    const { timeZone } = await work.lifecycles.read(documentId, now);
    if (localDate(now, timeZone, timeZones) < reviewOn) return;
    await work.legalHolds.noteReview(holdId, reviewOn);
    const { visibility } = document;
    work.emit(documentHoldReviewDue, {
      holdId,
      documentId,
      kind,
      status,
      visibility,
      matter,
      reason,
      reviewOn,
    });
  });
