import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** Removes the sessions first and then the bytes; the next run finds bytes that a crash left behind (platform 13). */
export const uploadsClosure = closureParticipant(ports, {
  async purge(workspaceId, { transact, blobs }) {
    await transact(async (work) => {
      work.enter(workspaceId);
      await work.uploads.purge();
    });
    for await (const key of blobs.list(`ws/${workspaceId}/up/`)) await blobs.delete(key);
  },
});
