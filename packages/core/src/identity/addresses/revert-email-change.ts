import { z } from 'zod';
import { linkGone } from '../../kernel/links.ts';
import { secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { removeAdditions } from '../additions/removal.ts';
import { emailTaken } from '../errors.ts';
import { userEmailReverted } from '../events.ts';
import { command } from '../ports.ts';
import { endAccess } from '../session-end.ts';

export const revertEmailChange = command({
  summary: 'Take back a change of address with the mailed link',
  description:
    'Use it if you did not ask for the change: the account gets its old address back, every session and calendar feed ends, every device becomes unknown, second factors, recovery codes and identities that were added since the change was asked for are removed, and the password stops working until it is set anew with the link that is mailed to the old address. Links that take back later changes stop working; those of earlier changes stay.',
  access: 'anyone',
  databaseRole: 'identity',
  throttle: tokenMisses(),
  throttles: ofItsOwn,
  input: z.strictObject({ token: secretToken().describe('The part after # in the mailed link.') }),
  output: z.object({
    emailReverted: z.literal(true).describe('Always true: the former address is back.'),
    email: z.string().describe('The address of the account from now on.'),
    revokedSessionCount: z.int().describe('How many sessions have ended.'),
  }),
  errors: [emailTaken, linkGone],

  async run({ token }, context) {
    const { now, accounts, oneTimeTokens, linkTokens, emitFor } = context;
    const link = await oneTimeTokens.live('email_revert', linkTokens.hash(token), now);
    if (link === null || !(await oneTimeTokens.spend(link.id, now))) throw linkGone();
    const account = (await accounts.lockWithPassword(link.userId))?.account ?? null;
    if (account === null || account.status === 'deactivated') throw linkGone();

    await accounts.changeEmail(account.id, link.email, now);
    await accounts.suspendPassword(account.id, now);
    // Whoever held the account may have requested the links that are still live.
    await oneTimeTokens.supersede(account.id, ['verify_email', 'reset_password', 'email_change'], now);
    await oneTimeTokens.supersedeAfter(link, now);
    await removeAdditions(account.id, link.undoesSince ?? link.createdAt, 'email_reverted', context);
    const ended = await endAccess(account.id, 'password_reset', context);

    emitFor(account.id, userEmailReverted, { userId: account.id, from: account.email, to: link.email });
    return { emailReverted: true as const, email: link.email, revokedSessionCount: ended.length };
  },
});
