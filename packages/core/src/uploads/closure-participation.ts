import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** Sessions, then bytes: what a crash leaves of these is found by the next run (platform 13). */
export const uploadsClosure = closureParticipant(ports, {
  async purge(workspaceId, { transact, blobs }) {
    await transact(async (work) => {
      work.enter(workspaceId);
      await work.uploads.purge();
    });
    for await (const key of blobs.list(`ws/${workspaceId}/up/`)) await blobs.delete(key);
  },
});
