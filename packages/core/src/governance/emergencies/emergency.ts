import { machine } from '../../kernel/machine.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import type { EmergencyReason, LabelMask, ScopeName } from '../../records/index.ts';
import { breakGlassInvalidState } from '../errors.ts';

/** The life of access that somebody takes in an emergency (governance 5.6). */
export const emergencyStates = machine(breakGlassInvalidState, ['active'], {
  active: { end: 'ended', expire: 'expired' },
  ended: { justify: 'justified', condemn: 'unjustified', follow_up: 'needs_follow_up' },
  expired: { justify: 'justified', condemn: 'unjustified', follow_up: 'needs_follow_up' },
  needs_follow_up: { justify: 'justified', condemn: 'unjustified' },
  justified: {},
  unjustified: {},
});
export type EmergencyStatus = (typeof emergencyStates.states)[number];

export const reviewDecisions = ['justified', 'unjustified', 'needs_follow_up'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];
const actionOf = { justified: 'justify', unjustified: 'condemn', needs_follow_up: 'follow_up' } as const;

export const shortestMinutes = 15;
export const longestMinutes = 240;
export const usualMinutes = 60;
export const mostActive = 3;
/** How many look-ups of somebody may find nothing within a day (GOV-18). */
export const mostFailedLookups = 10;
export const lookupWindowHours = 24;
const hoursToReview = 72;

export interface EmergencyReview {
  readonly decision: ReviewDecision;
  readonly reviewerUserId: string;
  readonly notes: string;
  readonly followUp: string | null;
  readonly reviewedAt: Instant;
  readonly singlePerson: boolean;
}

/** Self-started access with a reason and a time, which somebody else reviews afterwards. */
export interface Emergency {
  readonly id: string;
  readonly userId: string;
  readonly scope: ScopeName;
  readonly caseId: string | null;
  readonly subjectId: string;
  readonly reasonCode: EmergencyReason;
  readonly reason: string;
  readonly openedMask: LabelMask;
  readonly status: EmergencyStatus;
  readonly startedAt: Instant;
  readonly expiresAt: Instant;
  readonly endedAt: Instant | null;
  readonly endReason: string | null;
  readonly reauthMethod: string;
  readonly notified: readonly { readonly userId: string; readonly at: Instant; readonly channel: 'mail' }[];
  readonly reviewDueAt: Instant;
  readonly review: EmergencyReview | null;
  /** When it was last said that its review is overdue. */
  readonly remindedAt: Instant | null;
  readonly updatedAt: Instant;
  /** Who changed it last; null if no member did. */
  readonly updatedByUserId: string | null;
  readonly version: number;
}

/** Its state at a moment, whether or not the job that writes the end down has run (GOV-13). */
export const emergencyStatusAt = (
  { status, expiresAt }: Pick<Emergency, 'status' | 'expiresAt'>,
  now: Instant,
): EmergencyStatus => (status === 'active' && expiresAt <= now ? 'expired' : status);

/** When it ends, or has ended. */
export const endOf = ({ endedAt, expiresAt }: Pick<Emergency, 'endedAt' | 'expiresAt'>): Instant =>
  endedAt ?? expiresAt;

export const reviewDueAfter = (end: Instant): Instant => plusMinutes(end, hoursToReview * 60);

export const endedEmergency = (
  emergency: Emergency,
  { byUserId, reason }: { readonly byUserId: string; readonly reason: string | null },
  now: Instant,
): Emergency => ({
  ...emergency,
  status: emergencyStates.next(emergencyStatusAt(emergency, now), 'end'),
  endedAt: now,
  endReason: reason,
  reviewDueAt: reviewDueAfter(now),
  updatedAt: now,
  updatedByUserId: byUserId,
});

export const expiredEmergency = (emergency: Emergency, now: Instant): Emergency => ({
  ...emergency,
  status: emergencyStates.next(emergency.status, 'expire'),
  updatedAt: now,
  updatedByUserId: null,
});

export const reviewedEmergency = (
  emergency: Emergency,
  review: Omit<EmergencyReview, 'reviewedAt'>,
  now: Instant,
): Emergency => ({
  ...emergency,
  status: emergencyStates.next(emergencyStatusAt(emergency, now), actionOf[review.decision]),
  review: { ...review, reviewedAt: now },
  updatedAt: now,
  updatedByUserId: review.reviewerUserId,
});

/** Whether it waits for the decision of a reviewer. */
export const awaitsReview = (emergency: Emergency, now: Instant): boolean => {
  const status = emergencyStatusAt(emergency, now);
  return status === 'ended' || status === 'expired' || status === 'needs_follow_up';
};
