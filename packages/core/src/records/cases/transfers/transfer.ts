import { machine } from '../../../kernel/machine.ts';
import type { Instant } from '../../../kernel/time.ts';
import { caseTransferInvalidState } from './errors.ts';

/** The life of a hand-over of a case (governance 5.10). */
export const caseTransferStates = machine(caseTransferInvalidState, ['pending'], {
  pending: { accept: 'accepted', decline: 'declined', cancel: 'cancelled', expire: 'expired' },
  accepted: {},
  declined: {},
  cancelled: {},
  expired: {},
});
export type CaseTransferStatus = (typeof caseTransferStates.states)[number];

/** What becomes of whoever led the case before. */
export const outgoingRoles = ['contributor', 'viewer', 'removed'] as const;
export const transferDecisions = ['accept', 'decline', 'cancel'] as const;
export type TransferDecision = (typeof transferDecisions)[number];
export const usualTransferDays = 14;
export const longestTransferDays = 60;

/** Handing the lead of a case to another member, who accepts. */
export interface CaseTransfer {
  readonly id: string;
  readonly caseId: string;
  readonly fromUserId: string;
  readonly toUserId: string;
  readonly outgoingRole: (typeof outgoingRoles)[number];
  readonly moveFollowUps: boolean;
  readonly reason: string;
  readonly status: CaseTransferStatus;
  readonly expiresAt: Instant;
  readonly decidedAt: Instant | null;
  readonly decidedByUserId: string | null;
  readonly decisionReason: string | null;
  readonly createdByUserId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** Its state at a moment, whether or not the job that writes the end down has run. */
export const transferStatusAt = (
  { status, expiresAt }: Pick<CaseTransfer, 'status' | 'expiresAt'>,
  now: Instant,
): CaseTransferStatus => (status === 'pending' && expiresAt <= now ? 'expired' : status);

interface Decision {
  readonly action: TransferDecision | 'expire';
  /** Null where the clock decides, or the closing of the case. */
  readonly byUserId: string | null;
  readonly reason: string | null;
}

/** The transfer after somebody, or the clock, has decided about it. */
export const decidedTransfer = (
  transfer: CaseTransfer,
  { action, byUserId, reason }: Decision,
  now: Instant,
): CaseTransfer => ({
  ...transfer,
  status: caseTransferStates.next(
    action === 'expire' ? transfer.status : transferStatusAt(transfer, now),
    action,
  ),
  decidedAt: now,
  decidedByUserId: byUserId,
  decisionReason: reason,
  updatedAt: now,
});
