import type { Role } from '../kernel/access.ts';
import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant } from '../kernel/time.ts';

export const memberInvalidState = failure('member.invalid_state', 'conflict', 'The membership is in another state now; read it again.');

/** Membership in one workspace (platform 3.5). `removed` is final for the row; a new invitation makes a new one. */
export const memberStates = machine(memberInvalidState, {
  active: { suspend: 'suspended', remove: 'removed' },
  suspended: { reactivate: 'active', remove: 'removed' },
  removed: {},
});

export interface Member {
  readonly membershipId: string;
  /** The user's id. */
  readonly id: string;
  readonly displayName: string;
  /** Null when the account has no verified address (INT-4). */
  readonly email: string | null;
  readonly avatarUrl: string | null;
  readonly role: Role;
  readonly status: 'active' | 'suspended' | 'removed';
  readonly joinedAt: Instant;
  readonly updatedAt: Instant;
  readonly invitedByUserId: string | null;
  readonly suspendedAt: Instant | null;
  readonly lastActiveAt: Instant | null;
  readonly version: number;
}

export const memberNotFound = failure('member.not_found', 'not_found', 'There is no such member in this workspace.');
