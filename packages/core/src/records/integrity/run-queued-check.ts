import { auditJobs } from '../audit/jobs.ts';
import { reaction } from '../ports.ts';
import { integrityCheckStates } from './check.ts';
import { integrityCheckQueued } from './events.ts';
import { performCheck } from './perform-check.ts';

/** Performs a check that was too long for its request, or that a process was lost over. */
export const runQueuedCheck = reaction(
  integrityCheckQueued,
  {
    topic: 'integrity.run',
    policy: { ...auditJobs, maxAttempts: 5, baseSeconds: 60, leaseSeconds: 600 },
    needs: ['checkId'],
    mails: 'members',
    dueAt: ({ dueAt }) => dueAt,
    givenUp: async ({ checkId }, { transact, now }) =>
      transact(async ({ integrityChecks }) => {
        const check = await integrityChecks.find(checkId);
        if (check === null || !integrityCheckStates.can(check.status, 'abandon')) return;
        const status = integrityCheckStates.next(check.status, 'abandon');
        await integrityChecks.save({ ...check, status, finishedAt: now }, check.status);
      }),
  },
  async ({ checkId }, { workspaceId, ...context }) => {
    const { transact } = context;
    const check = await transact(({ integrityChecks }) => integrityChecks.find(checkId));
    if (check === null || workspaceId === null || !integrityCheckStates.can(check.status, 'start')) return;
    await performCheck(check, { ...context, workspaceId });
  },
);
