import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { canonicalJson } from '../../kernel/ledger/index.ts';
import { machine } from '../../kernel/machine.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import { dispositionInvalidState } from './errors.ts';

/** The life of a review (governance 5.9). */
export const dispositionReviewStates = machine(dispositionInvalidState, ['pending'], {
  pending: { approve: 'approved', reject: 'rejected', defer: 'deferred', cancel: 'cancelled' },
  deferred: { approve: 'approved', cancel: 'cancelled', resume: 'pending' },
  approved: { execute: 'executing', cancel: 'cancelled', expire: 'expired' },
  executing: { complete: 'executed', fail: 'failed' },
  failed: { execute: 'executing' },
  executed: {},
  rejected: {},
  cancelled: {},
  expired: {},
});
export type DispositionStatus = (typeof dispositionReviewStates.states)[number];

/** The life of one case in a review. What is extended or kept is settled without anything being erased. */
export const dispositionItemStates = machine(dispositionInvalidState, ['pending'], {
  pending: { begin: 'erasing', skip: 'skipped', settle: 'settled' },
  erasing: { finish: 'destroyed' },
  destroyed: {},
  skipped: {},
  settled: {},
});
export type DispositionItemState = (typeof dispositionItemStates.states)[number];

export const dispositionActions = ['destroy', 'extend', 'retain_permanently'] as const;
export type DispositionAction = (typeof dispositionActions)[number];
export const blockReasons = ['legal_hold', 'not_due', 'open_package', 'not_closed', 'other_review'] as const;
export type BlockReason = (typeof blockReasons)[number];

export const mostItems = 500;
/** An approval is good for so long (GOV-22). */
export const daysOfApproval = 30;

/** The reviewed decision what becomes of cases (governance 4.9). */
export interface DispositionReview {
  readonly id: string;
  /** For people, given by the server: `DR-2026-000042`. */
  readonly reviewNumber: string;
  readonly action: DispositionAction;
  readonly justification: string;
  readonly extendUntil: PlainDate | null;
  readonly status: DispositionStatus;
  readonly manifestSha256: string;
  readonly requestedByUserId: string;
  readonly requestedAt: Instant;
  readonly decidedByUserId: string | null;
  readonly decidedAt: Instant | null;
  readonly decisionReason: string | null;
  readonly singlePerson: boolean;
  readonly singlePersonReason: string | null;
  readonly deferUntil: PlainDate | null;
  readonly approvalExpiresAt: Instant | null;
  readonly executedByUserId: string | null;
  readonly executedAt: Instant | null;
  readonly failedCaseId: string | null;
  readonly failureCode: string | null;
  readonly updatedAt: Instant;
  /** Who changed it last; null if no member did. */
  readonly updatedByUserId: string | null;
  readonly version: number;
}

/** One case of a review, as it was when the review was requested, and what has become of it. */
export interface DispositionItem {
  readonly reviewId: string;
  readonly position: number;
  readonly caseId: string;
  readonly caseNumber: string;
  readonly policyId: string;
  readonly policyCode: string;
  readonly dueOn: PlainDate | null;
  readonly subjectId: string;
  readonly subjectNumber: string;
  readonly entries: number;
  readonly attachments: number;
  readonly state: DispositionItemState;
  readonly keyId: string | null;
  readonly keyDestroyedAt: Instant | null;
  /** Whether the subject is to be cleared too, and has been. */
  readonly subjectState: 'kept' | 'erasing' | 'erased';
  /** Of the subject and of whatever is the same person by merges. */
  readonly subjectKeyIds: readonly string[];
  readonly subjectKeyDestroyedAt: Instant | null;
}

type Pinned = Pick<DispositionItem, 'caseId' | 'dueOn' | 'policyCode'>;

/** What is decided on: exactly these cases, due on these days under these policies. */
export const manifestSha256 = (
  reviewId: string,
  action: DispositionAction,
  items: readonly Pinned[],
): string =>
  hexOf(
    sha256(
      canonicalJson({
        format: 'chancery.disposition/1',
        reviewId,
        action,
        items: items.map(({ caseId, dueOn, policyCode }) => ({ caseId, dueOn, policyCode })),
      }),
    ),
  );

/** Typed by whoever executes, so that nobody does it by a slip. */
export const confirmationCodeOf = ({ manifestSha256: digest }: Pick<DispositionReview, 'manifestSha256'>) =>
  digest.slice(0, 8);
