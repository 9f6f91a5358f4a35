import { daysLater } from '../../kernel/plain-dates.ts';
import { governanceSweepJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';
import { today } from '../retention/today.ts';
import { endItems } from './end-items.ts';
import { aboutReview, dispositionExpired } from './events.ts';
import { dispositionReviewStates } from './review.ts';

const mostInRun = 200;

/** Ends approvals that nobody has used in time, and brings deferred reviews back on their day. */
export const sweepDispositionReviews = scheduled(
  {
    topic: 'governance.expire_reviews',
    cron: '* * * * *',
    policy: governanceSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const latest = daysLater(now.slice(0, 10), 1);
    const due = await read(({ dispositionSweep }) => dispositionSweep.due(now, latest, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const { dispositions, emit } = work;
        const review = await dispositions.find(id, 'for update');
        if (review === null) return;
        const { status, approvalExpiresAt, deferUntil } = review;
        const bySweep = { updatedAt: now, updatedByUserId: null };
        if (dispositionReviewStates.can(status, 'expire') && (approvalExpiresAt ?? now) <= now) {
          const expired = await dispositions.save({
            ...review,
            status: dispositionReviewStates.next(status, 'expire'),
            ...bySweep,
          });
          await endItems(await dispositions.items([id]), work);
          emit(dispositionExpired, aboutReview(expired));
        }
        if (dispositionReviewStates.can(status, 'resume') && (deferUntil ?? '') <= (await today(work)))
          await dispositions.save({
            ...review,
            status: dispositionReviewStates.next(status, 'resume'),
            deferUntil: null,
            ...bySweep,
          });
      });
  },
);
