import type { WritingContext } from '../../kernel/use-case.ts';
import { type Invitation, sealOf } from './invitation.ts';

/** A new link for the invitation: what is stored of it. The token leaves in the mail alone. */
export function freshLink(
  invitationId: string,
  { linkTokens, keyRing }: Pick<WritingContext, 'linkTokens' | 'keyRing'>,
): Pick<Invitation, 'tokenHash' | 'sealedToken'> {
  const token = linkTokens.random();
  return {
    tokenHash: linkTokens.hash(token),
    sealedToken: keyRing.seal(Buffer.from(token), sealOf(invitationId)),
  };
}
