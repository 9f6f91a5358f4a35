import type { Viewer } from '../../documents/index.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { RenewalStatus } from '../renewals/renewal.ts';

/** What there is to do for documents that somebody sees, in numbers. */
export interface OperationCounts {
  readonly renewals: Readonly<Partial<Record<RenewalStatus, number>>>;
  /** Renewals whose replacement the person approved who had submitted it. */
  readonly singlePersonRenewals: number;
  readonly activeHolds: number;
  readonly heldDocuments: number;
  readonly queuedRuns: number;
  readonly runningRuns: number;
  /** Runs that failed within the last day. */
  readonly failedRuns: number;
  readonly proposals: number;
  /** Those of them that are not at all sure. */
  readonly unsureProposals: number;
}

/** A hold that somebody is to look at, with what decides who is told of its matter and when the day has come. */
export interface HoldToLookAt {
  readonly holdId: string;
  readonly reviewOn: PlainDate;
  readonly documentOwnerId: string;
  readonly lifecycleOwnerId: string | null;
  /** The zone in which the days of the document begin. */
  readonly timeZone: string;
}

/** Looks at the work on the documents of this workspace as a whole. What the viewer does not see is neither shown nor counted. */
export interface LifecycleOperations {
  counts(viewer: Viewer, now: Instant, unsureBelow: number): Promise<OperationCounts>;
  /** The ids of planned actions, the next first. */
  nextActions(viewer: Viewer, limit: number): Promise<readonly string[]>;
  /** The ids of actions that were given up and not put aside, the newest first. */
  failedActions(viewer: Viewer, limit: number): Promise<readonly string[]>;
  /** Active holds whose day of review lies before this one, the earliest first. */
  holdsToReview(viewer: Viewer, before: PlainDate, limit: number): Promise<readonly HoldToLookAt[]>;
  /** The ids of candidates that will be destroyed, the next first. */
  nextExecutions(limit: number): Promise<readonly string[]>;
  /** How many candidates somebody has decided on alone. */
  singlePersonCandidates(): Promise<number>;
}
