import { machine } from '../../kernel/machine.ts';
import { type Instant, type PlainDate, plusDays } from '../../kernel/time.ts';
import type { RetentionPeriod } from '../policies/expiration-policy.ts';
import { retentionInvalidState } from './errors.ts';

/** The life of a candidate for destruction (lifecycle 3.5). What was executed is gone for good. */
export const retentionCandidateStates = machine(retentionInvalidState, ['pending', 'blocked'], {
  pending: {
    approve: 'pending',
    schedule: 'scheduled',
    defer: 'deferred',
    retain: 'retained',
    hold: 'blocked',
    withdraw: 'withdrawn',
  },
  deferred: {
    approve: 'pending',
    schedule: 'scheduled',
    resume: 'pending',
    retain: 'retained',
    hold: 'blocked',
    withdraw: 'withdrawn',
  },
  scheduled: {
    defer: 'deferred',
    retain: 'retained',
    hold: 'blocked',
    annul: 'pending',
    execute: 'executed',
    fail: 'failed',
    withdraw: 'withdrawn',
  },
  blocked: { release: 'pending', withdraw: 'withdrawn' },
  retained: { resume: 'pending', withdraw: 'withdrawn' },
  failed: { replay: 'scheduled', retain: 'retained', annul: 'pending', withdraw: 'withdrawn' },
  executed: {},
  withdrawn: {},
});
export type RetentionStatus = (typeof retentionCandidateStates.states)[number];
/** What has not ended: a document has at most one of these. */
export const liveRetentionStatuses = retentionCandidateStates.states.filter(
  (status) => !retentionCandidateStates.isFinal(status),
);

export const retentionDecisions = ['approve', 'defer', 'retain', 'reopen'] as const;

/** What somebody decided about a candidate. */
export interface RetentionReview {
  readonly byUserId: string;
  readonly decision: (typeof retentionDecisions)[number];
  readonly note: string | null;
  readonly at: Instant;
  /** Nobody else could decide (SPR-7). */
  readonly singlePerson: boolean;
  readonly singlePersonReason: string | null;
  /** The round that it counts in: what was approved before a hold, or under another policy, counts no longer. */
  readonly round: number;
}

/** What stays of a destroyed document beside its name, its people and its dates. */
export interface Tombstone {
  readonly sha256s: readonly string[];
  readonly versions: number;
  readonly bytes: number;
  readonly approvedBy: readonly string[];
  readonly singlePerson: boolean;
  readonly executedAt: Instant;
  /** A record that took a version keeps its own copy of it. */
  readonly keptByRecords: boolean;
}

/** What a policy says about the end of a document, and since when. */
export interface RetentionTerms {
  readonly policyId: string;
  readonly policyRevision: number;
  readonly trigger: RetentionPeriod['trigger'];
  readonly triggerDate: PlainDate;
  /** The first day on which the document may be destroyed. */
  readonly eligibleOn: PlainDate;
  readonly approvalsNeeded: number;
  readonly coolOffDays: number;
}

/** A document whose retention period has ended, so that people may decide that it is destroyed. */
export interface RetentionCandidate extends RetentionTerms {
  readonly id: string;
  readonly documentId: string;
  readonly status: RetentionStatus;
  readonly deferredUntil: PlainDate | null;
  /** Null keeps what is retained until somebody reopens it. */
  readonly retainUntil: PlainDate | null;
  /** When it is destroyed; null unless it is scheduled, or has failed. */
  readonly executeAfter: Instant | null;
  readonly reviews: readonly RetentionReview[];
  readonly round: number;
  readonly executedAt: Instant | null;
  readonly tombstone: Tombstone | null;
  readonly failureCode: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export const newCandidate = (
  id: string,
  documentId: string,
  terms: RetentionTerms,
  isHeld: boolean,
  at: Instant,
): RetentionCandidate => ({
  id,
  documentId,
  ...terms,
  status: isHeld ? retentionCandidateStates.begin('blocked') : retentionCandidateStates.begin('pending'),
  deferredUntil: null,
  retainUntil: null,
  executeAfter: null,
  reviews: [],
  round: 1,
  executedAt: null,
  tombstone: null,
  failureCode: null,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

/** The approvals that count, the oldest first. */
export const approvalsOf = ({ reviews, round }: RetentionCandidate): readonly RetentionReview[] =>
  reviews.filter((review) => review.decision === 'approve' && review.round === round);

/** What belongs to one state alone, and is over with it. */
const anew = { deferredUntil: null, retainUntil: null, executeAfter: null, failureCode: null } as const;

const reviewed = (candidate: RetentionCandidate, review: Omit<RetentionReview, 'round'>) => ({
  ...candidate,
  ...anew,
  reviews: [...candidate.reviews, { ...review, round: candidate.round }],
  updatedAt: review.at,
});
type Reviewing = Omit<RetentionReview, 'round' | 'decision'>;

/** With one more approval; once there are as many as are needed, it is scheduled for the end of the cool-off. */
export function approved(candidate: RetentionCandidate, review: Reviewing): RetentionCandidate {
  const after = reviewed(candidate, { ...review, decision: 'approve' });
  if (approvalsOf(after).length < after.approvalsNeeded)
    return { ...after, status: retentionCandidateStates.next(candidate.status, 'approve') };
  return {
    ...after,
    status: retentionCandidateStates.next(candidate.status, 'schedule'),
    executeAfter: plusDays(review.at, after.coolOffDays),
  };
}

/** Looked at again from a later day on; approvals of before count no longer. */
export const deferred = (
  candidate: RetentionCandidate,
  deferredUntil: PlainDate,
  review: Reviewing,
): RetentionCandidate => ({
  ...reviewed(candidate, { ...review, decision: 'defer' }),
  status: retentionCandidateStates.next(candidate.status, 'defer'),
  deferredUntil,
  round: candidate.round + 1,
});

/** Kept, until a day or until somebody reopens it. */
export const retained = (
  candidate: RetentionCandidate,
  retainUntil: PlainDate | null,
  review: Reviewing,
): RetentionCandidate => ({
  ...reviewed(candidate, { ...review, decision: 'retain' }),
  status: retentionCandidateStates.next(candidate.status, 'retain'),
  retainUntil,
  round: candidate.round + 1,
});

export const reopened = (candidate: RetentionCandidate, review: Reviewing): RetentionCandidate => ({
  ...reviewed(candidate, { ...review, decision: 'reopen' }),
  status: retentionCandidateStates.next(candidate.status, 'resume'),
});

/** The day came until which it was deferred or kept. */
export const resumed = (candidate: RetentionCandidate, at: Instant): RetentionCandidate => ({
  ...candidate,
  ...anew,
  status: retentionCandidateStates.next(candidate.status, 'resume'),
  updatedAt: at,
});

/** A hold was placed: what was approved was approved without it in mind. */
export const blocked = (candidate: RetentionCandidate, at: Instant): RetentionCandidate => ({
  ...candidate,
  ...anew,
  status: retentionCandidateStates.next(candidate.status, 'hold'),
  round: candidate.round + 1,
  updatedAt: at,
});

export const unblocked = (candidate: RetentionCandidate, at: Instant): RetentionCandidate => ({
  ...candidate,
  status: retentionCandidateStates.next(candidate.status, 'release'),
  updatedAt: at,
});

/** Something has changed since it was approved, so it has to be approved again (RET-3). */
export const annulled = (candidate: RetentionCandidate, at: Instant): RetentionCandidate => ({
  ...candidate,
  ...anew,
  status: retentionCandidateStates.next(candidate.status, 'annul'),
  round: candidate.round + 1,
  updatedAt: at,
});

/** Under other terms, by which nothing is approved yet. */
export const underTerms = (
  candidate: RetentionCandidate,
  terms: RetentionTerms,
  at: Instant,
): RetentionCandidate => ({
  ...(retentionCandidateStates.can(candidate.status, 'annul') ? annulled(candidate, at) : candidate),
  ...terms,
  round: candidate.round + 1,
  updatedAt: at,
});

export const withdrawn = (candidate: RetentionCandidate, at: Instant): RetentionCandidate => ({
  ...candidate,
  ...anew,
  status: retentionCandidateStates.next(candidate.status, 'withdraw'),
  updatedAt: at,
});

export const executed = (candidate: RetentionCandidate, tombstone: Tombstone): RetentionCandidate => ({
  ...candidate,
  status: retentionCandidateStates.next(candidate.status, 'execute'),
  executedAt: tombstone.executedAt,
  failureCode: null,
  tombstone,
  updatedAt: tombstone.executedAt,
});

export const failed = (
  candidate: RetentionCandidate,
  failureCode: string,
  at: Instant,
): RetentionCandidate => ({
  ...candidate,
  status: retentionCandidateStates.next(candidate.status, 'fail'),
  failureCode,
  updatedAt: at,
});

/** Its job is run again. */
export const replayed = (candidate: RetentionCandidate, at: Instant): RetentionCandidate => ({
  ...candidate,
  status: retentionCandidateStates.next(candidate.status, 'replay'),
  failureCode: null,
  updatedAt: at,
});
