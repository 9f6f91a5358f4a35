import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { linkGone } from '../../kernel/links.ts';
import { foldEmail, secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { mailboxOf } from '../account.ts';
import { emailTaken } from '../errors.ts';
import { userEmailChanged } from '../events.ts';
import { addLink } from '../mailed-links.ts';
import type { OneTimeToken } from '../one-time-token.ts';
import { command, type IdentityPorts } from '../ports.ts';
import { changeAskedAt, requireRoomForRevert, revertEnd } from './email-change.ts';

export const confirmEmailChange = command({
  summary: 'Change the address with the mailed link',
  description:
    'This also verifies the new address. The old address is notified, with a link that takes the change back for seven days. An account has at most five such links at a time; a further change waits for the first of them to end.',
  access: 'anyone',
  databaseRole: 'identity',
  throttle: tokenMisses(),
  throttles: ofItsOwn,
  input: z.strictObject({ token: secretToken().describe('The part after # in the mailed link.') }),
  output: z.object({
    emailChanged: z.literal(true).describe('Always true: the address is changed.'),
    email: z.string().describe('The address of the account from now on.'),
  }),
  errors: [emailTaken, linkGone],

  async run({ token }, context) {
    const { now, settings, accounts, oneTimeTokens, linkTokens, emitFor } = context;
    const link = await oneTimeTokens.live('email_change', linkTokens.hash(token), now);
    if (link === null || !(await oneTimeTokens.spend(link.id, now))) throw linkGone();
    const account = await accounts.get(link.userId);
    const isPending =
      account.pendingEmail !== null && foldEmail(account.pendingEmail) === foldEmail(link.email);
    if (!isPending || account.status === 'deactivated') throw linkGone();
    await requireRoomForRevert(account.id, now, context);

    await accounts.changeEmail(account.id, link.email, now);
    // Links that went to the old address are about an account that has left it.
    await oneTimeTokens.supersede(account.id, ['verify_email', 'reset_password'], now);
    const old = mailboxOf(account, settings);
    const revertTokenId = old === null ? null : await revertToken(link, old.address, context);

    emitFor(account.id, userEmailChanged, {
      userId: account.id,
      from: account.email,
      to: link.email,
      revertTokenId,
    });
    return { emailChanged: true as const, email: link.email };
  },
});

/** Makes a token for the old address; its sealed copy is kept for the mail. */
async function revertToken(
  change: OneTimeToken,
  email: string,
  context: WritingContext & IdentityPorts,
): Promise<string> {
  const id = context.newId();
  const link = {
    purpose: 'email_revert',
    userId: change.userId,
    email,
    undoesSince: changeAskedAt(change.expiresAt),
    expiresAt: revertEnd(context.now),
  } as const;
  await addLink(id, link, true, context);
  return id;
}
