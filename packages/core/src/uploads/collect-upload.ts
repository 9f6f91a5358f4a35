import { uploadBytesReleased } from './events.ts';
import { uploadJobs } from './jobs.ts';
import { reaction } from './ports.ts';
import { uploadPrefix } from './upload-session.ts';

/** Deletes what a session no longer needs: the chunks after completion, everything after any other end (UPL-12). */
export const collectUpload = reaction(
  uploadBytesReleased,
  {
    topic: 'uploads.collect',
    policy: uploadJobs,
  },
  async ({ uploadSessionId }, { workspaceId, read, transact, blobs }) => {
    const session = await read(({ uploads }) => uploads.get(uploadSessionId));
    if (session === null || workspaceId === null) return;
    if (session.status === 'open' || session.status === 'assembling') return;
    const kept = session.status === 'completed' || session.status === 'consumed' ? session.blobKey : null;
    for await (const key of blobs.list(uploadPrefix(workspaceId, session.id)))
      if (key !== kept) await blobs.delete(key);
    await transact(({ uploads }) => uploads.collected(session.id, session.version));
  },
);
