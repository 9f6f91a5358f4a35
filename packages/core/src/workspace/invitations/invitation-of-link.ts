import { goneBecause, type LinkGoneReason, linkNotFound } from '../../kernel/links.ts';
import type { LinkTokens } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import type { InvitationOfToken, InvitationRepository } from '../ports.ts';
import { type Invitation, type InvitationStatus, statusAt } from './invitation.ts';

const goneBy: Readonly<Record<Exclude<InvitationStatus, 'pending'>, LinkGoneReason>> = {
  accepted: 'spent',
  declined: 'spent',
  revoked: 'revoked',
  expired: 'expired',
};

/** Throws `link.gone` with the reason unless the invitation still waits for an answer. */
export function requirePending(invitation: Pick<Invitation, 'status' | 'expiresAt'>, now: Instant): void {
  const status = statusAt(invitation, now);
  if (status !== 'pending') throw goneBecause(goneBy[status]);
}

/**
 * Returns the pending invitation of a mailed link, after entering its workspace. Throws `link.not_found` if there never
 * was one, and `link.gone` if it has ended.
 */
export async function invitationOfLink(
  token: string,
  {
    invitations,
    linkTokens,
    now,
    enterByLink,
  }: {
    readonly invitations: InvitationRepository;
    readonly linkTokens: LinkTokens;
    readonly now: Instant;
    enterByLink(workspaceId: string): Promise<void>;
  },
): Promise<InvitationOfToken> {
  const found = await invitations.ofToken(linkTokens.hash(token));
  if (found === null) throw linkNotFound();
  await enterByLink(found.workspaceId);
  if (found.replaced) throw goneBecause('superseded');
  requirePending(found, now);
  return found;
}
