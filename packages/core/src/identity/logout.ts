import { z } from 'zod';
import { command } from './ports.ts';
import { endSessions } from './session-end.ts';
import { RevocationView, revokedSessions } from './views.ts';

export const logout = command({
  summary: 'Sign out of this session',
  description: 'Its refresh token and all its access tokens stop working at once. The device stays known.',
  access: 'account',
  databaseRole: 'identity',
  input: z.strictObject({}),
  output: RevocationView,

  async run(_, context) {
    const { user, now } = context;
    return revokedSessions(await endSessions(user.userId, [user.sessionId], 'logout', context), now);
  },
});
