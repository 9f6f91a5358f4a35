import { workspaceClosing } from '../../workspace/index.ts';
import { reaction } from '../ports.ts';
import { endLiveSession } from './session-life.ts';

/** Nobody can enter a workspace that closes, so its live sessions end (platform 13). */
export const endSessionsAtClosing = reaction(
  workspaceClosing,
  {
    topic: 'meetings.end_at_closing',
    policy: { queue: 'meetings', maxAttempts: 8, baseSeconds: 30, capSeconds: 3600, leaseSeconds: 300 },
    needs: [],
  },
  async (_, { read, transact }) => {
    const live = await read(({ roomSessions }) => roomSessions.liveSessions());
    for (const { meetingId, sessionId } of live)
      await transact(async (context) => {
        const meeting = await context.meetings.get(meetingId, 'for update');
        const session = await context.occurrences.get(sessionId, 'for update');
        if (session.status !== 'live') return;
        await endLiveSession({ meeting, session, endReason: 'host_ended', endedByUserId: null }, context);
      });
  },
);
