import { z } from 'zod';
import { email } from '../../kernel/shapes.ts';
import { hasLiveClaim } from '../account.ts';
import { passwordResetAsked } from '../events.ts';
import { mailingThrottle, mayMail } from '../mailed-links.ts';
import { action } from '../ports.ts';

export const forgotPassword = action({
  summary: 'Ask for a link to set a new password',
  description:
    'The answer is the same whether or not the address is known. One address gets at most one such mail a minute; the link works for 30 minutes.',
  access: 'anyone',
  databaseRole: 'identity',
  throttle: mailingThrottle,
  input: z.strictObject({ email: email().describe('The e-mail address of the account.') }),
  output: z.object({
    accepted: z.literal(true).describe('Always true, whether or not there is such an account.'),
  }),

  prepare: ({ email: address }, context) => mayMail(address, context),

  async run({ email: address }, { prepared: mayMailIt, accounts, emit }) {
    // Both look-ups are always made and one job is always written, so that nothing differs for an unknown address (AUT-3).
    const owner = await accounts.ownerOf(address);
    const claimant = await accounts.oldestClaimantOf(address);
    const claim = claimant !== null && hasLiveClaim(claimant.account) ? claimant : null;
    const account = (owner ?? claim)?.account ?? null;

    emit(passwordResetAsked, { userId: mayMailIt ? (account?.id ?? null) : null });
    return { accepted: true as const };
  },
});
