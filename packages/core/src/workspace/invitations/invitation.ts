import type { Role } from '../../kernel/access.ts';
import { failure, rateLimited } from '../../kernel/errors.ts';
import { machine } from '../../kernel/machine.ts';
import { type Instant, plusDays, secondsBetween } from '../../kernel/time.ts';

export const invitationInvalidState = failure(
  'workspace_invitation.invalid_state',
  'conflict',
  'The invitation is in another state now; read it again, or create a new one.',
);

/** The life of an invitation to a workspace (platform 3.5). Only an expired one can be revived, by resending it. */
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
  /** The status as it is stored; `statusAt` also considers the time that has passed. */
  readonly status: InvitationStatus;
  readonly invitedByUserId: string;
  /** Projects that the person joins on accepting. */
  readonly projectIds: readonly string[];
  /** How long the link of each sending is valid. */
  readonly expiresInDays: number;
  /** Hex SHA-256 of the link's token; the token itself is only in the mail. */
  readonly tokenHash: string;
  /** Hashes of links that a later sending replaced. */
  readonly replacedTokenHashes: readonly string[];
  /** The token sealed by the key ring, for the mail that carries it; erased once that mail has left. */
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

export const maxSendings = 10;
const secondsBetweenSendings = 60;

/** A pending invitation whose time is over has expired and takes no seat (WSP-5), even if the hourly job has not run yet. */
export const statusAt = (
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Instant,
): InvitationStatus => (status === 'pending' && expiresAt <= now ? 'expired' : status);

/** The invitation with a fresh link; the old link no longer works. It can be sent ten times at most, a minute apart. */
export function resent(
  invitation: Invitation,
  link: Pick<Invitation, 'tokenHash' | 'sealedToken'>,
  at: Instant,
): Invitation {
  const status = invitationStates.next(statusAt(invitation, at), 'resend');
  if (invitation.sendCount >= maxSendings) throw invitationInvalidState();
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

/** The invitation after its end; its link no longer works. */
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

/** Binds the sealed copy of a link to its invitation, so that it cannot be opened for another one. */
export const sealOf = (invitationId: string): string => `workspace-invitation:${invitationId}`;
