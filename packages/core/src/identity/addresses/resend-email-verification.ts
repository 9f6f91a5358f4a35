import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { email, foldEmail } from '../../kernel/shapes.ts';
import { hasLiveClaim } from '../account.ts';
import { verificationAsked } from '../events.ts';
import { mailingThrottle, mayMail } from '../mailed-links.ts';
import { action, type IdentityPorts } from '../ports.ts';
import { signedInUser } from '../signed-in-user.ts';

export const resendEmailVerification = action({
  summary: 'Ask for the verification link again',
  description:
    'If you are signed in with the address, the link is for your account; otherwise it is for the account that registered the address first. The answer is the same whether or not the address waits to be verified. One address gets at most one such mail a minute; the newest link replaces the older ones.',
  access: 'anyone',
  databaseRole: 'identity',
  throttle: mailingThrottle,
  input: z.strictObject({ email: email().describe('The e-mail address of the account.') }),
  output: z.object({
    accepted: z.literal(true).describe('Always true, whether or not there is such an account.'),
  }),

  prepare: ({ email: address }, context) => mayMail(address, context),

  async run({ email: address }, context) {
    const { prepared: mayMailIt, accounts, emit } = context;
    const own = await ownClaim(address, context);
    // Both look-ups are always made and one job is always written, so that nothing differs for an unknown address (AUT-3).
    const owner = await accounts.ownerOf(address);
    const oldest = await accounts.oldestClaimantOf(address);
    const live = oldest !== null && hasLiveClaim(oldest.account) ? oldest.account.id : null;
    const claimant = own ?? live;

    emit(verificationAsked, { userId: mayMailIt && owner === null ? claimant : null });
    return { accepted: true as const };
  },
});

/** The account of the caller, if it claims the address: somebody who registered the address too must not get in its way. */
async function ownClaim(
  address: string,
  context: HandlerContext & Pick<IdentityPorts, 'accounts' | 'sessions' | 'tokens'>,
): Promise<string | null> {
  const signedIn = await signedInUser(context);
  if (signedIn === null) return null;
  const account = await context.accounts.get(signedIn.userId);
  const isClaim = hasLiveClaim(account) && foldEmail(account.email ?? '') === foldEmail(address);
  return isClaim ? account.id : null;
}
