import { uploadBytesReleased, uploadSessionExpired } from './events.ts';
import { uploadJobs } from './jobs.ts';
import { scheduled } from './ports.ts';

const atOnce = 500;

/**
 * What time does to sessions (UPL-12): open and completed ones expire, an assembly whose process died is open again, and
 * bytes that a crash left behind their row are released once more.
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
      const due = await read(({ uploadSweep }) => uploadSweep.due(now, atOnce));
      for (const { workspaceId, id, status } of due) {
        await transact(async (work) => {
          work.enter(workspaceId);
          // Only now: a repository is that of the workspace which the unit has entered.
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
              { blobKey: null },
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
      if (due.length < atOnce) return;
    }
  },
);
