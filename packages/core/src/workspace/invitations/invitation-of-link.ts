import { linkGone } from '../../identity/index.ts';
import type { LinkTokens } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import { linkNotFound } from '../errors.ts';
import type { InvitationOfToken, InvitationRepository } from '../ports.ts';
import { statusAt } from './invitation.ts';

/** Returns the pending invitation of a mailed link. Throws `link.not_found` if there never was one, `link.gone` if it ended. */
export async function invitationOfLink(
  token: string,
  {
    invitations,
    linkTokens,
    now,
  }: { readonly invitations: InvitationRepository; readonly linkTokens: LinkTokens; readonly now: Instant },
): Promise<InvitationOfToken> {
  const found = await invitations.ofToken(linkTokens.hash(token));
  if (found === null) throw linkNotFound();
  if (found.replaced || statusAt(found, now) !== 'pending') throw linkGone();
  return found;
}
