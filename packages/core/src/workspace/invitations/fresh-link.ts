import type { WritingContext } from '../../kernel/handler-context.ts';
import { type Invitation, sealOf } from './invitation.ts';

/** Makes a new link for the invitation and returns what is stored of it. The token itself leaves only in the mail. */
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
