import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { linkGone } from '../../kernel/links.ts';
import { foldEmail, secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import type { Account } from '../account.ts';
import { emailTaken } from '../errors.ts';
import { userEmailVerified, userPasswordReset } from '../events.ts';
import { clearSignInBlock } from '../password-attempts.ts';
import { action, type IdentityPorts } from '../ports.ts';
import { unlinkAll } from '../providers/unlinking.ts';
import { endAccess } from '../session-end.ts';
import { hashOfNewPassword, newPassword } from './new-password.ts';

export const resetPassword = action({
  summary: 'Set a new password with the mailed link',
  description:
    'Every session and calendar feed ends and every device becomes unknown; sign in with the new password. Second factors stay. If the address was only claimed, this also verifies it.',
  access: 'anyone',
  databaseRole: 'identity',
  throttle: tokenMisses(),
  throttles: ofItsOwn,
  input: z.strictObject({
    token: secretToken().describe('The part after # in the mailed link.'),
    newPassword: newPassword(),
  }),
  output: z.object({
    passwordChanged: z.literal(true).describe('Always true: the password is changed.'),
    revokedSessionCount: z.int().describe('How many sessions have ended.'),
  }),
  errors: [emailTaken, linkGone],

  async prepare(input, context) {
    const { now, transact, linkTokens } = context;
    const link = await transact(({ oneTimeTokens }) =>
      oneTimeTokens.live('reset_password', linkTokens.hash(input.token), now),
    );
    if (link === null) throw linkGone();
    const account = await transact(({ accounts }) => accounts.get(link.userId));
    return { link, hash: await hashOfNewPassword(input.newPassword, account, context) };
  },

  async run(_, context) {
    const { now, accounts, oneTimeTokens, emitFor } = context;
    const { link, hash } = context.prepared;
    if (!(await oneTimeTokens.spend(link.id, now))) throw linkGone();
    const account = (await accounts.lockWithPassword(link.userId))?.account ?? null;
    if (account?.email == null || account.status === 'deactivated') throw linkGone();
    if (foldEmail(account.email) !== foldEmail(link.email)) throw linkGone();

    if (account.emailVerifiedAt === null) await verifyClaim(account, context);
    await accounts.changePassword(account.id, hash, now);
    // Whoever held the account may have asked to move it to another address.
    await accounts.pendEmail(account.id, null, now);
    await oneTimeTokens.supersede(account.id, ['email_change'], now);
    await clearSignInBlock(account, context);
    const ended = await endAccess(account.id, 'password_reset', context);

    emitFor(account.id, userPasswordReset, { userId: account.id, revokedSessionCount: ended.length });
    return { passwordChanged: true as const, revokedSessionCount: ended.length };
  },
});

/** The mailbox is proven to be theirs; identities that a stranger may have linked to the claim are not, and go (AUT-10). */
async function verifyClaim(account: Account, context: WritingContext & IdentityPorts): Promise<void> {
  await context.accounts.verifyEmail(account.id, context.now);
  await unlinkAll(account.id, context);
  context.emitFor(account.id, userEmailVerified, { userId: account.id, email: account.email ?? '' });
}
