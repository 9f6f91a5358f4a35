import { z } from 'zod';
import { sessionRevoked } from '../kernel/access.ts';
import { rateLimited } from '../kernel/errors.ts';
import { shown } from '../kernel/shapes.ts';
import { plusMinutes } from '../kernel/time.ts';
import { passwordIncorrect } from './errors.ts';
import { accountKeyOfAccount, attemptFrom, provePassword } from './password-attempts.ts';
import { action } from './ports.ts';

export const reauthenticate = action({
  summary: 'Prove the password again',
  description:
    'Opens, for this session, what asks for a recent proof (auth.reauthentication_required) until freshUntil.',
  access: 'account',
  unit: 'identity',
  input: z.strictObject({ password: z.string().min(1).max(1024) }),
  output: z.object({
    authenticatedAt: shown.instant(),
    secondFactorAt: shown.instant().nullable(),
    freshUntil: shown.instant(),
  }),
  errors: [passwordIncorrect, rateLimited],

  async prepare({ password }, context) {
    const { user, transact, keyRing } = context;
    const known = await transact(({ accounts }) => accounts.withPassword(user.userId));
    if (known === null) throw sessionRevoked();
    // The session is a device that has proven itself: wrong tries here hold up nobody's sign-in elsewhere.
    const attempt = attemptFrom(
      accountKeyOfAccount(known.account, keyRing),
      `session:${user.sessionId}`,
      context,
    );
    if (!(await provePassword(password, known.passwordHash, attempt, context))) throw passwordIncorrect();
  },

  async run(_, { now, user, sessions }) {
    const session = await sessions.lock(user.sessionId);
    if (session === null || session.revokedAt !== null) throw sessionRevoked();
    await sessions.save({ ...session, authenticatedAt: now });
    return {
      authenticatedAt: now,
      secondFactorAt: session.secondFactorAt,
      freshUntil: plusMinutes(now, user.workspace?.settings.reauthenticationMinutes ?? 15),
    };
  },
});
