import type { NewMember } from '../identity/index.ts';
import { isManager, type Role } from '../kernel/access.ts';
import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant } from '../kernel/time.ts';

export const memberInvalidState = failure(
  'member.invalid_state',
  'conflict',
  'The membership is in another state now; read it again.',
);
export { isManager, memberNotFound } from '../kernel/access.ts';

/** The life of a membership (platform 3.5). `removed` is final; a new invitation leads to a new membership. */
export const memberStates = machine(memberInvalidState, ['active'], {
  active: { change_role: 'active', suspend: 'suspended', remove: 'removed' },
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
  /** A property of the account, like name and address: repositories read it and never write it. */
  readonly hasSecondFactor: boolean;
  readonly version: number;
}

/** The limit in which an active member counts; guests have a limit of their own (WSP-5). */
export const seatOf = (role: Role): 'members' | 'guests' => (role === 'guest' ? 'guests' : 'members');

/** Whether somebody may grant, change or remove a role: owners every role, admins member and guest (WSP-2). */
export const reaches = (own: Role | undefined, other: Role): boolean =>
  own === 'owner' || (own === 'admin' && !isManager(other));

/** A new, active membership of the person. */
export const joined = (
  { id, displayName, email, emailVerifiedAt, avatarUrl }: NewMember,
  membership: Pick<Member, 'membershipId' | 'role' | 'invitedByUserId' | 'lastActiveAt'>,
  at: Instant,
): Omit<Member, 'hasSecondFactor'> => ({
  ...membership,
  id,
  displayName,
  email: emailVerifiedAt === null ? null : email,
  avatarUrl,
  status: memberStates.begin('active'),
  joinedAt: at,
  updatedAt: at,
  suspendedAt: null,
  version: 1,
});

export const withRole = (member: Member, role: Role, at: Instant): Member => ({
  ...member,
  status: memberStates.next(member.status, 'change_role'),
  role,
  updatedAt: at,
});

export const suspended = (member: Member, at: Instant): Member => ({
  ...member,
  status: memberStates.next(member.status, 'suspend'),
  suspendedAt: at,
  updatedAt: at,
});

export const reactivated = (member: Member, at: Instant): Member => ({
  ...member,
  status: memberStates.next(member.status, 'reactivate'),
  suspendedAt: null,
  updatedAt: at,
});

export const removed = (member: Member, at: Instant): Member => ({
  ...member,
  status: memberStates.next(member.status, 'remove'),
  updatedAt: at,
});
