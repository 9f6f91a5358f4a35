import type { Role } from '../../kernel/access.ts';
import { failure, rateLimited } from '../../kernel/errors.ts';
import { machine } from '../../kernel/machine.ts';
import { type Instant, plusDays, secondsBetween } from '../../kernel/time.ts';

export const invitationInvalidState = failure(
  'workspace_invitation.invalid_state',
  'conflict',
  'The invitation is in another state now; read it again, or create a new one.',
);

/** An invitation to a workspace (platform 3.5). An expired one revives by resending; the others are final. */
export const invitationStates = machine(invitationInvalidState, ['pending'], {
  pending: {
    resend: 'pending',
    revoke: 'revoked',
    accept: 'accepted',
    decline: 'declined',
    expire: 'expired',
  },
  expired: { resend: 'pending' },
  accepted: {},
  declined: {},
  revoked: {},
});
export const invitationStatuses = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly role: Role;
  readonly message: string | null;
  /** As stored; `statusAt` also knows that time has passed. */
  readonly status: InvitationStatus;
  readonly invitedByUserId: string;
  /** Projects that whoever accepts becomes a member of. */
  readonly projectIds: readonly string[];
  /** How long each sending of the link is good. */
  readonly expiresInDays: number;
  /** Hex SHA-256 of the link's token; the token itself is mailed and nowhere else. */
  readonly tokenHash: string;
  /** Hashes of links that a later sending replaced. */
  readonly replacedTokenHashes: readonly string[];
  /** A copy for the mail that carries it, sealed by the key ring; erased once that mail has left. */
  readonly sealedToken: Uint8Array | null;
  readonly expiresAt: Instant;
  readonly sentAt: Instant;
  readonly sendCount: number;
  readonly acceptedByUserId: string | null;
  readonly respondedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export const mostSendings = 10;
const secondsBetweenSendings = 60;

/** A pending invitation whose time is over has expired, whether or not the hourly run has come by. */
export const statusAt = (
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Instant,
): InvitationStatus => (status === 'pending' && expiresAt <= now ? 'expired' : status);

/** The invitation with a fresh link; the old one is dead. At most ten sendings, a minute apart. */
export function resent(
  invitation: Invitation,
  link: Pick<Invitation, 'tokenHash' | 'sealedToken'>,
  at: Instant,
): Invitation {
  const status = invitationStates.next(statusAt(invitation, at), 'resend');
  if (invitation.sendCount >= mostSendings) throw invitationInvalidState();
  const waited = secondsBetween(invitation.sentAt, at);
  if (waited < secondsBetweenSendings)
    throw rateLimited({ retryAfterSeconds: Math.ceil(secondsBetweenSendings - waited) });
  return {
    ...invitation,
    ...link,
    status,
    replacedTokenHashes: [...invitation.replacedTokenHashes, invitation.tokenHash],
    expiresAt: plusDays(at, invitation.expiresInDays),
    sentAt: at,
    sendCount: invitation.sendCount + 1,
    updatedAt: at,
  };
}

/** The invitation after its end: its link opens nothing more. */
export function ended(
  invitation: Invitation,
  action: 'revoke' | 'decline' | 'expire',
  at: Instant,
): Invitation {
  const status = invitationStates.next(
    action === 'expire' ? invitation.status : statusAt(invitation, at),
    action,
  );
  return {
    ...invitation,
    status,
    sealedToken: null,
    respondedAt: action === 'decline' ? at : invitation.respondedAt,
    updatedAt: at,
  };
}

export function accepted(invitation: Invitation, userId: string, at: Instant): Invitation {
  return {
    ...invitation,
    status: invitationStates.next(statusAt(invitation, at), 'accept'),
    sealedToken: null,
    acceptedByUserId: userId,
    respondedAt: at,
    updatedAt: at,
  };
}

/** Where the sealed copy of a link belongs: no other invitation's key opens it. */
export const sealOf = (invitationId: string): string => `workspace-invitation:${invitationId}`;
