import { z } from 'zod';
import { command } from './ports.ts';
import { endAccess } from './session-end.ts';
import { RevocationView, revokedSessions } from './views.ts';

export const logoutAll = command({
  summary: 'Sign out everywhere',
  description:
    'All your sessions end, including this one, your calendar feeds stop working, and every device becomes unknown: you are notified by mail of the next sign-in on each.',
  access: 'account',
  databaseRole: 'identity',
  input: z.strictObject({}),
  output: RevocationView,

  async run(_, context) {
    const { user, now } = context;
    return revokedSessions(await endAccess(user.userId, 'logout_all', context), now);
  },
});
