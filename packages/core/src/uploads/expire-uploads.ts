import { uploadBytesReleased, uploadSessionExpired } from './events.ts';
import { uploadJobs } from './jobs.ts';
import { scheduled } from './ports.ts';
import { nameless } from './upload-session.ts';

const batchSize = 500;

/**
 * Applies what time does to sessions (UPL-12): open and completed ones expire, an assembly whose process died is opened
 * again, and bytes that a crash left undeleted are released once more.
 */
export const expireUploads = scheduled(
  {
    topic: 'uploads.expire',
    cron: '*/5 * * * *',
    policy: uploadJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    for (;;) {
      const due = await read(({ uploadSweep }) => uploadSweep.due(now, batchSize));
      for (const { workspaceId, id, status } of due) {
        await transact(async (work) => {
          work.enter(workspaceId);
          // Repositories belong to the workspace that the transaction has entered, so they are read only now.
          const { uploads, entitlements, emit } = work;
          if (status === 'assembling') {
            await uploads.advance(id, { status, dueAt: now }, 'reopen', { assembly: null }, now);
            return;
          }
          if (status === 'open' || status === 'completed') {
            const expired = await uploads.advance(
              id,
              { status, dueAt: now },
              'expire',
              { blobKey: null, ...nameless },
              now,
            );
            if (expired === null) return;
            if (status === 'open') await entitlements.unreserve('storage_bytes', expired.sizeBytes);
            else await entitlements.release('storage_bytes', expired.sizeBytes);
            emit(uploadSessionExpired, { uploadSessionId: id });
          }
          emit(uploadBytesReleased, { uploadSessionId: id });
        });
      }
      if (due.length < batchSize) return;
    }
  },
);
