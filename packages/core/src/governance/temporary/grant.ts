import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LabelMask, Purpose, ScopeName } from '../../records/index.ts';
import { temporaryAccessInvalidState } from '../errors.ts';

/** The life of access that is given for a time (governance 5.5); its beginning and its end are decided by the clock. */
export const temporaryGrantStates = machine(temporaryAccessInvalidState, ['scheduled', 'active'], {
  scheduled: { begin: 'active', revoke: 'revoked', expire: 'expired' },
  active: { revoke: 'revoked', expire: 'expired' },
  expired: {},
  revoked: {},
});
export type TemporaryGrantStatus = (typeof temporaryGrantStates.states)[number];

export const grantPermissions = ['read', 'contribute'] as const;
export const longestGrantDays = 30;
/** To what is sealed. */
export const longestSealedDays = 7;
export const latestStartDays = 30;

/** Access for one member to one scope for a time, given by another. */
export interface TemporaryGrant {
  readonly id: string;
  readonly granteeUserId: string;
  readonly scope: ScopeName;
  /** The case that the scope is, or is in; null for a subject. */
  readonly caseId: string | null;
  readonly subjectId: string;
  /** What it opens beyond confidential. */
  readonly labelMask: LabelMask;
  /** Given on the word of a lead: of a subject it reaches those cases alone that they lead. */
  readonly byLead: boolean;
  readonly permission: (typeof grantPermissions)[number];
  readonly purposeOfUse: Purpose;
  readonly reason: string;
  readonly startsAt: Instant;
  readonly expiresAt: Instant;
  /** When it ended before its time; null if it did not. */
  readonly endedAt: Instant | null;
  readonly revokedAt: Instant | null;
  readonly revokedByUserId: string | null;
  readonly revokeReason: string | null;
  /** Whether its end stands in the ledger. */
  readonly endWritten: boolean;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** Its state at a moment, whether or not the job that writes the end down has run (GOV-13). */
export function grantStatusAt(
  {
    revokedAt,
    endedAt,
    startsAt,
    expiresAt,
  }: Pick<TemporaryGrant, 'revokedAt' | 'endedAt' | 'startsAt' | 'expiresAt'>,
  now: Instant,
): TemporaryGrantStatus {
  if (revokedAt !== null) return 'revoked';
  const begun = startsAt > now ? 'scheduled' : temporaryGrantStates.next('scheduled', 'begin');
  const isOver = endedAt !== null || expiresAt <= now;
  return isOver ? temporaryGrantStates.next(begun, 'expire') : begun;
}

export function revokedGrant(
  grant: TemporaryGrant,
  { byUserId, reason }: { readonly byUserId: string; readonly reason: string },
  now: Instant,
): TemporaryGrant {
  temporaryGrantStates.next(grantStatusAt(grant, now), 'revoke');
  return {
    ...grant,
    endedAt: now,
    revokedAt: now,
    revokedByUserId: byUserId,
    revokeReason: reason,
    endWritten: true,
    updatedAt: now,
  };
}

/** Its end is written down, at the moment at which it ended. */
export const expiredGrant = (grant: TemporaryGrant, now: Instant): TemporaryGrant => ({
  ...grant,
  endedAt: grant.endedAt ?? grant.expiresAt,
  endWritten: true,
  updatedAt: now,
});
