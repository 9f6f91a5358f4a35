import { workspaceSettingsChanged } from '../workspace/index.ts';
import { fileRequestSweepJobs } from './jobs.ts';
import { dueMailAtOf, localDays } from './local-days.ts';
import { reaction } from './ports.ts';

/** Nine in the morning is another instant once the workspace has moved to another zone (CFR-12). */
export const moveDueMails = reaction(
  workspaceSettingsChanged,
  { topic: 'file_requests.move_due_mails', policy: fileRequestSweepJobs, needs: ['changed'] },
  async ({ changed }, { now, read, transact }) => {
    if (!changed.includes('defaultTimeZone')) return;
    for (const id of await read(({ fileRequests }) => fileRequests.withDueMail()))
      await transact(async (work) => {
        const request = await work.fileRequests.get(id, 'for update');
        if (request === null || request.dueMailAt === null) return;
        const dueMailAt = dueMailAtOf(request.dueOn, await localDays(work), now) ?? now;
        await work.fileRequests.save({ ...request, dueMailAt });
      });
  },
);
