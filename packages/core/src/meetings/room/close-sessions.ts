import { isFailure } from '../../kernel/errors.ts';
import { occurrenceInvalidState } from '../occurrence.ts';
import { scheduled } from '../ports.ts';
import { endLiveSession, missSession } from './session-life.ts';

/** Closes sessions that are empty, have run for too long, were finished by the media server, or were never started (4.2). */
export const closeSessions = scheduled(
  {
    topic: 'meetings.close_sessions',
    cron: '* * * * *',
    policy: { queue: 'meetings', maxAttempts: 10, baseSeconds: 60, capSeconds: 3600, leaseSeconds: 300 },
    databaseRole: 'identity',
  },
  async ({ now, read, transact }) => {
    for (const workspaceId of await read(({ roomSessions }) => roomSessions.workspacesToClose(now))) {
      const due = await transact((context) => {
        context.enter(workspaceId);
        return context.roomSessions.dueSessions(now);
      });
      for (const { meetingId, sessionId, due: reason } of due)
        await transact(async (context) => {
          context.enter(workspaceId);
          const meeting = await context.meetings.get(meetingId, 'for update');
          const session = await context.occurrences.get(sessionId, 'for update');
          if (reason === 'missed') await missSession({ meeting, session }, context);
          else await endLiveSession({ meeting, session, endReason: reason, endedByUserId: null }, context);
        }).catch(unlessEndedMeanwhile);
    }
  },
);

function unlessEndedMeanwhile(error: unknown): void {
  if (!isFailure(error) || error.code !== occurrenceInvalidState.code) throw error;
}
