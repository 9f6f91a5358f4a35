import { millisecondsOf, plusDays } from '../kernel/time.ts';
import { uploadJobs } from './jobs.ts';
import { scheduled } from './ports.ts';
import { begunAt } from './upload-session.ts';

const batchSize = 500;
const oldAfterDays = 2;

/** UPL-13: deletes objects that no row refers to and that were begun 48 hours ago, since no request can still need them. */
export const sweepOrphans = scheduled(
  {
    topic: 'uploads.orphans',
    cron: '30 3 * * *',
    policy: uploadJobs,
    databaseRole: 'identity',
  },
  async ({ now, blobs, read }) => {
    const old = millisecondsOf(plusDays(now, -oldAfterDays));
    const sweep = async (keys: readonly string[]) => {
      const known = new Set(await read(({ uploadSweep }) => uploadSweep.known(keys)));
      for (const key of keys) if (!known.has(key)) await blobs.delete(key);
    };
    let batch: string[] = [];
    for await (const key of blobs.list('ws/')) {
      if ((begunAt(key) ?? Number.POSITIVE_INFINITY) > old) continue;
      batch.push(key);
      if (batch.length < batchSize) continue;
      await sweep(batch);
      batch = [];
    }
    await sweep(batch);
  },
);
