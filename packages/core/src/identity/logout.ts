import { z } from 'zod';
import { sessionEnded } from './events.ts';
import { command } from './ports.ts';
import { RevocationView } from './views.ts';

export const logout = command({
  summary: 'Sign out of this session',
  description: 'Its refresh token and all its access tokens stop working at once. The device stays known.',
  access: 'account',
  unit: 'identity',
  input: z.strictObject({}),
  output: RevocationView,

  async run(_, { now, user, sessions, emitFor }) {
    const sessionIds = await sessions.revoke(user.userId, [user.sessionId], 'logout', now);

    for (const sessionId of sessionIds)
      emitFor(user.userId, sessionEnded, { sessionId, userId: user.userId, reason: 'logout' });
    return { revokedCount: sessionIds.length, revokedAt: now, sessionIds: [...sessionIds], tokenJti: null };
  },
});
