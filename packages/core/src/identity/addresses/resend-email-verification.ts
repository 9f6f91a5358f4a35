import { z } from 'zod';
import { rateLimited } from '../../kernel/errors.ts';
import { email } from '../../kernel/shapes.ts';
import { verificationAsked } from '../events.ts';
import { mailingThrottle, mayMail } from '../mailed-links.ts';
import { action } from '../ports.ts';

export const resendEmailVerification = action({
  summary: 'Ask for the verification link again',
  description:
    'The answer is the same whether or not the address waits to be verified. One address gets at most one such mail a minute; the newest link replaces the older ones.',
  access: 'anyone',
  databaseRole: 'identity',
  throttle: mailingThrottle,
  input: z.strictObject({ email: email() }),
  output: z.object({ accepted: z.literal(true) }),
  errors: [rateLimited],

  prepare: ({ email: address }, context) => mayMail(address, context),

  async run({ email: address }, { prepared: mayMailIt, accounts, emit }) {
    // Both look-ups are always made and one job is always written, so that nothing differs for an unknown address (AUT-3).
    const owner = await accounts.ownerOf(address);
    const claimant = await accounts.newestClaimantOf(address);
    const isToBeMailed = mayMailIt && owner === null;

    emit(verificationAsked, { userId: isToBeMailed ? (claimant?.account.id ?? null) : null });
    return { accepted: true as const };
  },
});
