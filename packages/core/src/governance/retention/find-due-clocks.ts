import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import { governanceSweepJobs } from '../jobs.ts';
import { scheduled } from '../ports.ts';
import { retentionDigestDue } from './events.ts';

const mostInRun = 200;
/** In the zone of the workspace. */
const dueTime = '06:00';

/**
 * Marks what has become due, from six in the morning of each workspace on, and has its records managers told once a week.
 * That a clock is due is decided by the calendar before.
 */
export const findDueClocks = scheduled(
  { topic: 'retention.due', cron: '0,30 * * * *', policy: governanceSweepJobs, databaseRole: 'identity' },
  async ({ now, read, transact }) => {
    // Somewhere on earth it is the day after.
    const latest = daysLater(now.slice(0, 10), 1);
    let after: string | null = null;
    do {
      const from: string | null = after;
      const found: readonly string[] = await read(({ retentionSweep }) =>
        retentionSweep.due(latest, from, mostInRun),
      );
      for (const workspaceId of found)
        await transact(async (work) => {
          work.enter(workspaceId);
          const { retentionClocks, workspaceIdentity, timeZones, emit } = work;
          const { defaultTimeZone } = await workspaceIdentity.profile();
          if (timeZones.wall(now, defaultTimeZone).slice(11, 16) < dueTime) return;
          const day = localDate(now, defaultTimeZone, timeZones);
          if (!(await retentionClocks.noteDay(day))) return;
          await retentionClocks.markDue(day, now);
          const { due } = await retentionClocks.counts(day);
          if (due > 0 && (await retentionClocks.noteDigest(day))) emit(retentionDigestDue, { due });
        });
      after = found.length < mostInRun ? null : (found.at(-1) ?? null);
    } while (after !== null);
  },
);
