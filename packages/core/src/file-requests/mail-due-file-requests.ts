import { fileRequestSweepJobs } from './jobs.ts';
import { clientNoticeDue } from './notices.ts';
import { scheduled } from './ports.ts';
import { isAwaited } from './request.ts';

const mostInRun = 200;

/**
 * Tells clients on the morning of the due date that it is today (CFR-12). Every quarter of an hour, since there are zones
 * that are half an hour or three quarters away from a full one.
 */
export const mailDueFileRequests = scheduled(
  {
    topic: 'file_requests.due',
    cron: '*/15 * * * *',
    policy: fileRequestSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const due = await read(({ fileRequestSweep }) => fileRequestSweep.toMailAsDue(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const request = await work.fileRequests.get(id, 'for update');
        if (request === null || request.dueMailAt === null || request.dueMailAt > now) return;
        await work.fileRequests.save({ ...request, dueMailAt: null });
        if (isAwaited(request)) work.emit(clientNoticeDue, { requestId: id, notice: 'due' });
      });
  },
);
