import { workspaceClosing } from '../workspace/index.ts';
import { fileRequestSweepJobs } from './jobs.ts';
import { reaction } from './ports.ts';
import { isOpen } from './request.ts';
import { cancelRequest } from './request-ends.ts';

/** Nobody can look at what clients send to a workspace that closes, so they are told that nothing is needed any more. */
export const cancelRequestsAtClosing = reaction(
  workspaceClosing,
  { topic: 'file_requests.cancel_at_closing', policy: fileRequestSweepJobs, needs: [] },
  async (_, { read, transact }) => {
    for (const id of await read(({ fileRequests }) => fileRequests.allOpen()))
      await transact(async (work) => {
        const request = await work.fileRequests.get(id, 'for update');
        if (request !== null && isOpen(request)) await cancelRequest(request, null, work);
      });
  },
);
