import { fileRequestSweepJobs } from './jobs.ts';
import { scheduled } from './ports.ts';
import { fileRequestStates } from './request.ts';
import { expireRequest } from './request-ends.ts';

const mostInRun = 200;

/** Ends requests whose time is over, each in a transaction of its own that looks again under the lock. */
export const expireFileRequests = scheduled(
  {
    topic: 'file_requests.expire',
    cron: '*/5 * * * *',
    policy: fileRequestSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const due = await read(({ fileRequestSweep }) => fileRequestSweep.toExpire(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const request = await work.fileRequests.get(id, 'for update');
        if (request === null || request.expiresAt > now) return;
        if (fileRequestStates.can(request.status, 'expire')) await expireRequest(request, work);
      });
  },
);
