import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { sessionNotFound } from './errors.ts';
import { command } from './ports.ts';
import { endSessions } from './session-end.ts';
import { RevocationView, revokedSessions } from './views.ts';

export const revokeSession = command({
  summary: 'End one of your sessions',
  description:
    'Its refresh token and all its access tokens stop working at once. You may name the session of this request too, which signs you out.',
  access: 'account',
  databaseRole: 'identity',
  input: z.strictObject({
    sessionId: id().describe('The id of the session, from the list of your sessions.'),
  }),
  output: RevocationView,
  errors: [sessionNotFound],

  async find({ sessionId }, { user, sessions }) {
    const session = await sessions.get(sessionId);
    // The answer does not show that another person's session exists (SES-9).
    if (session?.userId !== user.userId) throw sessionNotFound();
    return session;
  },

  async run(_, context) {
    const { found: session, user, now } = context;
    const reason = session.id === user.sessionId ? 'logout' : 'revoked_by_user';
    return revokedSessions(await endSessions(user.userId, [session.id], reason, context), now);
  },
});
