import { z } from 'zod';
import { sessionEnded } from './events.ts';
import { command } from './ports.ts';
import { RevocationView } from './views.ts';

export const logoutAll = command({
  summary: 'Sign out everywhere',
  description:
    'Ends every session of yours, this one included, and makes every device unknown: the next sign-in on each is mailed to you.',
  access: 'account',
  unit: 'identity',
  input: z.strictObject({}),
  output: RevocationView,

  async run(_, { now, user, accounts, sessions, emitFor }) {
    const sessionIds = await sessions.revoke(user.userId, 'all', 'logout_all', now);
    await accounts.raiseDeviceEpoch(user.userId, now);

    for (const sessionId of sessionIds)
      emitFor(user.userId, sessionEnded, { sessionId, userId: user.userId, reason: 'logout_all' });
    return { revokedCount: sessionIds.length, revokedAt: now, sessionIds: [...sessionIds], tokenJti: null };
  },
});
