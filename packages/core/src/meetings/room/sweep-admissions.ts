import { plusDays, plusSeconds } from '../../kernel/time.ts';
import { scheduled } from '../ports.ts';
import { patienceSeconds, presenceSeconds } from './admission.ts';

/** Who waited and fell silent leaves the line; embedded presences without a heartbeat end when they were last heard of. */
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

/** Raw facts of the media server are kept this long (meetings 14). */
export const factsKeptDays = 30;
export const factsKeptSince = (now: string) => plusDays(now, -factsKeptDays);
