import { documentBytesReleased } from './events.ts';
import { documentJobs } from './jobs.ts';
import { reaction } from './ports.ts';

/** Deletes the objects of a destroyed document, and then forgets their keys: in this order, so that a crash leaves no object. */
export const deleteDocumentBytes = reaction(
  documentBytesReleased,
  { topic: 'documents.delete_bytes', policy: documentJobs },
  async ({ documentId }, { read, transact, blobs }) => {
    const keys = await read(({ documentVersions }) => documentVersions.releasedBlobs(documentId));
    for (const key of keys) await blobs.delete(key);
    await transact(({ documentVersions }) => documentVersions.forgetBlobs(keys));
  },
);
