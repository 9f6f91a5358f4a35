import { plusDays } from '../kernel/time.ts';
import { uploadJobs } from './jobs.ts';
import { scheduled } from './ports.ts';

const batchSize = 500;

/**
 * PLT-20: deletes what a crash left of files that came in one request: objects that nobody kept within a day, and in the
 * store what never became an object. A note is given up before its object is deleted, so that no call can keep it meanwhile.
 */
export const sweepIncomingFiles = scheduled(
  {
    topic: 'uploads.incoming',
    cron: '25 * * * *',
    policy: uploadJobs,
    databaseRole: 'worker',
  },
  async ({ now, blobs, transact }) => {
    const before = plusDays(now, -1);
    for (;;) {
      const keys = await transact(({ uploadSweep }) => uploadSweep.giveUpIncoming(before, now, batchSize));
      for (const key of keys) await blobs.delete(key);
      await transact(({ uploadSweep }) => uploadSweep.forgetIncoming(keys));
      if (keys.length < batchSize) break;
    }
    await blobs.clear(before);
  },
);
