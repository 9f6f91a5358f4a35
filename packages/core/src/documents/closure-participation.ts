import { closureParticipant } from '../workspace/index.ts';
import { ports } from './ports.ts';

/** Documents that are held or out for signature keep a workspace from closing; with it go rows first, and then bytes. */
export const documentsClosure = closureParticipant(ports, {
  async blockers(_, { documents, documentHolds }) {
    const ids = await documents.blockingClosure();
    const held = new Set<string>();
    for (const { all } of documentHolds) for (const { documentId } of await all()) held.add(documentId);
    const count = new Set([...ids, ...held]).size;
    return count === 0 ? [] : [{ kind: 'document', count }];
  },

  async purge(workspaceId, { transact, blobs }) {
    const keys = await transact(async (work) => {
      work.enter(workspaceId);
      const blobKeys = await work.documentVersions.allBlobs();
      await work.documents.purge();
      return blobKeys;
    });
    for (const key of keys) await blobs.delete(key);
    for await (const key of blobs.list(`ws/${workspaceId}/in/`)) await blobs.delete(key);
  },
});
