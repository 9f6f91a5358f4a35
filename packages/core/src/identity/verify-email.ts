import { z } from 'zod';
import { linkGone } from '../kernel/links.ts';
import { secretToken } from '../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../kernel/throttling.ts';
import { activeWorkspace } from './active-workspace.ts';
import { proveClaim } from './claim-proof.ts';
import { emailTaken, proofRequired } from './errors.ts';
import { userEmailVerified } from './events.ts';
import { accountKeyOf, attemptFrom, provePassword } from './password-attempts.ts';
import { givenPassword } from './passwords/new-password.ts';
import { action } from './ports.ts';
import { signedInUser } from './signed-in-user.ts';

export const verifyEmail = action({
  summary: 'Verify the address of an account',
  description:
    'Send the token of the mailed link, and prove that it was you who registered: call this while signed in, or send the password. Its other sessions and its calendar feeds end.',
  access: 'anyone',
  databaseRole: 'identity',
  throttle: tokenMisses({ passes: [proofRequired] }),
  throttles: ofItsOwn,
  input: z.strictObject({
    token: secretToken().describe('The part after # in the mailed link.'),
    password: givenPassword()
      .optional()
      .describe('The password of the account, if you are not signed in to it.'),
  }),
  output: z.object({
    emailVerified: z.literal(true).describe('True: the address is verified now.'),
    email: z.string().describe('The address that is verified now.'),
  }),
  errors: [proofRequired, emailTaken, linkGone],

  async prepare({ token, password }, context) {
    const { now, transact, linkTokens, keyRing } = context;
    const link = await transact(({ oneTimeTokens }) =>
      oneTimeTokens.live('verify_email', linkTokens.hash(token), now),
    );
    if (link === null) throw linkGone();
    const signedIn = await transact(signedInUser);
    if (signedIn?.userId === link.userId) return { link, provingSessionId: signedIn.sessionId };
    if (password === undefined) throw proofRequired();

    const claimant = await transact(({ accounts }) => accounts.withPassword(link.userId));
    const attempt = attemptFrom(accountKeyOf(link.email, keyRing), null, context);
    if (!(await provePassword(password, claimant?.passwordHash ?? null, attempt, context)))
      throw proofRequired();
    return { link, provingSessionId: null };
  },

  async run(_, context) {
    const { now, accounts, oneTimeTokens, workspaceAccess } = context;
    const { link, provingSessionId } = context.prepared;
    if (!(await oneTimeTokens.spend(link.id, now))) throw linkGone();
    const account = await accounts.get(link.userId);
    if (account.email !== link.email || account.status === 'deactivated') throw linkGone();
    await proveClaim(account.id, provingSessionId, context);

    const workspace = activeWorkspace(await workspaceAccess.ofPerson(account.id), null);
    if (workspace !== null) context.enter(workspace.id);
    context.emit(userEmailVerified, { userId: account.id, email: link.email });
    return { emailVerified: true as const, email: link.email };
  },
});
