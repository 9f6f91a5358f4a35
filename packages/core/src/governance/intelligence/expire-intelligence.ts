import { governanceSweepJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';
import { aboutRun, intelligenceReviewed } from './events.ts';
import { decided, intelligenceRunStates, runStatusAt } from './run.ts';

const mostInRun = 200;

/** Writes down which runs nobody can decide any more; that they are over is decided by the clock before. */
export const expireIntelligence = scheduled(
  {
    cron: '* * * * *',
    policy: governanceSweepJobs,
    databaseRole: 'identity',
    topic: 'governance.expire_intelligence',
  },
  async ({ now, read, transact }) => {
    const due = await read(({ intelligenceSweep }) => intelligenceSweep.toExpire(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const run = await work.intelligenceRuns.find(id, 'for update');
        if (run === null || run.status === 'expired' || runStatusAt(run, now) !== 'expired') return;
        const status = intelligenceRunStates.next(run.status, 'expire');
        await work.intelligenceRuns.rejectUndecided(id, now, null);
        const expired = { ...run, status, updatedAt: now, updatedByUserId: null };
        if (!(await work.intelligenceRuns.save(expired, run.status))) return;
        const findings = await work.intelligenceRuns.findings([id]);
        const pinned = await work.recordEntries.pinned(run.inputs);
        const mask = pinned.reduce((all, { entry }) => all | entry.effectiveMask, 0);
        const after = { ...expired, version: run.version + 1 };
        work.emit(intelligenceReviewed, { ...aboutRun(after, mask), ...decided(findings) });
      });
  },
);
