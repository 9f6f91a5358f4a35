import { z } from 'zod';
import { command } from './ports.ts';
import { endSessions } from './session-end.ts';
import { RevocationView, revokedSessions } from './views.ts';

export const logoutAll = command({
  summary: 'Sign out everywhere',
  description:
    'All your sessions end, including this one, and every device becomes unknown: you are notified by mail of the next sign-in on each.',
  access: 'account',
  databaseRole: 'identity',
  input: z.strictObject({}),
  output: RevocationView,

  async run(_, context) {
    const { user, now, accounts } = context;
    const ended = await endSessions(user.userId, 'all', 'logout_all', context);
    await accounts.raiseDeviceEpoch(user.userId, now);
    return revokedSessions(ended, now);
  },
});
