import { plusMinutes } from '../../kernel/time.ts';
import { governanceSweepJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';
import { aboutGrant, temporaryAccessExpired } from '../temporary/events.ts';
import { expiredGrant, grantStatusAt } from '../temporary/grant.ts';
import { emergencyStatusAt, expiredEmergency } from './emergency.ts';
import { aboutEmergency, breakGlassExpired, breakGlassNoticeDue, breakGlassReviewOverdue } from './events.ts';

const mostInRun = 200;
const daysUntilOwners = 7;
const minutesInDay = 24 * 60;
const unlabelled = { effectiveMask: 0 };

/** Writes down which access for a time is over; that it opens nothing any more is decided by the clock before (GOV-13). */
export const expireAccess = scheduled(
  {
    topic: 'governance.expire_access',
    cron: '* * * * *',
    policy: governanceSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const due = await read(({ accessSweep }) => accessSweep.toExpire(now, mostInRun));
    for (const { workspaceId, id, basis } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        if (basis === 'break_glass') {
          const emergency = await work.emergencies.get(id, 'for update');
          if (emergency?.status !== 'active' || emergencyStatusAt(emergency, now) !== 'expired') return;
          const scope = await work.recordScopes.find(emergency.scope);
          const saved = await work.emergencies.save(expiredEmergency(emergency, now));
          work.emit(breakGlassExpired, aboutEmergency(saved, scope ?? unlabelled));
          return;
        }
        const grant = await work.temporaryGrants.get(id, 'for update');
        if (grant === null || grant.endWritten || grantStatusAt(grant, now) !== 'expired') return;
        const scope = await work.recordScopes.find(grant.scope);
        const saved = await work.temporaryGrants.save(expiredGrant(grant, now));
        work.emit(temporaryAccessExpired, aboutGrant(saved, scope ?? unlabelled));
      });
  },
);

/** Says every day that a review is overdue: to privacy officers, and after a week to owners too (governance 5.6). */
export const remindOfReviews = scheduled(
  {
    topic: 'break_glass.review_due',
    cron: '0 * * * *',
    policy: governanceSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const yesterday = plusMinutes(now, -minutesInDay);
    const due = await read(({ accessSweep }) => accessSweep.toRemind(now, yesterday, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const { emergencies, memberAccess, memberDirectory, recordScopes, emit } = work;
        const emergency = await emergencies.get(id, 'for update');
        if (emergency === null || emergency.reviewDueAt > now) return;
        if (emergency.remindedAt !== null && emergency.remindedAt > yesterday) return;
        const saved = await emergencies.save({ ...emergency, remindedAt: now });
        if (emergency.remindedAt === null)
          emit(
            breakGlassReviewOverdue,
            aboutEmergency(saved, (await recordScopes.find(saved.scope)) ?? unlabelled),
          );
        const officers = (await memberAccess.holders(['privacy_officer'])).map(({ userId }) => userId);
        const isOld = plusMinutes(saved.reviewDueAt, daysUntilOwners * minutesInDay) <= now;
        const told = new Set([
          ...officers,
          ...(isOld || officers.length === 0 ? await memberDirectory.ownerIds() : []),
        ]);
        for (const toUserId of told)
          emit(breakGlassNoticeDue, { sessionId: id, toUserId, occasion: 'overdue' });
      });
  },
);
