import { z } from 'zod';
import { reauthenticationRequired, sessionRevoked } from '../../kernel/access.ts';
import { invalidField } from '../../kernel/validation.ts';
import { passwordIncorrect } from '../errors.ts';
import { userPasswordChanged } from '../events.ts';
import { proveOwnPassword } from '../password-attempts.ts';
import { action } from '../ports.ts';
import { endSessions } from '../session-end.ts';
import { givenPassword, hashOfNewPassword, newPassword } from './new-password.ts';

export const changePassword = action({
  summary: 'Change your password, or set your first one',
  description:
    'Your other sessions end, unless revokeOtherSessions is false, and you are notified by mail. Links that were mailed to change the address or to reset the password stop working. If you have no password yet, you need a recent proof instead of currentPassword (auth.reauthentication_required).',
  access: 'account',
  databaseRole: 'identity',
  input: z
    .strictObject({
      currentPassword: givenPassword()
        .optional()
        .describe('Your present password; required if you have one.'),
      newPassword: newPassword(),
      revokeOtherSessions: z.boolean().default(true).describe('True ends all other sessions of the account.'),
    })
    .meta({
      examples: [
        { currentPassword: 'seven quiet otters by the lake', newPassword: 'nine loud geese on the roof' },
      ],
    }),
  output: z.object({
    passwordChanged: z.literal(true).describe('Always true: the password is changed.'),
    revokedSessionCount: z.int().describe('How many sessions have ended.'),
  }),
  errors: [passwordIncorrect, reauthenticationRequired],

  async prepare({ currentPassword, newPassword: password }, context) {
    const { user, transact } = context;
    const known = await transact(({ accounts }) => accounts.withPassword(user.userId));
    if (known === null) throw sessionRevoked();
    const { account, passwordHash } = known;
    if (!account.hasPassword) await transact(async ({ requireStepUp }) => requireStepUp());
    else if (currentPassword === undefined)
      throw invalidField('/currentPassword', 'field.required', 'Send your current password too.');
    else if (!(await proveOwnPassword(currentPassword, known, context))) throw passwordIncorrect();
    return { passwordHash, hash: await hashOfNewPassword(password, account, context) };
  },

  async run({ revokeOtherSessions }, context) {
    const { now, user, prepared, accounts, oneTimeTokens, sessions, emitFor } = context;
    const current = await accounts.lockWithPassword(user.userId);
    // If the password was changed since it was examined, what was proven no longer counts.
    if (current === null || current.passwordHash !== prepared.passwordHash) throw passwordIncorrect();

    await accounts.changePassword(user.userId, prepared.hash, now);
    // Whoever knew the old password may have requested a link: to a mailbox of theirs, or for another password.
    await accounts.pendEmail(user.userId, null, now);
    await oneTimeTokens.supersede(user.userId, ['email_change', 'reset_password'], now);
    const others = (await sessions.liveOf(user.userId, now)).filter(({ id }) => id !== user.sessionId);
    const ended = revokeOtherSessions
      ? await endSessions(
          user.userId,
          others.map(({ id }) => id),
          'password_changed',
          context,
        )
      : [];

    emitFor(user.userId, userPasswordChanged, { userId: user.userId, revokedSessionCount: ended.length });
    return { passwordChanged: true as const, revokedSessionCount: ended.length };
  },
});
