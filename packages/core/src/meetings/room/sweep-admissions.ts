import { plusDays, plusSeconds } from '../../kernel/time.ts';
import { scheduled } from '../ports.ts';
import { patienceSeconds, presenceSeconds } from './admission.ts';

/** Expires people who wait and are silent, and ends embedded presences without a heartbeat at their last sign of life. */
export const sweepAdmissions = scheduled(
  {
    topic: 'meetings.sweep_admissions',
    cron: '*/30 * * * * *',
    policy: { queue: 'meetings', maxAttempts: 3, baseSeconds: 10, capSeconds: 60, leaseSeconds: 120 },
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    const presencesBefore = plusSeconds(now, -presenceSeconds);
    const waitersBefore = plusSeconds(now, -patienceSeconds);
    for (const workspaceId of await read(({ presences }) => presences.silentWorkspaces(presencesBefore)))
      await transact(async (context) => {
        context.enter(workspaceId);
        await context.presences.sweep({ waitersBefore, presencesBefore, now });
      });
  },
);

/** How long raw facts of the media server are kept (meetings 14). */
export const factsKeptDays = 30;
export const factsKeptSince = (now: string) => plusDays(now, -factsKeptDays);
