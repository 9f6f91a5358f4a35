import { z } from 'zod';
import { plusSeconds } from '../kernel/time.ts';
import { command } from './ports.ts';
import { RevocationView } from './views.ts';

/** Tokens are accepted for a little while after their end; a revocation outlives that too. */
const leewaySeconds = 60;

export const revokeCurrentToken = command({
  summary: 'Revoke the access token of this request',
  description:
    'Only this one access token stops working, at once. The session goes on: its refresh token returns the next access token.',
  access: 'account',
  databaseRole: 'identity',
  input: z.strictObject({}),
  output: RevocationView,

  async run(_, { now, user, sessions, settings }) {
    await sessions.revokeToken(user.tokenId, plusSeconds(now, settings.accessTokenSeconds + leewaySeconds));
    return { revokedCount: 1, revokedAt: now, sessionIds: [], tokenJti: user.tokenId };
  },
});
