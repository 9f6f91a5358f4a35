import { z } from 'zod';
import { linkGone } from '../../kernel/links.ts';
import { secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { command } from '../ports.ts';
import { endAccess } from '../session-end.ts';
import { removeAddition } from './removal.ts';

export const undoAddition = command({
  summary: 'Remove a second factor or an identity with the link of the mail about it',
  description:
    'Use it if you did not add it: it is removed, with recovery codes that were made since, every session and calendar feed ends, every device becomes unknown, and a pending change of address is dropped. Then set a new password, because whoever added it was signed in to your account. The link works for seven days.',
  access: 'anyone',
  databaseRole: 'identity',
  throttle: tokenMisses(),
  throttles: ofItsOwn,
  input: z.strictObject({ token: secretToken().describe('The part after # in the mailed link.') }),
  output: z.object({
    additionUndone: z.literal(true).describe('Always true: what was added is removed.'),
    removed: z.boolean().describe('False if it was gone already; the rest happens all the same.'),
    revokedSessionCount: z.int().describe('How many sessions have ended.'),
  }),
  errors: [linkGone],

  async run({ token }, context) {
    const { now, accounts, oneTimeTokens, linkTokens } = context;
    const link = await oneTimeTokens.live('undo_addition', linkTokens.hash(token), now);
    if (link?.subjectId == null || !(await oneTimeTokens.spend(link.id, now))) throw linkGone();
    const account = (await accounts.lockWithPassword(link.userId))?.account ?? null;
    if (account === null || account.status === 'deactivated') throw linkGone();

    const since = link.undoesSince ?? link.createdAt;
    const removed = await removeAddition(account.id, link.subjectId, since, context);
    // Whoever added it may have asked to move the account to another address.
    await accounts.pendEmail(account.id, null, now);
    await oneTimeTokens.supersede(account.id, ['email_change'], now);
    const ended = await endAccess(account.id, 'addition_undone', context);
    return { additionUndone: true as const, removed, revokedSessionCount: ended.length };
  },
});
